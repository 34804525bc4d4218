import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { canSignIn, isAlive, registerPerson } from './people.ts';
import { accounts, call, expect, newSession, test, useSession, withoutLiveUpdates } from './test.ts';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function fillIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

const loginButton = (page: Page) => page.getByRole('button', { name: 'Login', exact: true });

async function expectExpired(page: Page): Promise<void> {
  await expect(page.getByText('Session has expired!', { exact: true })).toBeVisible();
  await expect(page.getByText('Please log in again.', { exact: true })).toBeVisible();
  await expect(loginButton(page)).toBeVisible();
  expect(await storedToken(page)).toBeNull();
}

test.describe('the login screen', () => {
  for (const path of ['/', '/login']) {
    test(`stands at ${path} with its fields, links and hint`, async ({ page }) => {
      await page.goto(path);
      const email = page.getByLabel('Email', { exact: true });
      await expect(email).toHaveAttribute('type', 'text');
      await expect(email).toHaveAttribute('required');
      const password = page.getByLabel('Password', { exact: true });
      await expect(password).toHaveAttribute('type', 'password');
      await expect(password).toHaveAttribute('required');
      await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
      await expect(page.getByRole('link', { name: 'Forgot Password' })).toHaveAttribute(
        'href',
        '/forgot-password',
      );
      await expect(page.getByText(accounts.admin.email)).toBeVisible();
      await expect(page.getByText(accounts.admin.password)).toBeVisible();
    });
  }

  test('waits, signs in, keeps the session and opens the dashboard', async ({ page }) => {
    const person = await registerPerson();
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/login', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/login');
    await fillIn(page, { ...person, email: `  ${person.email.toUpperCase()} ` });
    const before = Date.now();
    await loginButton(page).click();
    await expect(page.getByRole('button', { name: 'Please Wait...' })).toBeDisabled();
    gate.resolve();
    await expect(page.getByText('Login Sucessful', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/app/dashboard');
    const session = JSON.parse((await storedToken(page)) ?? 'null') as {
      data: Record<string, unknown>;
      expiresAt: number;
    };
    expect(session.data).toMatchObject({
      userId: expect.any(Number),
      firstName: person.firstName,
      lastName: person.lastName,
      role: 'user',
      accessToken: expect.any(String),
    });
    const fiveHoursMs = 5 * 3_600_000;
    expect(Math.abs(session.expiresAt - before - fiveHoursMs)).toBeLessThan(60_000);
  });

  test('says that it failed, and why, and keeps what was typed', async ({ page }) => {
    const email = `nobody ${randomUUID()}`;
    await page.goto('/login');
    await fillIn(page, { email, password: 'not a password of anybody' });
    await loginButton(page).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Login Failed' });
    await expect(toast).toContainText('The email or the password is not right.');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(loginButton(page)).toBeEnabled();
    expect(await storedToken(page)).toBeNull();
  });

  test('asks for both fields before it asks the server', async ({ page }) => {
    let asked = false;
    await page.route('**/api/login', (route) => {
      asked = true;
      return route.continue();
    });
    await page.goto('/login');
    await loginButton(page).click();
    await expect(page.getByText('Enter your email.')).toBeVisible();
    await expect(page.getByText('Enter your password.')).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    expect(asked).toBe(false);
  });

  test('says how long to wait after too many tries', async ({ page }) => {
    const person = await registerPerson();
    for (let slip = 0; slip < 5; slip += 1) await canSignIn({ email: person.email, password: 'wrong' });
    await page.goto('/login');
    await fillIn(page, { email: person.email, password: 'wrong again' });
    // The delay after the first failures is a second or two, so it is met by pressing on.
    await expect(async () => {
      const answer = page.waitForResponse('**/api/login');
      await loginButton(page).click();
      expect((await answer).status()).toBe(429);
    }).toPass({ intervals: [0] });
    const toast = page.getByRole('alert').filter({ hasText: /wait \d+ seconds/ });
    await expect(toast.first()).toContainText('Login Failed');
  });

  test('has no accessibility findings', async ({ page }) => {
    await page.goto('/login');
    await expect(loginButton(page)).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('the session', () => {
  test('is asked for on any page of the app, which then opens', async ({ page }) => {
    const person = await registerPerson();
    await page.goto('/app/products?search=a');
    await expect(loginButton(page)).toBeVisible();
    await fillIn(page, person);
    await loginButton(page).click();
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
    await expect(page).toHaveURL('/app/products?search=a');
  });

  test('that is over is removed when the page loads', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, { ...session, expiresAt: Date.now() - 1 });
    // Not until it has loaded: by then the notice may be gone again.
    await page.goto('/app/dashboard', { waitUntil: 'commit' });
    await expectExpired(page);
  });

  test('is looked at every hour', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await page.clock.install();
    await useSession(page, { ...session, expiresAt: Date.now() + 90 * 60_000 });
    await page.goto('/app/dashboard');
    await expect(page.getByText('Welcome to our DashBoard')).toBeVisible();
    await page.clock.fastForward('01:00:01');
    await expect(page.getByText('Welcome to our DashBoard')).toBeVisible();
    await page.clock.fastForward('01:00:01');
    await expectExpired(page);
  });

  test('ends here the moment the server says that it has ended', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, session);
    // Else the stream may be the first to hear it, before anything is pressed.
    await withoutLiveUpdates(page);
    await page.goto('/app/dashboard');
    await expect(page.getByText('Welcome to our DashBoard')).toBeVisible();
    await call(session, 'POST', '/api/logout');
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await expectExpired(page);
  });

  test('ends here by itself when the server refuses the stream', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, session);
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/events*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto('/app/dashboard');
    await expect(page.getByText('Welcome to our DashBoard')).toBeVisible();
    await call(session, 'POST', '/api/logout');
    gate.resolve();
    await expectExpired(page);
  });

  test('is removed by Sign Out, here and on the server, and the page reloads', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, session);
    await page.goto('/app/dashboard');
    await page.evaluate("document.body.setAttribute('data-before-reload', '')");
    await page.getByRole('button', { name: /Zawadi/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(loginButton(page)).toBeVisible();
    await expect(page.locator('[data-before-reload]')).toHaveCount(0);
    expect(await storedToken(page)).toBeNull();
    // The page waits for the server's answer only so long, and the call goes on without it.
    await expect.poll(() => isAlive(session)).toBe(false);
  });
});
