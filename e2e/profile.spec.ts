import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { canSignIn, isAlive, newPhoneNumber, registerPerson, type Person } from './people.ts';
import { call, expect, newSession, test, useSession, type Session } from './test.ts';

interface Scene {
  person: Person;
  session: Session;
}

/** Somebody new on their own profile. */
async function openProfile(page: Page): Promise<Scene> {
  const person = await registerPerson();
  const session = await newSession(person);
  await useSession(page, session);
  await page.goto('/app/profile');
  await expect(page.getByLabel('First Name')).toHaveValue(person.firstName);
  return { person, session };
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const changePassword = (page: Page) => page.getByRole('button', { name: 'Change password' });
const failure = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

test.describe('the profile', () => {
  test('is opened from the top bar and shows who one is', async ({ page }) => {
    const person = await registerPerson();
    await useSession(page, await newSession(person));
    await page.goto('/app/dashboard');
    await page.getByRole('button', { name: /Zawadi/ }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/app/profile');
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible();
    await expect(page.getByLabel('Last Name')).toHaveValue(person.lastName);
    await expect(page.getByLabel('Phone Number')).toHaveValue(person.phoneNumber);
    await expect(page.getByRole('main')).toContainText(person.email);
  });

  test('changes the name, and the top bar with it', async ({ page }) => {
    const { session } = await openProfile(page);
    await page.getByLabel('First Name').fill('Neema');
    await save(page).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Neema');
    // And again, without a reload: the second change is one of the row as it was saved.
    await page.getByLabel('First Name').fill('Neema Wairimu');
    await save(page).click();
    await expect(page.getByRole('banner')).toContainText('Neema Wairimu');
    expect(await call(session, 'GET', '/api/profile')).toMatchObject({ firstName: 'Neema Wairimu' });
    await page.reload();
    await expect(page.getByRole('banner')).toContainText('Neema Wairimu');
  });

  test('shows in the top bar a name that was changed on another device', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, session);
    await call(session, 'PUT', '/api/profile', { firstName: 'Rehema' });
    await page.goto('/app/profile');
    await expect(page.getByRole('banner')).toContainText('Rehema');
  });

  test('changes the phone number only with the password', async ({ page }) => {
    const { person, session } = await openProfile(page);
    const phoneNumber = newPhoneNumber();
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    await page.getByLabel('Phone Number').fill(phoneNumber);
    await page.getByLabel('Password', { exact: true }).fill('not my password');
    await save(page).click();
    await expect(failure(page, 'Failed to update profile')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await save(page).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    expect(await call(session, 'GET', '/api/profile')).toMatchObject({ phoneNumber });
  });

  test('overwrites nothing that was changed elsewhere', async ({ page }) => {
    const { session } = await openProfile(page);
    await call(session, 'PUT', '/api/profile', { lastName: 'Elsewhere' });
    await page.getByLabel('First Name').fill('Neema');
    await save(page).click();
    await expect(page.getByText('Somebody changed this while you were editing')).toBeVisible();
    await page.getByRole('button', { name: 'Save these' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    expect(await call(session, 'GET', '/api/profile')).toMatchObject({
      firstName: 'Neema',
      lastName: 'Elsewhere',
    });
  });

  test('changes the password, keeps this session and ends the others', async ({ page }) => {
    const { person, session } = await openProfile(page);
    const elsewhere = await newSession(person);
    const password = 'ndizi mbili kila siku';
    await page.getByLabel('Current Password').fill('not my password');
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill('something else');
    await changePassword(page).click();
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
    await page.getByLabel('Confirm Password').fill(password);
    await changePassword(page).click();
    await expect(failure(page, 'Failed to change password')).toBeVisible();
    await expect(page.getByLabel('Current Password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Current Password').fill(person.password);
    await changePassword(page).click();
    await expect(page.getByText('Password changed')).toBeVisible();
    await expect(page.getByLabel('New Password')).toHaveValue('');
    expect(await isAlive(session)).toBe(true);
    expect(await isAlive(elsewhere)).toBe(false);
    expect(await canSignIn(person)).toBe(false);
    expect(await canSignIn({ ...person, password })).toBe(true);
  });

  test('has no accessibility findings', async ({ page }) => {
    await openProfile(page);
    await page.getByLabel('Phone Number').fill('');
    await save(page).click();
    await expect(page.getByText('This field is required.')).toBeVisible();
    await expect(page.getByText('This session')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("one's own sessions", () => {
  const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

  test('are shown, and one of them can be ended', async ({ page }) => {
    const { person, session } = await openProfile(page);
    await expect(sessions(page)).toHaveCount(1);
    await expect(page.getByText('You are signed in nowhere else.')).toBeVisible();
    const elsewhere = await newSession(person);
    await page.reload();
    await expect(sessions(page)).toHaveCount(2);
    await expect(sessions(page).filter({ hasText: 'This session' })).toHaveCount(1);
    await page.getByRole('button', { name: /^End the session of/ }).click();
    await expect(page.getByText('Session ended')).toBeVisible();
    await expect(sessions(page)).toHaveCount(1);
    expect(await isAlive(elsewhere)).toBe(false);
    expect(await isAlive(session)).toBe(true);
  });

  test('can all be ended but this one', async ({ page }) => {
    const { person, session } = await openProfile(page);
    const others = [await newSession(person), await newSession(person)];
    await page.reload();
    await expect(sessions(page)).toHaveCount(3);
    await page.getByRole('button', { name: 'End other sessions' }).click();
    await page.getByRole('button', { name: 'End them' }).click();
    await expect(page.getByText('Other sessions ended')).toBeVisible();
    await expect(sessions(page)).toHaveCount(1);
    expect(await Promise.all(others.map(isAlive))).toEqual([false, false]);
    expect(await isAlive(session)).toBe(true);
  });

  test('that fail to load are asked for again with Retry', async ({ page }) => {
    const session = await newSession(await registerPerson());
    await useSession(page, session);
    await page.route('**/api/profile/sessions', (route) => route.fulfill({ status: 500, body: '' }));
    await page.goto('/app/profile');
    await expect(page.getByText('Error occurred while fetching data')).toBeVisible();
    await page.unroute('**/api/profile/sessions');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(sessions(page)).toHaveCount(1);
  });
});
