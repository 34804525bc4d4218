import { expectAccessible } from './accessibility.ts';
import {
  asAdmin,
  button,
  countOf,
  expectFields,
  expectValues,
  field,
  fill,
  newSupplier,
  newUser,
  title,
} from './catalogue-scene.ts';
import { toast } from './orders-scene.ts';
import { canSignIn, newPerson, type Person } from './people.ts';
import { call, expect, test, useSession } from './test.ts';

test.beforeEach(async ({ page }) => {
  await useSession(page, await asAdmin());
});

const typedFor = (person: Person) => ({
  'First Name': person.firstName,
  'Last Name': person.lastName,
  Email: person.email,
  'Phone Number': person.phoneNumber,
  Password: person.password,
  'Confirm Password': person.password,
});

test.describe('Add New User', () => {
  test('has its fields, compares the passwords, and adds one user on a double click', async ({ page }) => {
    const person = newPerson();
    await page.goto('/app/users');
    await page.getByRole('main').getByRole('link', { name: 'Add User' }).click();
    await expect(page).toHaveURL('/app/adduser');
    await expect(title(page)).toHaveText('Add New User');
    await expectFields(page, {
      'First Name': { type: 'text', required: true },
      'Last Name': { type: 'text', required: true },
      Email: { type: 'email', required: true },
      'Phone Number': { type: 'number', required: true },
      Role: { required: true },
      Password: { type: 'password', required: true },
      'Confirm Password': { type: 'password', required: true },
    });
    const offered = field(page, 'Role').locator('option:not([value=""])');
    await expect(offered).toHaveText(['admin', 'user', 'supplier']);

    let sent = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/register')) sent += 1;
    });
    await fill(page, { ...typedFor(person), 'Confirm Password': 'something else' });
    await field(page, 'Role').selectOption('user');
    await button(page, 'Add User').click();
    await expect(page.getByText('Passwords do not match!', { exact: true })).toBeVisible();
    await expect(field(page, 'Confirm Password')).toBeFocused();
    expect(sent).toBe(0);

    await field(page, 'Confirm Password').fill(person.password);
    await button(page, 'Add User').dblclick();
    await expect(toast(page, 'User added sucessfully')).toBeVisible();
    await expect(page).toHaveURL('/app/users');
    await expect(page.getByRole('row').filter({ hasText: person.email })).toHaveCount(1);
    expect(sent).toBe(1);
    expect(await countOf('/api/users', person.email)).toBe(1);
    expect(await canSignIn(person)).toBe(true);
  });

  test('says what is missing and what the server refused under the fields, and keeps what was typed', async ({
    page,
  }) => {
    const taken = await newUser('user');
    await page.goto('/app/adduser');
    await button(page, 'Add User').click();
    await expect(page.getByText('This field is required.')).toHaveCount(6);
    await expect(page.getByText('A password has at least 8 characters.')).toBeVisible();
    await expect(field(page, 'First Name')).toBeFocused();
    await expectAccessible(page);

    const typed = { ...typedFor(newPerson()), Email: taken.email.toUpperCase() };
    await fill(page, typed);
    await field(page, 'Role').selectOption('admin');
    await button(page, 'Add User').click();
    await expect(toast(page, 'Failed to add user')).toContainText('Somebody already has this email.');
    await expect(field(page, 'Email')).toHaveAccessibleDescription(/Somebody already has this email/);
    await expectValues(page, { ...typed, Role: 'admin' });
    await expect(page).toHaveURL('/app/adduser');
  });

  test('links a supplier to their companies', async ({ page }) => {
    const [person, company] = [newPerson(), await newSupplier()];
    await page.goto('/app/adduser');
    await fill(page, typedFor(person));
    await expect(page.getByRole('combobox', { name: 'Companies' })).toHaveCount(0);
    await field(page, 'Role').selectOption('supplier');
    await page.getByRole('combobox', { name: 'Companies' }).fill(company.supplierName);
    await page.getByRole('option', { name: company.supplierName }).click();
    await page.keyboard.press('Escape');
    await button(page, 'Add User').click();
    await expect(toast(page, 'User added sucessfully')).toBeVisible();
    const admin = await asAdmin();
    const found = await call<{ results: { userId: number }[] }>(
      admin,
      'GET',
      `/api/users?search=${person.email}`,
    );
    expect(await call(admin, 'GET', `/api/users/${found.results[0]?.userId}`)).toMatchObject({
      role: 'supplier',
      supplierIds: [company.supplierId],
    });
  });
});

