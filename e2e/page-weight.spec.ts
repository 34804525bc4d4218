// What a page costs a phone: the bytes of every script, style and font it fetches when opened by its address.
import type { Page } from '@playwright/test';
import { accounts, call, expect, newSession, test, useSession } from './test.ts';

const loginScriptsKb = 120;
const listScreenKb = 200;
interface Weight {
  scripts: number;
  all: number;
  zod: boolean;
}

async function weigh(page: Page, path: string, heading: string | RegExp): Promise<Weight> {
  const weighed: Promise<{ type: string; bytes: number; text: string }>[] = [];
  page.on('requestfinished', (request) => {
    const type = request.resourceType();
    if (!['script', 'stylesheet', 'font'].includes(type)) return;
    weighed.push(
      (async () => {
        const response = await request.response();
        const { responseBodySize } = await request.sizes();
        return {
          type,
          bytes: responseBodySize,
          text: type === 'script' ? ((await response?.text()) ?? '') : '',
        };
      })(),
    );
  });
  // The live stream is the last thing a signed-in page asks for, once it has all it shows.
  const settled = path.startsWith('/app/') ? page.waitForRequest('**/api/events') : null;
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await (settled ?? page.waitForLoadState('networkidle'));
  const files = await Promise.all(weighed);
  const kb = (some: typeof files): number => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return {
    scripts: kb(files.filter(({ type }) => type === 'script')),
    all: kb(files),
    zod: files.some(({ text }) => text.includes('ZodError')),
  };
}

test(`the login screen takes no more than ${loginScriptsKb} KB of script`, async ({ page }) => {
  const { scripts, zod } = await weigh(page, '/login', 'Ghala');
  expect(scripts).toBeGreaterThan(0);
  expect(scripts).toBeLessThanOrEqual(loginScriptsKb);
  expect(zod, 'the schemas are for pages that check input').toBe(false);
});

test(`Add New Order takes no more than ${listScreenKb} KB in all`, async ({ page }) => {
  await useSession(page, await newSession(accounts.admin));
  const { all, zod } = await weigh(page, '/app/createorder', 'Add New Order');
  expect(all).toBeLessThanOrEqual(listScreenKb);
  expect(zod, 'the schema comes when somebody begins to fill in the form').toBe(false);
});

for (const [name, heading, checksInput] of [
  ['users', 'All Users', false],
  ['suppliers', 'Suppliers', false],
  ['mysupplies', /^Products of /, false],
  ['products', 'Products', false],
  ['orders', 'All Orders', false],
  ['myorders', 'My Orders', false],
  ['payments', 'Payments', false],
  ['audit', 'Audit Log', false],
  ['categories', 'Categories', true],
] as const) {
  test(`the list of ${name} takes no more than ${listScreenKb} KB in all`, async ({ page }) => {
    const session = await newSession(accounts.admin);
    await useSession(page, session);
    const path = name === 'mysupplies' ? `mysupplies/${await firstSupplier()}` : name;
    const { all, zod } = await weigh(page, `/app/${path}`, heading);
    expect(all).toBeGreaterThan(0);
    expect(all).toBeLessThanOrEqual(listScreenKb);
    expect(zod, 'the schemas are for pages that check input').toBe(checksInput);

    async function firstSupplier(): Promise<number> {
      const { results } = await call<{ results: { supplierId: number }[] }>(
        session,
        'GET',
        '/api/suppliers?limit=1',
      );
      return results[0]?.supplierId ?? 0;
    }
  });
}
