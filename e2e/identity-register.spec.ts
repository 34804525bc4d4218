import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { canSignIn, newPerson, registerPerson, type Person } from './people.ts';
import { expect, test } from './test.ts';

async function fillIn(page: Page, person: Person, confirmation = person.password): Promise<void> {
  await page.getByLabel('First Name').fill(person.firstName);
  await page.getByLabel('Last Name').fill(person.lastName);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Phone Number').fill(person.phoneNumber);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password').fill(confirmation);
}

const registerButton = (page: Page) => page.getByRole('button', { name: 'Register', exact: true });
const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Registration Failed' });

/** Counts what reaches the server. */
async function countRequests(page: Page): Promise<() => number> {
  let count = 0;
  await page.route('**/api/register', (route) => {
    count += 1;
    return route.continue();
  });
  return () => count;
}

test.describe('registration', () => {
  test('makes an account that can sign in', async ({ page }) => {
    const person = newPerson();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await fillIn(page, person);
    await registerButton(page).click();
    await expect(page.getByText('Registration Sucessful', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/login');
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/app/dashboard');
    await expect(page.getByText(`${person.firstName} ${person.lastName}`)).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('user');
  });

  test('has the fields, types and link it is asked to have', async ({ page }) => {
    await page.goto('/register');
    for (const label of [
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'Password',
      'Confirm Password',
    ]) {
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required');
    }
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'number');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute(
      'autocomplete',
      'new-password',
    );
    await expect(page.getByLabel('Confirm Password')).toHaveAttribute('type', 'password');
    await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  });

  test('says under each field what is missing and goes to the first', async ({ page }) => {
    const requests = await countRequests(page);
    await page.goto('/register');
    await registerButton(page).click();
    await expect(page.getByText('This field is required.')).toHaveCount(5);
    await expect(page.getByText('A password has at least 8 characters.')).toBeVisible();
    await expect(page.getByLabel('First Name')).toBeFocused();
    expect(requests()).toBe(0);
  });

  const mistakes: [what: string, change: Partial<Person>, message: string][] = [
    ['an email without a domain', { email: 'zawadi@people' }, 'This is not an email address.'],
    ['a landline', { phoneNumber: '0202345678' }, 'This is not a Kenyan mobile number, such as 0712345678.'],
    ['a short password', { password: 'mvua' }, 'A password has at least 8 characters.'],
    ['a blank name', { lastName: '   ' }, 'This field is required.'],
  ];
  for (const [what, change, message] of mistakes) {
    test(`does not send ${what}`, async ({ page }) => {
      const requests = await countRequests(page);
      await page.goto('/register');
      await fillIn(page, { ...newPerson(), ...change });
      await registerButton(page).click();
      await expect(page.getByText(message)).toBeVisible();
      expect(requests()).toBe(0);
    });
  }

  test('does not send passwords that differ', async ({ page }) => {
    const requests = await countRequests(page);
    const person = newPerson();
    await page.goto('/register');
    await fillIn(page, person, 'something else');
    await registerButton(page).click();
    await expect(page.getByText('Passwords do not match!', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Confirm Password')).toBeFocused();
    expect(requests()).toBe(0);
    await page.getByLabel('Confirm Password').fill(person.password);
    await registerButton(page).click();
    await expect(page).toHaveURL('/login');
    expect(requests()).toBe(1);
  });

  test('says that somebody has the email, under the field too, and keeps what was typed', async ({
    page,
  }) => {
    const existing = await registerPerson();
    const person = { ...newPerson(), email: existing.email.toUpperCase() };
    await page.goto('/register');
    await fillIn(page, person);
    await registerButton(page).click();
    await expect(failure(page)).toContainText('Somebody already has this email.');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Somebody already has this email\./);
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Phone Number')).toHaveValue(person.phoneNumber);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
    expect(await canSignIn(person)).toBe(false);
  });

  test('says that somebody has the phone number', async ({ page }) => {
    const { phoneNumber } = await registerPerson();
    await page.goto('/register');
    await fillIn(page, { ...newPerson(), phoneNumber });
    await registerButton(page).click();
    await expect(failure(page)).toContainText('Somebody already has this phone number.');
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
      /already has this phone number/,
    );
  });

  test('refuses a password that everybody uses', async ({ page }) => {
    await page.goto('/register');
    await fillIn(page, { ...newPerson(), password: 'password123' });
    await registerButton(page).click();
    await expect(failure(page)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  });

  test('makes one account when the answer is lost and the button is pressed again', async ({ page }) => {
    const person = newPerson();
    let lost = 0;
    await page.route('**/api/register', async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      // The server does the work, the answer never arrives.
      await route.fetch();
      return route.abort();
    });
    await page.goto('/register');
    await fillIn(page, person);
    await registerButton(page).click();
    await expect(failure(page)).toContainText('The server cannot be reached.');
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await registerButton(page).click();
    await expect(page.getByText('Registration Sucessful', { exact: true })).toBeVisible();
    expect(await canSignIn(person)).toBe(true);
  });

  test('has no accessibility findings, with and without errors', async ({ page }) => {
    await page.goto('/register');
    await expect(registerButton(page)).toBeVisible();
    await expectAccessible(page);
    await registerButton(page).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await expectAccessible(page);
  });
});