test.describe('Update User', () => {
  test('requires nothing, offers admin and user, and saves', async ({ page }) => {
    const person = await newUser('user');
    await page.goto(`/app/users?search=${person.email}`);
    await page.getByRole('link', { name: `Edit ${person.firstName} ${person.lastName}` }).click();
    await expect(page).toHaveURL(`/app/updateuser/${person.userId}`);
    await expect(title(page)).toHaveText('Update User');
    await expectValues(page, {
      'First Name': person.firstName,
      'Last Name': person.lastName,
      'Phone Number': person.phoneNumber,
      Role: 'user',
    });
    await expectFields(page, {
      'First Name': { required: false },
      'Last Name': { required: false },
      'Phone Number': { type: 'number', required: false },
      Role: { required: false },
    });
    await expect(field(page, 'Role').locator('option')).toHaveText(['admin', 'user']);
    await expectAccessible(page);
    await fill(page, { 'First Name': 'Neema', 'Last Name': '' });
    await button(page, 'Update User').click();
    await expect(toast(page, 'User Updated')).toBeVisible();
    await expect(page).toHaveURL('/app/users');
    expect(await call(await asAdmin(), 'GET', `/api/users/${person.userId}`)).toMatchObject({
      firstName: 'Neema',
      lastName: person.lastName,
      role: 'user',
    });
  });

  test('keeps a supplier a supplier, and says why it failed', async ({ page }) => {
    const [person, other] = [await newUser('supplier'), await newUser('user')];
    await page.route('**/api/users/*', (route) => route.abort());
    await page.goto(`/app/updateuser/${person.userId}`);
    await expect(page.getByText('Error occurred while fetching data')).toBeVisible();
    await page.unroute('**/api/users/*');
    await button(page, 'Retry').click();
    await expect(field(page, 'Role').locator('option')).toHaveText(['admin', 'user', 'supplier']);
    await expect(field(page, 'Role')).toHaveValue('supplier');
    await fill(page, { 'First Name': 'Pendo', 'Phone Number': other.phoneNumber });
    await button(page, 'Update User').click();
    await expect(toast(page, 'Failed to update user')).toContainText('phone number');
    await expect(field(page, 'Phone Number')).toHaveAccessibleDescription(/Somebody already has this phone/);
    await expectValues(page, { 'First Name': 'Pendo', 'Phone Number': other.phoneNumber });
    await field(page, 'Phone Number').fill(person.phoneNumber);
    await button(page, 'Update User').click();
    await expect(toast(page, 'User Updated')).toBeVisible();
    expect(await call(await asAdmin(), 'GET', `/api/users/${person.userId}`)).toMatchObject({
      firstName: 'Pendo',
      role: 'supplier',
    });
  });
});

test('deleting a user asks first and refreshes the list in place', async ({ page }) => {
  const person = await newUser('user');
  const at = `/app/users?search=${person.email}`;
  await page.goto(at);
  const remove = page.getByRole('button', { name: `Delete ${person.firstName} ${person.lastName}` });
  await remove.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('Are you sure you want to delete this User?');
  await expect(question).toContainText(person.email);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await countOf('/api/users', person.email)).toBe(1);

  await page.route('**/api/deleteuser/*', (route) => route.abort());
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Delete failed')).toBeVisible();
  await page.unroute('**/api/deleteuser/*');
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'User Deleted')).toBeVisible();
  await expect(page.getByText('No Data', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(at);
  expect(await canSignIn(person)).toBe(false);
});
