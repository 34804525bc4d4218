import { expectAccessible } from './accessibility.ts';
import { registerPerson, registerThemselves, type Person } from './people.ts';
import { call, expect, newSession, test, useSession } from './test.ts';

/** Somebody whose name has been changed once: two entries about them, and one for their sign-in. */
async function leaveTraces(): Promise<Person> {
  const person = await registerThemselves();
  const session = await newSession(person);
  await call(session, 'PUT', '/api/profile', { firstName: 'Neema' });
  return person;
}

test.describe('the audit log', () => {
  test('is opened from the top bar and searched', async ({ page, signInAs }) => {
    const person = await leaveTraces();
    await signInAs('admin');
    await page.goto('/app/dashboard');
    await page.getByRole('banner').getByRole('button', { name: /admin/ }).click();
    await page.getByRole('menuitem', { name: 'Audit Log' }).click();
    await expect(page).toHaveURL('/app/audit');
    await expect(page.getByRole('heading', { name: /^Showing \d+ out of \d+ entries$/ })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search entries' }).fill(person.lastName);
    await expect(page.getByRole('heading', { name: 'Showing 3 out of 3 entries' })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'session.started' })).toHaveCount(1);
    await expect(page.getByRole('row').filter({ hasText: 'user.created' })).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Showing 3 out of 3 entries' })).toBeVisible();
    await page.getByLabel('About').selectOption('session');
    await expect(page.getByRole('heading', { name: 'Showing 1 out of 1 entries' })).toBeVisible();
    await page.getByLabel('To day').fill('2021-01-01');
    await expect(page.getByText('No Data')).toBeVisible();
  });

  test('shows an entry before and after, and leads on from it', async ({ page, signInAs }) => {
    const person = await leaveTraces();
    await signInAs('admin');
    await page.goto(`/app/audit?search=${person.lastName}&subjectType=user`);
    await expect(page.getByRole('heading', { name: 'Showing 2 out of 2 entries' })).toBeVisible();
    // Newest first.
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('row').filter({ hasText: 'Zawadi' })).toContainText('Neema');
    await expect(dialog).not.toContainText(person.password);
    await dialog.getByRole('button', { name: /^All by/ }).click();
    await expect(page).toHaveURL(/[?]actorUserId=\d+$/);
    await expect(page.getByRole('heading', { name: 'Showing 3 out of 3 entries' })).toBeVisible();
    await page.getByRole('button', { name: /^Remove filter: By user/ }).click();
    await expect(page).toHaveURL('/app/audit');
  });

  test('is found by the command palette', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/dashboard');
    await expect(page.getByText('Admin DashBoard')).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to…').fill('audit');
    await expect(page.getByRole('dialog').getByRole('button')).toHaveText(['Audit Log']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/app/audit');
  });

  test('is for admins alone, and has no place in the side menu', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/audit');
    await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).not.toContainText('Audit');
  });

  test('is not shown to others', async ({ page }) => {
    await useSession(page, await newSession(await registerPerson()));
    await page.goto('/app/audit');
    await expect(page.getByText('403 Unauthorised')).toBeVisible();
    await page.getByRole('button', { name: /Zawadi/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Audit Log' })).toHaveCount(0);
  });

  for (const part of ['list', 'details']) {
    test(`has no accessibility findings in its ${part}`, async ({ page, signInAs }) => {
      const person = await leaveTraces();
      await signInAs('admin');
      await page.goto(`/app/audit?search=${person.lastName}&subjectType=user`);
      await expect(page.getByRole('heading', { name: 'Showing 2 out of 2 entries' })).toBeVisible();
      if (part === 'details') {
        await page
          .getByRole('button', { name: /^Details of/ })
          .first()
          .click();
        await expect(page.getByRole('dialog')).toBeVisible();
      }
      await expectAccessible(page);
    });
  }
});
