// The scene of order and payment specs: a customer and a product of their own, so that specs run beside each other.
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { registerPerson, type Person } from './people.ts';
import { call, expect, newSession, sessionOf, useSession, withoutLiveUpdates, type Session } from './test.ts';

export interface Product {
  productId: number;
  productName: string;
  productPrice: number;
  stocklevel: number;
  version: number;
}

export interface Customer {
  person: Person;
  session: Session;
}

export type Method = 'Cash on delivery' | 'Mpesa' | 'Paystack';

export interface OrderState {
  orderId: number;
  status: string;
  paymentStatus: string;
  paymentMethod: Method;
  attempts: { attemptId: number; state: string; message: string; authorizationUrl: string | null }[];
  payments: { paymentId: number; amount: number; state: string; receipt: string }[];
}

export const adminSession = (): Promise<Session> => sessionOf('admin');

interface ProductWish {
  price?: number;
  stock?: number;
  supplierId?: number | undefined;
  /** Any company but these. */
  notOf?: readonly number[];
}

export async function newProduct(wish: ProductWish = {}): Promise<Product> {
  const admin = await adminSession();
  const suppliers = await call<{ results: { supplierId: number }[] }>(
    admin,
    'GET',
    '/api/suppliers?sort=supplierId',
  );
  const other = suppliers.results.find(({ supplierId }) => wish.notOf?.includes(supplierId) !== true);
  const [category] = await call<{ categoryId: number }[]>(admin, 'GET', '/api/category');
  return call<Product>(admin, 'POST', '/api/createproduct', {
    supplierId: wish.supplierId ?? other?.supplierId,
    categoryId: category?.categoryId,
    productName: `Unga ${randomUUID().slice(0, 8)}`,
    productDescription: 'Maize flour for a browser test',
    productPrice: wish.price ?? 120,
    stocklevel: wish.stock ?? 50,
  });
}

export const stockOf = async ({ productId }: Product): Promise<number> =>
  (await call<Product>(await adminSession(), 'GET', `/api/product/${productId}`)).stocklevel;

/** Somebody new, signed in on the page if there is one. */
export async function newCustomer(page?: Page): Promise<Customer> {
  const person = await registerPerson();
  const session = await newSession(person);
  if (page !== undefined) await useSession(page, session);
  return { person, session };
}

export const ordersOf = async ({ session }: Customer): Promise<OrderState[]> =>
  (await call<{ results: OrderState[] }>(session, 'GET', `/api/orders/${session.data.userId}`)).results;

export const orderOf = ({ session }: Customer, orderId: number): Promise<OrderState> =>
  call<OrderState>(session, 'GET', `/api/order/${orderId}`);

/** The one order the customer has; fails when there are more. */
export async function onlyOrderOf(customer: Customer): Promise<OrderState> {
  const orders = await ordersOf(customer);
  expect(orders).toHaveLength(1);
  return orderOf(customer, orders[0]?.orderId ?? 0);
}

/** Waits long enough for the slowest way to learn of a payment: asking the provider again and again. */
export async function expectPaidOnce(customer: Customer): Promise<OrderState> {
  await expect
    .poll(async () => (await onlyOrderOf(customer)).paymentStatus, { timeout: 45_000 })
    .toBe('paid');
  const order = await onlyOrderOf(customer);
  expect(order.payments).toHaveLength(1);
  return order;
}

export const placeOrder = (
  { session }: Customer,
  product: Product,
  paymentMethod: Method,
  quantity = 2,
): Promise<OrderState> =>
  call<OrderState>(session, 'POST', '/api/orders', {
    userId: session.data.userId,
    productId: product.productId,
    quantity,
    amount: product.productPrice * quantity,
    paymentMethod,
  });

export const addOrder = (page: Page): Locator => page.getByRole('button', { name: 'Add Order' });

/** Fills the form as a person would; the phone number is prefilled. */
export async function fillOrderForm(
  page: Page,
  product: Product,
  method: Method,
  quantity = '2',
): Promise<void> {
  if (!page.url().endsWith('/app/createorder')) await page.goto('/app/createorder');
  await expect(page.getByLabel('Phone Number')).toHaveValue(/^0\d{9}$/);
  await chooseProduct(page, product);
  await page.getByLabel('Quantity').fill(quantity);
  await page.getByLabel('Payment Method').selectOption(method);
}

/** Like fillOrderForm, and done only when the form has read price and stock: from then on they can be changed. */
export async function fillOrderFormOnce(
  page: Page,
  product: Product,
  method: Method,
  quantity?: string,
): Promise<void> {
  await withoutLiveUpdates(page);
  const read = page.waitForResponse(`**/api/product/${product.productId}`);
  await fillOrderForm(page, product, method, quantity);
  await (await read).finished();
}

export async function chooseProduct(page: Page, product: Product): Promise<void> {
  await page.getByRole('combobox', { name: 'Product' }).fill(product.productName);
  await page.getByRole('option', { name: product.productName }).click();
}

export const toast = (page: Page, title: string): Locator =>
  page.locator('[role="alert"]').filter({ hasText: title });
