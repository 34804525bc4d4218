import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { canSignIn, isAlive, newPhoneNumber, registerPerson } from './people.ts';
import { codeSentTo, failGatewayFor, messagesTo } from './sandbox-phone.ts';
import { expect, newSession, test } from './test.ts';

const newPassword = 'kahawa na maziwa 9';

const getCode = (page: Page) => page.getByRole('button', { name: 'Get Code', exact: true });
const reset = (page: Page) => page.getByRole('button', { name: 'Reset Password', exact: true });
const failure = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });

async function askForCode(page: Page, phoneNumber: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Phone Number').fill(phoneNumber);
  await getCode(page).click();
  await expect(page.getByText('Reset code sent! Check phone.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/password-reset');
}

async function fillIn(page: Page, otp: string, password = newPassword, confirmation = password) {
  await page.getByLabel('OTP Code').fill(otp);
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(confirmation);
}

test.describe('a forgotten password', () => {
  test('is replaced with the code on the phone, once, and every session ends', async ({ page }) => {
    const person = await registerPerson();
    const elsewhere = await newSession(person);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot Password' }).click();
    await page.getByLabel('Phone Number').fill(person.phoneNumber);
    await getCode(page).click();
    await expect(page.getByText('Reset code sent! Check phone.', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/password-reset');
    await expect(page.getByLabel('Phone Number')).toHaveValue(person.phoneNumber);

    const code = await codeSentTo(person.phoneNumber);
    await fillIn(page, code === '000000' ? '000001' : '000000');
    await reset(page).click();
    await expect(failure(page, 'Failed to reset password')).toContainText('The code is wrong');
    await expect(page.getByLabel('OTP Code')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('New Password')).toHaveValue(newPassword);

    await page.getByLabel('OTP Code').fill(code);
    await reset(page).click();
    await expect(page.getByText('Password reset sucessful', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/login');
    expect(await isAlive(elsewhere)).toBe(false);
    expect(await canSignIn(person)).toBe(false);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(newPassword);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL('/app/dashboard');

    await page.goto('/password-reset');
    await page.getByLabel('Phone Number').fill(person.phoneNumber);
    await fillIn(page, code, 'another password again');
    await reset(page).click();
    await expect(failure(page, 'Failed to reset password')).toContainText('no longer works');
    expect(await canSignIn({ ...person, password: newPassword })).toBe(true);
  });

  test('has the fields and types it is asked to have', async ({ page }) => {
    await page.goto('/forgot-password');
    await expect(page.getByLabel('Phone Number')).toHaveAttribute('type', 'number');
    await page.goto('/password-reset');
    for (const [label, type, autocomplete] of [
      ['Phone Number', 'number', 'tel-national'],
      ['OTP Code', 'number', 'one-time-code'],
      ['New Password', 'password', 'new-password'],
      ['Confirm Password', 'password', 'new-password'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('type', type);
      await expect(field).toHaveAttribute('autocomplete', autocomplete);
      await expect(field).toHaveAttribute('required');
    }
  });

  test('sends nothing while the two passwords differ, and the button works again', async ({ page }) => {
    const person = await registerPerson();
    await askForCode(page, person.phoneNumber);
    const code = await codeSentTo(person.phoneNumber);
    let requests = 0;
    await page.route('**/api/resetpassword', (route) => {
      requests += 1;
      return route.continue();
    });
    await fillIn(page, code, newPassword, 'something else');
    await reset(page).click();
    await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
    expect(requests).toBe(0);
    await expect(reset(page)).toBeEnabled();
    await page.getByLabel('Confirm Password').fill(newPassword);
    await reset(page).click();
    await expect(page).toHaveURL('/login');
    expect(requests).toBe(1);
  });

  test('is answered alike for a number that nobody has', async ({ page }) => {
    const phoneNumber = newPhoneNumber();
    await askForCode(page, phoneNumber);
    expect(await messagesTo(phoneNumber)).toEqual([]);
  });

  test('keeps the number over a reload and on the way back to another code', async ({ page }) => {
    const { phoneNumber } = await registerPerson();
    await askForCode(page, phoneNumber);
    await page.reload();
    await expect(page.getByLabel('Phone Number')).toHaveValue(phoneNumber);
    await page.getByRole('link', { name: 'Get another code' }).click();
    await expect(page.getByLabel('Phone Number')).toHaveValue(phoneNumber);
    await getCode(page).click();
    await expect(failure(page, 'Failed to send code')).toContainText(/wait \d+ seconds/);
    await expect(page).toHaveURL('/forgot-password');
  });

  test('says so when the gateway fails, and works once it is back', async ({ page }) => {
    const { phoneNumber } = await registerPerson();
    await failGatewayFor(phoneNumber, true);
    await page.goto('/forgot-password');
    await page.getByLabel('Phone Number').fill(phoneNumber);
    await getCode(page).click();
    await expect(failure(page, 'Failed to send code')).toBeVisible();
    await expect(page).toHaveURL('/forgot-password');
    await expect(page.getByLabel('Phone Number')).toHaveValue(phoneNumber);
    await failGatewayFor(phoneNumber, false);
    await getCode(page).click();
    await expect(page).toHaveURL('/password-reset');
    expect(await codeSentTo(phoneNumber)).toMatch(/^\d{6}$/);
  });

  test('judges the fields before it asks the server', async ({ page }) => {
    let requests = 0;
    await page.route(/\/api\/(forgot|reset)password$/, (route) => {
      requests += 1;
      return route.continue();
    });
    await page.goto('/forgot-password');
    await getCode(page).click();
    await expect(page.getByText('This field is required.')).toBeVisible();
    await page.getByLabel('Phone Number').fill('12345');
    await getCode(page).click();
    await expect(page.getByText('This is not a Kenyan mobile number, such as 0712345678.')).toBeVisible();
    await page.goto('/password-reset');
    await fillIn(page, '1234567', 'short');
    await reset(page).click();
    await expect(page.getByText('The code has 6 digits.')).toBeVisible();
    await expect(page.getByText('A password has at least 8 characters.')).toBeVisible();
    await expect(page.getByLabel('Phone Number')).toBeFocused();
    expect(requests).toBe(0);
  });

  test('links to the demo phone, where the code is', async ({ page, context }) => {
    const person = await registerPerson();
    await askForCode(page, person.phoneNumber);
    const code = await codeSentTo(person.phoneNumber);
    const phonePage = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Open the demo phone' }).click();
    await expect((await phonePage).getByText(code)).toBeVisible();
  });

  for (const path of ['/forgot-password', '/password-reset']) {
    test(`has no accessibility findings at ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByLabel('Phone Number')).toBeVisible();
      await expectAccessible(page);
    });
  }
});
