// Many people, few things: two servers, one database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShop, stockOf } from '../../../test/shop.ts';
import { callerAt, startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  other = await server.another();
});
afterAll(() => server.close());

const count = (answers: { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

it('sells exactly 50 of 50 to 200 who order at once on two servers', async () => {
  const shop = await openShop(server, { stock: 50 });
  const people = await Promise.all(Array.from({ length: 8 }, () => server.signIn('user')));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => {
      const person = people[index % people.length];
      const { url } = index % 2 === 0 ? server : other;
      return callerAt(url, person?.token).post('/api/orders', {
        userId: person?.userId,
        productId: shop.productId,
        quantity: 1,
        amount: 100,
        paymentMethod: index % 3 === 0 ? 'Mpesa' : 'Cash on delivery',
      });
    }),
  );
  expect(count(answers, 201)).toBe(50);
  expect(count(answers, 409)).toBe(150);
  expect(await stockOf(server, shop)).toBe(0);
  const [deadlocks] = await server.sql<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(deadlocks?.deadlocks).toBe(0);
});

it('keeps the stock true while orders of two products are placed, cancelled and delivered at once', async () => {
  const shops = [await openShop(server, { stock: 30 }), await openShop(server, { stock: 30 })];
  const admin = await server.signIn('admin');
  const answers = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const shop = shops[index % 2];
      const caller = callerAt(index % 3 === 0 ? other.url : server.url, admin.token, admin.userId);
      const placed = await caller.post<{ orderId: number }>('/api/orders', {
        userId: admin.userId,
        productId: shop?.productId,
        quantity: 1 + (index % 3),
        amount: 100 * (1 + (index % 3)),
      });
      if (placed.status !== 201) return placed;
      const { orderId } = placed.body;
      const [step, rival] = index % 2 === 0 ? ['cancel', 'deliver'] : ['deliver', 'cancel'];
      const both = await Promise.all([
        caller.post(`/api/order/${orderId}/${step}`),
        callerAt(other.url, admin.token).post(`/api/order/${orderId}/${rival}`),
      ]);
      expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      return placed;
    }),
  );
  expect(count(answers, 201) + count(answers, 409)).toBe(80);
  for (const shop of shops) {
    const [sold] = await server.sql<{ units: number }>(
      `select coalesce(sum(quantity), 0)::int as units from orders where product_id = $1 and status <> 'cancelled'`,
      [shop.productId],
    );
    expect(await stockOf(server, shop)).toBe(30 - (sold?.units ?? 0));
  }
});
