// Every screen of the signed-in area × every role. The table is SPEC.md's, written out again: a screen that is opened to
// somebody by mistake has to be mistaken twice.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { call, expect, sessionOf, test, useSession, type Account, type Session } from './test.ts';

const everyone: readonly Account[] = ['admin', 'user', 'supplier'];
const traders: readonly Account[] = ['admin', 'supplier'];
const admins: readonly Account[] = ['admin'];

type Place = Readonly<Record<'supplierId' | 'productId' | 'orderId' | 'userId', number | string>>;

/** Who may open it, where it is, and the heading it then has. */
type ScreenRow = readonly [who: readonly Account[], path: (place: Place) => string, heading: RegExp];

// prettier-ignore
const screens: readonly ScreenRow[] = [
  [everyone, () => 'dashboard', /DashBoard$/],
  [admins, () => 'users', /^All Users$/],
  [admins, () => 'adduser', /^Add New User$/],
  [admins, ({ userId }) => `updateuser/${userId}`, /^Update User$/],
  [traders, () => 'suppliers', /^Suppliers$/],
  [traders, () => 'createsupplier', /^Add New Supplier$/],
  [traders, ({ supplierId }) => `updatesupplier/${supplierId}`, /^Update Supplier$/],
  [traders, ({ supplierId }) => `mysupplies/${supplierId}`, /^Products of /],
  [traders, () => 'orders', /^All Orders$/],
  [everyone, () => 'myorders', /^My Orders$/],
  [everyone, () => 'createorder', /^Add New Order$/],
  [everyone, ({ orderId }) => `order/${orderId}`, /^Order \d+/],
  [everyone, () => 'products', /^Products$/],
  [traders, ({ supplierId }) => `createproduct/${supplierId}`, /^Add New Product$/],
  [traders, ({ productId }) => `updateproduct/${productId}`, /^Update Product$/],
  [traders, ({ productId }) => `stock/${productId}`, /^Stock of /],
  [admins, () => 'categories', /^Categories$/],
  [traders, () => 'payments', /^Payments$/],
  [everyone, () => 'profile', /^Profile$/],
  [admins, () => 'audit', /^Audit Log$/],
];

const firstOf = async <Row>(session: Session, path: string): Promise<Row> => {
  const { results } = await call<{ results: Row[] }>(session, 'GET', `${path}?limit=1`);
  if (results[0] === undefined) throw new Error(`${path} is empty`);
  return results[0];
};

/** Rows that the role may see, where it may see any: only the screen itself is in question here. */
async function placeFor(session: Session): Promise<Place> {
  const supplier = await sessionOf('supplier');
  const { supplierId } = await firstOf<{ supplierId: number }>(supplier, '/api/suppliers');
  const { productId } = await firstOf<{ productId: number }>(supplier, `/api/products/${supplierId}`);
  const ofRole = session.data.role === 'user' ? `/api/orders/${session.data.userId}` : '/api/orders';
  const { orderId } = await firstOf<{ orderId: number }>(session, ofRole);
  return { supplierId, productId, orderId, userId: supplier.data.userId };
}

/** By the app's own router: twenty screens in one page load. */
const go = (page: Page, path: string): Promise<void> =>
  page.evaluate(
    `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate', { state: {} }));`,
  );

for (const role of everyone) {
  test(`the ${role} opens the screens of that role and no other`, async ({ page }) => {
    test.slow();
    const session = await sessionOf(role);
    const place = await placeFor(session);
    await useSession(page, session);
    await page.goto('/app/profile');
    const title = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Profile');
    for (const [who, pathOf, heading] of screens) {
      const path = `/app/${pathOf(place)}`;
      await go(page, path);
      if (who.includes(role)) {
        await expect(title, path).toHaveText(heading);
        await expect(page, path).toHaveURL(path);
      } else {
        await expect(title, path).toHaveText('403 Unauthorised');
        await expect(page, path).toHaveURL('/app/unauthorised');
      }
    }
  });
}

test('a screen opened by its address is guarded as well', async ({ page, signInAs }) => {
  await signInAs('user');
  await page.goto('/app/users');
  await expect(page.getByRole('heading', { name: '403 Unauthorised' })).toBeVisible();
  await expect(page.getByText('...Oops you are not authorised to view this page')).toBeVisible();
});

test('no screen of the app is missing in this table', async () => {
  const source = await readFile(new URL('../web/src/app/screens.tsx', import.meta.url), 'utf8');
  const registered = [...source.matchAll(/\{ path: '([^']+)'/g)].map(([, path]) => path);
  const place = { supplierId: ':id', productId: ':id', orderId: ':id', userId: ':id' };
  const tested = screens.map(([, pathOf]) => pathOf(place));
  expect(new Set(tested)).toEqual(new Set(registered));
});
