// What specs are written with: a page on the running console, and people who are already signed in.
import { test as base, expect, type Page } from '@playwright/test';

export { expect };

export const accounts = {
  admin: { email: 'admin@ghala.example', password: 'ghala-admin' },
  user: { email: 'user@ghala.example', password: 'ghala-user' },
  supplier: { email: 'supplier@ghala.example', password: 'ghala-supplier' },
} as const;

export type Account = keyof typeof accounts;

export const consoleUrl = (): string => {
  const url = process.env['GHALA_E2E_URL'];
  if (url === undefined) throw new Error('The console is not running; see e2e/global-setup.ts');
  return url;
};

export interface Session {
  data: { userId: number; firstName: string; lastName: string; role: string; accessToken: string };
  expiresAt: number;
}

/** Signs in over HTTP, as the login page does. */
export async function newSession(account: { email: string; password: string }): Promise<Session> {
  const response = await fetch(`${consoleUrl()}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  if (!response.ok) throw new Error(`sign-in of ${account.email} failed with ${response.status}`);
  return { data: (await response.json()) as Session['data'], expiresAt: Date.now() + 5 * 3_600_000 };
}

const sessions = new Map<Account, Promise<Session>>();
/** A demo account's session, one per worker. Everybody shares it, so nobody ends it: for that, register a person. */
export function sessionOf(account: Account): Promise<Session> {
  const session = sessions.get(account) ?? newSession(accounts[account]);
  sessions.set(account, session);
  return session;
}

/** Puts a session where the web app keeps it, before any page loads. */
export async function useSession(page: Page, session: Session): Promise<void> {
  await page.addInitScript((stored) => {
    // Once per tab: a reload after Sign Out must stay signed out.
    if (sessionStorage.getItem('seeded') !== null) return;
    sessionStorage.setItem('seeded', 'yes');
    localStorage.setItem('token', stored);
  }, JSON.stringify(session));
}

/**
 * The page hears of nothing by itself. For tests of what it does not know yet, or of rows that other specs change
 * meanwhile: it would ask for them anew at moments of its own, the first when its stream opens.
 */
export const withoutLiveUpdates = (page: Page): Promise<unknown> =>
  page.route('**/api/events*', (route) => route.abort());

/** A call to the API as somebody, to set a scene. */
export async function call<T = Record<string, unknown>>(
  session: Session,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${consoleUrl()}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${session.data.accessToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Fixtures {
  /** Signs the page in as one of the demo accounts. */
  signInAs: (account: Account) => Promise<Session>;
  /** Of somebody else, in a browser of their own. */
  otherPage: Page;
}

export const test = base.extend<Fixtures>({
  signInAs: async ({ page }, use) => {
    await use(async (account) => {
      const session = await sessionOf(account);
      await useSession(page, session);
      return session;
    });
  },
  otherPage: async ({ browser }, use) => {
    const context = await browser.newContext();
    await use(await context.newPage());
    await context.close();
  },
});
