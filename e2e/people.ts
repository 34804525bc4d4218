// People of a spec's own: unique names, emails and phones, so that specs run beside each other.
import { randomInt, randomUUID } from 'node:crypto';
import { call, consoleUrl, newSession, sessionOf, type Session } from './test.ts';

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  /** Local form: 07XXXXXXXX */
  phoneNumber: string;
  password: string;
}

export const newPhoneNumber = (): string => `07${String(randomInt(100_000_000)).padStart(8, '0')}`;

export const msisdnOf = (phoneNumber: string): string => `254${phoneNumber.slice(1)}`;

/** Somebody who has no account yet. */
export function newPerson(): Person {
  const mark = randomUUID().slice(0, 8);
  return {
    firstName: 'Zawadi',
    lastName: `Test-${mark}`,
    email: `zawadi-${mark}@people.example`,
    phoneNumber: newPhoneNumber(),
    password: `mvua ya masika ${mark}`,
  };
}

/** By an admin: the server holds off an address from which hundreds register themselves. */
export async function registerPerson(): Promise<Person> {
  const person = newPerson();
  await call(await sessionOf('admin'), 'POST', '/api/register', person);
  return person;
}

/** As the registration page does it. */
export async function registerThemselves(): Promise<Person> {
  const person = newPerson();
  const response = await fetch(`${consoleUrl()}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  if (!response.ok) throw new Error(`registration answered ${response.status}: ${await response.text()}`);
  return person;
}

/** Whether the server still takes the session's token. */
export const isAlive = async (session: Session): Promise<boolean> =>
  call(session, 'GET', '/api/profile').then(
    () => true,
    (error: unknown) => {
      if (String(error).includes('answered 401')) return false;
      throw error;
    },
  );

/** Whether these are the right email and password. */
export const canSignIn = async (person: Pick<Person, 'email' | 'password'>): Promise<boolean> =>
  newSession(person).then(
    () => true,
    (error: unknown) => {
      if (String(error).includes('failed with 401')) return false;
      throw error;
    },
  );
