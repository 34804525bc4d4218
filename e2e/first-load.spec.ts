// How a page opened by its address comes up: all its files asked for at once, in the right colours, and nothing jumps.
import type { Page } from '@playwright/test';
import { watchShifts } from './shifts.ts';
import { expect, test } from './test.ts';

const pages = [
  ['/login', 'Ghala'],
  ['/app/dashboard', 'Admin DashBoard'],
  ['/app/orders', 'All Orders'],
  ['/app/createorder', 'Add New Order'],
  ['/app/order/1', /^Order/],
] as const;

const open = async (page: Page, path: string, heading: string | RegExp): Promise<void> => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
};

for (const [path, heading] of pages) {
  test(`${path} asks for all its files at once`, async ({ page, signInAs }) => {
    if (path.startsWith('/app/')) await signInAs('admin');
    const fetched = new Set<string>();
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType()))
        fetched.add(new URL(request.url()).pathname);
    });
    const html = await (await page.request.get(path)).text();
    await open(page, path, heading);
    const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(0);
    expect(fetched).toEqual(new Set(named));
  });
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const) {
  test(`nothing jumps while pages load on ${device}`, async ({ page, signInAs }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript({ content: watchShifts });
    for (const [path, heading] of pages) {
      if (path === '/app/dashboard') await signInAs('admin');
      await open(page, path, heading);
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('shifts'), path).toEqual([]);
    }
  });
}

test('a page begins in the colours that were chosen, before any script has come', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'));
  await page.route(/\/assets\/.*\.(js|css)/, (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('main')).toHaveText('Loading....');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(20, 25, 29)');
});

test('errors know where they were made once the page is there', async ({ page }) => {
  await open(page, '/login', 'Ghala');
  expect(await page.evaluate('Error("late").stack')).toContain('Error: late');
});
