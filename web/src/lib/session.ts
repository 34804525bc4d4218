// The signed-in session: kept in local storage under `token`, shared by all tabs, gone when the server says so.
import { useSyncExternalStore } from 'react';
import type { defaultSessionHours, SignedIn } from '@ghala/contracts/identity/identity.contract';
import { can, roles } from '@ghala/contracts/permissions';
import type { Permission } from '@ghala/contracts/permissions';
import { notifyInfo } from './notify.ts';
import { sessionKey } from './session-key.ts';

const expiryCheckMs = 3_600_000;
const hourMs = 3_600_000;
/** The contract's own number, checked by the compiler; importing it would bring all of zod to the login page. */
const sessionHours: typeof defaultSessionHours = 5;

export interface Session {
  data: SignedIn;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const listeners = new Set<() => void>();
let session = readStored();

export const currentSession = (): Session | null => session;

export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession);
}

/** Asks whether the signed-in person may do something; nobody may do anything without a session. */
export function useCan(): (permission: Permission) => boolean {
  const role = useSession()?.data.role;
  return (permission) => role !== undefined && can(role, permission);
}

export function startSession(data: SignedIn): void {
  const told = Date.parse(data.expiresAt);
  const expiresAt = Number.isNaN(told) ? Date.now() + sessionHours * hourMs : told;
  localStorage.setItem(sessionKey, JSON.stringify({ data, expiresAt }));
  replace({ data, expiresAt });
}

/** After a change of one's own name, which the top bar shows from the session. */
export function renameSession({ firstName, lastName }: Pick<SignedIn, 'firstName' | 'lastName'>): void {
  // As stored: an answer that comes after Sign Out must not bring the session back.
  const stored = readStored();
  if (stored === null) return;
  const renamed = { ...stored, data: { ...stored.data, firstName, lastName } };
  localStorage.setItem(sessionKey, JSON.stringify(renamed));
  replace(renamed);
}

/** Without telling the page: for sign-out, which reloads it. */
export function discardStoredSession(): void {
  localStorage.removeItem(sessionKey);
}

/** Ends the session the token belongs to; a late answer to an older session's call must not end a newer one. */
export function expireSession(token: string): void {
  if (session?.data.accessToken !== token) return;
  localStorage.removeItem(sessionKey);
  replace(null);
  notifyInfo('Session has expired!', 'Please log in again.');
}

/** Checks expiry now and every hour, and follows what other tabs do. Called once, at start. */
export function watchSession(): void {
  checkExpiry();
  setInterval(checkExpiry, expiryCheckMs);
  addEventListener('storage', (event) => {
    if (event.key === sessionKey || event.key === null) replace(readStored());
  });
}

function checkExpiry(): void {
  replace(readStored());
  if (session !== null && session.expiresAt <= Date.now()) expireSession(session.data.accessToken);
}

function replace(next: Session | null): void {
  if (JSON.stringify(next) === JSON.stringify(session)) return;
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readStored(): Session | null {
  const text = localStorage.getItem(sessionKey);
  if (text === null) return null;
  try {
    const stored: unknown = JSON.parse(text);
    return isSession(stored) ? stored : null;
  } catch {
    return null;
  }
}

// Local storage is outside our control: what is not a whole session counts as none.
function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false;
  const { data, expiresAt } = value as { data?: Partial<SignedIn> | null; expiresAt?: unknown };
  return (
    typeof expiresAt === 'number' &&
    typeof data === 'object' &&
    data !== null &&
    typeof data.userId === 'number' &&
    typeof data.accessToken === 'string' &&
    typeof data.firstName === 'string' &&
    typeof data.lastName === 'string' &&
    roles.some((role) => role === data.role)
  );
}
