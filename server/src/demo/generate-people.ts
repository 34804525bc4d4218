// People and which companies they belong to. Everybody who acts on other people's orders (admins, suppliers) joined
// before the first order; customers keep joining until the last weeks.
import type { Role } from '@ghala/contracts/permissions';
import { demoAccounts } from './accounts.ts';
import { supplierOf, type DemoSuppliers } from './generate-suppliers.ts';
import { accountCompany } from './lists/companies.ts';
import { accountHolders, customers, leavers, otherAdmins, otherSuppliers } from './lists/people.ts';
import type { Random } from './random.ts';
import { dayMs, hourMs, whenOpen } from './times.ts';

export interface DemoUser {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  role: Role;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface DemoMember {
  supplier_id: number;
  user_id: number;
}

interface Joining {
  firstName: string;
  lastName: string;
  role: Role;
  joinedMs: number;
  email?: string;
  phone?: string;
  companies?: readonly string[];
  leftMs?: number;
}

interface PeopleOptions {
  nowMs: number;
  suppliers: DemoSuppliers;
  newPhone: () => string;
  random: Random;
}

export function generatePeople(options: PeopleOptions): { users: DemoUser[]; members: DemoMember[] } {
  const people = everybody(options)
    // Numbered last: emails and phones follow the lists, whatever the day.
    .map((person) => ({ person, details: userDetails(person, options) }))
    .toSorted((a, b) => a.person.joinedMs - b.person.joinedMs)
    .map(({ person, details }, index) => ({ person, user: { user_id: index + 1, ...details } }));
  return {
    users: people.map(({ user }) => user),
    members: people.flatMap(({ person, user }) =>
      (person.companies ?? []).map((key) => ({
        supplier_id: supplierOf(options.suppliers, key).supplier_id,
        user_id: user.user_id,
      })),
    ),
  };
}

function everybody({ nowMs, suppliers, random }: PeopleOptions): Joining[] {
  const daysAgo = (days: number) => whenOpen(nowMs - days * dayMs, random);
  const joinedAfter = (companyKeys: readonly string[], hours: number) =>
    Math.max(...companyKeys.map((key) => supplierOf(suppliers, key).created_at.getTime())) + hours * hourMs;
  const domainOf = (companyKey = '') => supplierOf(suppliers, companyKey).email.replace(/^.*@/, '');
  const gapDays = 390 / customers.length;
  return [
    account('admin', daysAgo(420)),
    account('user', daysAgo(410)),
    { ...account('supplier', joinedAfter([accountCompany], 1)), companies: [accountCompany] },
    ...otherAdmins.map((person, index) => ({
      ...person,
      role: 'admin' as const,
      joinedMs: daysAgo(300 - 80 * index),
      email: `${mailbox(person)}@ghala.example`,
    })),
    ...otherSuppliers.map((person, index) => ({
      ...person,
      role: 'supplier' as const,
      joinedMs: joinedAfter(person.companies, index + 1),
      email: `${mailbox(person)}@${domainOf(person.companies[0])}`,
    })),
    ...customers.map((person, index) => ({
      ...person,
      role: 'user' as const,
      joinedMs: daysAgo(392 - index * gapDays),
    })),
    ...leavers.map((person, index) => ({
      ...person,
      role: 'user' as const,
      joinedMs: daysAgo(210 - 40 * index),
      leftMs: daysAgo(20 + 9 * index),
    })),
  ];
}

function account(role: keyof typeof accountHolders, joinedMs: number): Joining {
  const credentials = demoAccounts.find((one) => one.role === role);
  if (credentials === undefined) throw new Error(`There is no demo account for the role ${role}.`);
  return { ...accountHolders[role], role, joinedMs, email: credentials.email };
}

const mailDomains = ['barua.example', 'posta.example', 'soko.example', 'shamba.example'];

function userDetails(person: Joining, { nowMs, newPhone, random }: PeopleOptions): Omit<DemoUser, 'user_id'> {
  const editedMs = random.chance(0.25) ? random.between(person.joinedMs, nowMs) : person.joinedMs;
  const updatedMs = person.leftMs ?? editedMs;
  return {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email ?? `${mailbox(person)}@${random.pick(mailDomains)}`,
    phone: person.phone ?? newPhone(),
    role: person.role,
    version: updatedMs === person.joinedMs ? 1 : 2,
    created_at: new Date(person.joinedMs),
    updated_at: new Date(updatedMs),
    deleted_at: person.leftMs === undefined ? null : new Date(person.leftMs),
  };
}

const mailbox = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName}.${lastName}`
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z.-]/g, '');
