// Nothing that can be pressed moves away from under the finger, in whichever order the answers to a page come.
import type { Page, Route } from '@playwright/test';
import { watchShifts } from './shifts.ts';
import { expect, test } from './test.ts';

const pages = [
  '/app/dashboard',
  '/app/users',
  '/app/adduser',
  '/app/updateuser/1',
  '/app/suppliers',
  '/app/updatesupplier/1',
  '/app/mysupplies/1',
  '/app/orders',
  '/app/myorders',
  '/app/createorder',
  '/app/order/1',
  '/app/products',
  '/app/createproduct/1',
  '/app/updateproduct/1',
  '/app/stock/1',
  '/app/categories',
  '/app/payments',
  '/app/profile',
  '/app/audit',
];

/** Two frames: what an answer changes has been drawn by then. */
const drawn = (page: Page) =>
  page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');

for (const [device, order, viewport] of [
  ['a desktop', 'the first one first', { width: 1440, height: 900 }],
  ['a desktop', 'the last one first', { width: 1440, height: 900 }],
  ['a phone', 'the last one first', { width: 360, height: 740 }],
] as const) {
  test(`nothing jumps on ${device} when answers come one by one, ${order}`, async ({ page, signInAs }) => {
    await signInAs('admin');
    await page.setViewportSize(viewport);
    await page.addInitScript({ content: watchShifts });
    const held: Route[] = [];
    await page.route('**/api/**', (route) => void held.push(route));
    await page.route('**/api/events*', (route) => route.abort());
    const found: Record<string, unknown> = {};
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole('banner')).toBeVisible();
      for (;;) {
        await page.waitForLoadState('load');
        await drawn(page);
        const route = order === 'the first one first' ? held.shift() : held.pop();
        if (route === undefined) break;
        await route.continue();
        // None if the page before this one had asked for it, or nobody needs it any more.
        const response = await route.request().response();
        await response?.finished();
      }
      const shifts = (await page.evaluate('shifts')) as unknown[];
      if (shifts.length > 0) found[path] = shifts;
    }
    expect(found).toEqual({});
  });
}
