import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { call, consoleUrl, expect, test, type Account } from './test.ts';

const menuOf = (page: Page): Locator => page.locator('#side-menu');
const toggleOf = (page: Page): Locator => page.getByRole('button', { name: 'Toggle menu' });

type MenuLink = readonly [text: string, href: string];

const dashboard: MenuLink = ['Dashboard', '/app/dashboard'];
const users: MenuLink[] = [
  ['All Users', '/app/users'],
  ['Add User', '/app/adduser'],
];
const suppliers: MenuLink[] = [
  ['Suppliers', '/app/suppliers'],
  ['Add Supplier', '/app/createsupplier'],
];
const allOrders: MenuLink = ['All Orders', '/app/orders'];
const ownOrders: MenuLink[] = [
  ['My Orders', '/app/myorders'],
  ['Create Order', '/app/createorder'],
];
const products: MenuLink = ['Products', '/app/products'];
const payments: MenuLink = ['Payments', '/app/payments'];

const menus: Readonly<Record<Account, { groups: string[]; links: MenuLink[] }>> = {
  admin: {
    groups: ['Users', 'Suppliers', 'Orders'],
    links: [dashboard, ...users, ...suppliers, allOrders, ...ownOrders, products, payments],
  },
  supplier: {
    groups: ['Suppliers', 'Orders'],
    links: [dashboard, ...suppliers, allOrders, ...ownOrders, products, payments],
  },
  user: { groups: ['Orders'], links: [dashboard, ...ownOrders, products] },
};

test.describe('the side menu', () => {
  for (const role of ['admin', 'supplier', 'user'] as const) {
    test(`has the links of the ${role}, and the top bar says who it is`, async ({ page, signInAs }) => {
      const { data } = await signInAs(role);
      await page.goto('/app/dashboard');
      const menu = menuOf(page);
      await expect(menu.getByRole('heading', { name: 'Ghala', exact: true })).toBeVisible();
      const links = () =>
        menu
          .getByRole('link')
          .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]));
      await expect.poll(links).toEqual(menus[role].links);
      const groups = menu.locator('ul[aria-labelledby]');
      await expect(groups).toHaveCount(menus[role].groups.length);
      for (const group of menus[role].groups) {
        await expect(menu.getByRole('list', { name: group, exact: true })).toBeVisible();
      }

      const bar = page.getByRole('banner');
      await expect(bar.getByRole('img', { name: 'Profile' })).toHaveJSProperty('complete', true);
      await expect(bar.getByText(`${data.firstName} ${data.lastName}`, { exact: true })).toBeVisible();
      await expect(bar.getByText(role, { exact: true })).toBeVisible();
      await bar.getByRole('button', { name: data.firstName }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign Out', exact: true })).toBeVisible();
    });
  }

  test('is open above 900 px and closed at 900 px, and the button toggles it', async ({ page, signInAs }) => {
    await signInAs('user');
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto('/app/dashboard');
    const link = menuOf(page).getByRole('link', { name: 'Products' });
    const opened = async (): Promise<void> => {
      await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'true');
      await expect(link).toBeInViewport();
    };
    const closed = async (): Promise<void> => {
      await expect(toggleOf(page)).toHaveAttribute('aria-expanded', 'false');
      await expect(link).not.toBeInViewport();
    };
    await closed();
    await page.setViewportSize({ width: 901, height: 800 });
    await opened();
    await toggleOf(page).click();
    await closed();
    await toggleOf(page).click();
    await opened();
    await page.setViewportSize({ width: 900, height: 800 });
    await closed();

    await toggleOf(page).click();
    await opened();
    await page.keyboard.press('Escape');
    await closed();
    await toggleOf(page).click();
    await link.click();
    await expect(page).toHaveURL('/app/products');
    await closed();

    await page.setViewportSize({ width: 901, height: 800 });
    await page.reload();
    await opened();
  });

  test('stays the same while screens change, and marks where one is', async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/dashboard');
    const menu = menuOf(page);
    await menu.evaluate((element) => element.setAttribute('data-seen', 'yes'));
    for (const [text, href] of menus.admin.links.slice(1)) {
      await menu.getByRole('link', { name: text, exact: true }).click();
      await expect(page).toHaveURL(href);
      await expect(menu.locator('[aria-current="page"]')).toHaveText(text);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    }
    await expect(menu).toHaveAttribute('data-seen', 'yes');
  });
});

