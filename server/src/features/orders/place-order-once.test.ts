// Orders with an Idempotency-Key: one order of one key, whatever happened to its product meanwhile.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, stockOf, type PlacedOrder, type Shop } from '../../../test/shop.ts';
import { callerAt, startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';
import { removeOldAnswersJob } from '../../platform/http/idempotency.ts';

let server: TestServer;
let user: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.signIn('user');
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

const placeWith = (key: string, shop: Shop, body: Record<string, unknown> = {}, caller = user) =>
  caller.post<PlacedOrder & { error?: { code: string } }>(
    '/api/orders',
    { userId: caller.userId, productId: shop.productId, quantity: 1, amount: shop.price, ...body },
    { headers: { 'idempotency-key': key } },
  );

const ordersOf = async ({ productId }: Shop) => {
  const [row] = await server.sql<{ n: number }>(
    'select count(*)::int as n from orders where product_id = $1',
    [productId],
  );
  return row?.n;
};

describe('an order with a key', () => {
  it('is answered again when its product is sold out by it', async () => {
    const shop = await openShop(server, { stock: 1 });
    const key = randomUUID();
    const first = await placeWith(key, shop);
    const again = await placeWith(key, shop);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await placeWith(randomUUID(), shop)).body.error?.code).toBe('out_of_stock');
  });

  it('is answered as it was at first, when the order, its product and its person have changed since', async () => {
    const shop = await openShop(server);
    const key = randomUUID();
    const { body: first } = await placeWith(key, shop, { paymentMethod: 'Mpesa' });
    expect(first.holdUntil).not.toBeNull();
    await user.post(`/api/order/${first.orderId}/cancel`, {});
    await server.sql('update products set price_cents = price_cents + 100 where product_id = $1', [
      shop.productId,
    ]);
    expect((await placeWith(key, shop, { paymentMethod: 'Mpesa' })).body).toEqual(first);
    expect(await ordersOf(shop)).toBe(1);
  });

  it('is refused when the key was used for another, and nobody else has that key', async () => {
    const shop = await openShop(server);
    const key = randomUUID();
    const { body: first } = await placeWith(key, shop);
    const other = await placeWith(key, shop, { quantity: 2, amount: 2 * shop.price });
    expect([other.status, other.body.error?.code]).toEqual([422, 'idempotency_mismatch']);
    const { body: elses } = await placeWith(key, shop, {}, admin);
    expect(elses.orderId).not.toBe(first.orderId);
    expect(await ordersOf(shop)).toBe(2);
  });

  it('may be tried again with its key after a failure', async () => {
    const shop = await openShop(server, { stock: 1 });
    const key = randomUUID();
    const two = { quantity: 2, amount: 2 * shop.price };
    expect((await placeWith(key, shop, two)).body.error?.code).toBe('out_of_stock');
    await server.sql(`insert into stock_movements (product_id, quantity, reason) values ($1, 5, 'opening')`, [
      shop.productId,
    ]);
    expect((await placeWith(key, shop, two)).status).toBe(201);
    expect(await stockOf(server, shop)).toBe(4);
  });

  it('is made once, however many ask at once on two servers', async () => {
    const other = await server.another();
    const shops: Shop[] = [];
    while (shops.length < 8) shops.push(await openShop(server, { stock: 1 }));
    const keys = shops.map(() => randomUUID());
    const methods = ['Cash on delivery', 'Mpesa', 'Paystack'];
    const callers = [user, callerAt(other.url, user.token, user.userId)];
    const rounds = await Promise.all(
      Array.from({ length: 6 }, (_, round) =>
        Promise.all(
          shops.map((shop, index) =>
            placeWith(
              keys[index] ?? '',
              shop,
              { paymentMethod: methods[index % methods.length] },
              callers[round % 2],
            ),
          ),
        ),
      ),
    );
    for (const [index, shop] of shops.entries()) {
      const answers = rounds.map((round) => round[index]);
      expect(answers.map((answer) => answer?.status)).toEqual(rounds.map(() => 201));
      expect(new Set(answers.map((answer) => JSON.stringify(answer?.body))).size).toBe(1);
      expect(await stockOf(server, shop)).toBe(0);
    }
  });

  it('is answered with the actions of then, when its caller may do more since', async () => {
    const shop = await openShop(server);
    const person = await server.signIn('supplier');
    const key = randomUUID();
    const { body: first } = await placeWith(key, shop, {}, person);
    await server.sql('insert into supplier_members (supplier_id, user_id) values ($1, $2)', [
      shop.supplierId,
      person.userId,
    ]);
    expect((await placeWith(key, shop, {}, person)).body).toEqual(first);
  });

  it('is tried again when PostgreSQL ends a deadlock by undoing it', async () => {
    const shop = await openShop(server);
    const key = randomUUID();
    let placing: ReturnType<typeof placeWith> | undefined;
    // Another request with the same key, which locks the product after the key; an order does so before it.
    await server.app.ctx.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('idempotency_keys')
        .values({
          scope: `user:${user.userId}`,
          key,
          route: 'POST /api/other',
          request_hash: Buffer.from([1]),
          status: 200,
          answer: '{}',
          created_at: server.clock.now(),
        })
        .execute();
      placing = placeWith(key, shop);
      await vi.waitFor(async () => {
        const waiting = await server.sql(
          `select from pg_stat_activity
            where datname = current_database() and wait_event = 'transactionid' and query like '%idempotency_keys%'`,
        );
        expect(waiting).toHaveLength(1);
      });
      await tx
        .selectFrom('products')
        .select('product_id')
        .where('product_id', '=', shop.productId)
        .forNoKeyUpdate()
        .execute();
    });
    expect((await placing)?.body.error?.code).toBe('idempotency_mismatch');
    expect(await ordersOf(shop)).toBe(0);
  });

  it('is kept with its key for a week', async () => {
    const shop = await openShop(server);
    const [old, young] = [randomUUID(), randomUUID()];
    await placeWith(old, shop);
    await placeWith(young, shop);
    const age = (key: string, days: number) =>
      server.sql(
        `update idempotency_keys set created_at = created_at - make_interval(days => $2) where key = $1`,
        [key, days],
      );
    await age(old, 8);
    await age(young, 6);
    await removeOldAnswersJob.handle(server.app.ctx, {});
    const left = await server.sql<{ key: string }>('select key from idempotency_keys where key = any($1)', [
      [old, young],
    ]);
    expect(left).toEqual([{ key: young }]);
  });
});
