import type { Request } from '@playwright/test';
import { adminSession, newCustomer, newProduct, orderOf, placeOrder } from './orders-scene.ts';
import { call, expect, test } from './test.ts';

/** Generous: this shows that it arrives; how fast is measured elsewhere. */
const live = { timeout: 30_000 };

test("another person's order appears and changes on an open list, which keeps its place", async ({
  page,
  signInAs,
}) => {
  const product = await newProduct();
  const customer = await newCustomer();
  await signInAs('admin');
  await page.goto(`/app/orders?search=${encodeURIComponent(product.productName)}`);
  await expect(page.getByText('No Data')).toBeVisible();
  const heard = page.waitForResponse('**/api/events');
  await page.reload();
  await heard;

  const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
  const row = page.getByRole('row').filter({ hasText: product.productName });
  await expect(row).toContainText('Pending', live);
  const focused = row.getByRole('link', { name: String(orderId), exact: true });
  await focused.focus();

  await call(customer.session, 'POST', `/api/order/${orderId}/cancel`, {});
  await expect(row).toContainText('Cancelled', live);
  await expect(focused).toBeFocused();
});

test("the customer's own page follows what the shop does", async ({ page }) => {
  const product = await newProduct();
  const customer = await newCustomer(page);
  const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
  await page.goto(`/app/order/${orderId}`);
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await call(await adminSession(), 'POST', `/api/order/${orderId}/deliver`, {});
  await expect(page.getByRole('region', { name: 'Payment', exact: true })).toContainText('Paid', live);
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
});

test('what happened while the line was down is there when it is back', async ({ page, context }) => {
  const product = await newProduct();
  const customer = await newCustomer(page);
  const { orderId } = await placeOrder(customer, product, 'Cash on delivery');
  await page.goto('/app/myorders');
  const row = page.getByRole('row').filter({ hasText: product.productName });
  await expect(row).toContainText('Pending');
  await context.setOffline(true);
  await call(customer.session, 'POST', `/api/order/${orderId}/cancel`, {});
  expect(await orderOf(customer, orderId)).toMatchObject({ status: 'cancelled' });
  await context.setOffline(false);
  await expect(row).toContainText('Cancelled', live);
});

test('the stream ends with the session', async ({ page }) => {
  const isStream = (request: Request) => request.url().endsWith('/api/events');
  const open = new Set<Request>();
  page.on('request', (request) => isStream(request) && open.add(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('requestfinished', (request) => open.delete(request));
  await newCustomer(page);
  await page.clock.install();
  await page.goto('/app/myorders');
  // The collected requests are looked at: one that came while the page still loaded counts as well.
  await expect.poll(() => open.size).toBe(1);
  await page.getByRole('button', { name: /Zawadi/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect.poll(() => open.size).toBe(0);
  // Longer than any wait before a new connection.
  await page.clock.runFor(60_000);
  expect(open.size).toBe(0);
});