test.describe('the shell', () => {
  test("says 'Loading....' while a screen is on its way", async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.goto('/app/dashboard');
    await expect(page.getByRole('heading', { name: 'Admin DashBoard' })).toBeVisible();
    const gate = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await menuOf(page).getByRole('link', { name: 'All Users' }).click();
    await expect(page.getByText('Loading....', { exact: true })).toBeVisible();
    gate.resolve();
    await expect(page.getByRole('heading', { name: 'All Users' })).toBeVisible();
    await expect(page.getByText('Loading....', { exact: true })).toHaveCount(0);
  });

  test('goes to a screen by the command palette, and offers only those of the role', async ({
    page,
    signInAs,
  }) => {
    await signInAs('user');
    await page.goto('/app/dashboard');
    await expect(page.getByRole('heading', { name: 'Welcome to our DashBoard' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const box = page.getByPlaceholder('Go to…');
    await expect(box).toBeFocused();
    const offered = page.getByRole('dialog').getByRole('button');
    await expect(offered).toHaveText(['Dashboard', 'My Orders', 'Create Order', 'Products', 'Profile']);
    await box.fill('users');
    await expect(page.getByText('Nothing found')).toBeVisible();
    await box.fill('prod');
    await expect(offered).toHaveText(['Products']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/app/products');
    await expect(box).toHaveCount(0);
  });

  test('is dark or light as chosen, also after a reload', async ({ page, signInAs }) => {
    await signInAs('user');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/app/dashboard');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await page.getByRole('button', { name: 'Colours' }).click();
    await page.getByRole('menuitem', { name: 'Light' }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.reload();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.getByRole('button', { name: 'Colours' }).click();
    await page.getByRole('menuitem', { name: 'Dark' }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test.describe('the dashboard', () => {
  test('of the admin has three cards with the live numbers, each leading to its list', async ({
    page,
    signInAs,
  }) => {
    test.slow();
    const session = await signInAs('admin');
    await page.goto('/app/dashboard');
    await expect(page.getByRole('heading', { name: 'Admin DashBoard', exact: true })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByRole('link')).toHaveCount(3);
    for (const [label, list] of [
      ['All Users', 'users'],
      ['All Orders', 'orders'],
      ['All Payments', 'payments'],
    ] as const) {
      const card = main.getByRole('link', { name: label });
      await expect(card).toHaveAttribute('href', `/app/${list}`);
      // Other specs add rows meanwhile: the page and the server are compared until they meet.
      await expect(async () => {
        await page.reload();
        await expect(card).toHaveText(/\d/);
        const { total } = await call<{ total: number }>(session, 'GET', `/api/${list}?limit=1`);
        await expect(card).toHaveText(`${label}${total.toLocaleString('en-KE')}`, { timeout: 1000 });
      }).toPass();
    }
    await expectAccessible(page);
  });

  for (const role of ['user', 'supplier'] as const) {
    test(`welcomes the ${role} with links of their own`, async ({ page, signInAs }) => {
      await signInAs(role);
      await page.goto('/app/dashboard');
      await expect(
        page.getByRole('heading', { name: 'Welcome to our DashBoard', exact: true }),
      ).toBeVisible();
      const main = page.getByRole('main');
      await expect(
        main.getByText('To get started use the links on your left.', { exact: true }),
      ).toBeVisible();
      await expect(main).not.toContainText('All Payments');
      await expect(main.getByRole('link').first()).toBeVisible();
      const targets = await main
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(menus[role].links.map(([, href]) => href)).toEqual(expect.arrayContaining(targets));
      expect(targets).toContain('/app/createorder');
      await expectAccessible(page);
    });
  }
});

const unauthorised = ['403 Unauthorised', '...Oops you are not authorised to view this page'] as const;
const missing = ['404 Error', '...Oops looks like this page is Missing'] as const;

test('the 403 and 404 pages say so, inside and outside the app, and lead back', async ({
  page,
  signInAs,
}) => {
  await signInAs('user');
  for (const [path, [title, text]] of [
    ['/unauthorised', unauthorised],
    ['/app/unauthorised', unauthorised],
    ['/no/such/page', missing],
    ['/app/no/such/page', missing],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go Back', exact: true })).toHaveAttribute('href', '/');
    await expect(menuOf(page)).toHaveCount(path.startsWith('/app') ? 1 : 0);
    // The two pages are one component; what matters is whether the shell stands around it.
    if (path === '/unauthorised' || path === '/app/no/such/page') await expectAccessible(page);
  }
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL((url) => url.origin === consoleUrl() && !url.pathname.includes('such'));
});
