// People, companies and products of a spec's own, for the screens that manage them.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { newPerson, newPhoneNumber, type Person } from './people.ts';
import { call, expect, sessionOf, type Session } from './test.ts';

export interface Supplier {
  supplierId: number;
  supplierName: string;
  contactPerson: string;
  contactNumber: string;
  email: string;
  Address: string;
  version: number;
}

export interface Product {
  productId: number;
  productName: string;
  productPrice: number;
  stocklevel: number;
  supplierId: number;
  categoryId: number;
  version: number;
}

export const asAdmin = (): Promise<Session> => sessionOf('admin');

export const newSupplierFields = () => {
  const mark = randomUUID().slice(0, 8);
  return {
    supplierName: `Jumla ${mark}`,
    contactPerson: 'Baraka Mwangi',
    contactNumber: newPhoneNumber(),
    email: `jumla-${mark}@suppliers.example`,
    address: 'Moi Avenue 12, Nairobi',
  };
};

export const newSupplier = async (): Promise<Supplier> =>
  call<Supplier>(await asAdmin(), 'POST', '/api/supplier', newSupplierFields());

export async function newProductOf(supplierId: number, stocklevel = 50): Promise<Product> {
  const session = await asAdmin();
  const [category] = await call<{ categoryId: number }[]>(session, 'GET', '/api/category');
  return call<Product>(session, 'POST', '/api/createproduct', {
    supplierId,
    categoryId: category?.categoryId,
    productName: `Sukari ${randomUUID().slice(0, 8)}`,
    productDescription: 'Sugar for a browser test',
    productPrice: 150,
    stocklevel,
  });
}

export async function newUser(role: 'admin' | 'user' | 'supplier'): Promise<Person & { userId: number }> {
  const person = newPerson();
  const { userId } = await call<{ userId: number }>(await asAdmin(), 'POST', '/api/register', {
    ...person,
    role,
  });
  return { ...person, userId };
}

/** How many rows a search finds. */
export async function countOf(list: string, search: string): Promise<number> {
  const query = new URLSearchParams({ search, limit: '1' });
  return (await call<{ total: number }>(await asAdmin(), 'GET', `${list}?${query.toString()}`)).total;
}

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export const title = (page: Page): Locator => page.getByRole('main').getByRole('heading', { level: 1 });

/** By label: the attributes the form has to have. A select has no type. */
export async function expectFields(
  page: Page,
  fields: Readonly<Record<string, { type?: string; required: boolean }>>,
): Promise<void> {
  for (const [label, { type, required }] of Object.entries(fields)) {
    const control = field(page, label);
    await expect(control, label).toHaveJSProperty('required', required);
    if (type !== undefined) await expect(control, label).toHaveAttribute('type', type);
  }
}

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

export async function expectValues(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await expect(field(page, label)).toHaveValue(value);
}

/** What tells somebody that another person saved the row first. */
export const conflictOn = (page: Page): Locator =>
  page.getByRole('alert').filter({ hasText: 'Somebody changed this while you were editing' });
