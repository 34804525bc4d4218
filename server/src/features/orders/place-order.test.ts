// Orders that share one statement: each must end as it would have alone.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openShop, stockOf, type Shop } from '../../../test/shop.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { answerOf, placeInOneGo, type Keep, type NewOrder } from './place-order.repository.ts';

let server: TestServer;
let userId: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ userId } = await server.signIn('user'));
});
afterAll(() => server.close());

const orderOf = (shop: Shop, quantity = 1): NewOrder => ({
  user_id: userId,
  product_id: shop.productId,
  quantity,
  amount_cents: quantity * shop.price * 100,
  payment_method: 'Cash on delivery',
  hold_until: null,
});

/** In one turn of the event loop, so they go together. */
const placeAll = (orders: NewOrder[]) =>
  Promise.all(
    orders.map((order, index) =>
      placeInOneGo({ ...server.app.ctx, requestId: `request-${index}`, ip: `10.0.0.${index}` }, order),
    ),
  );

describe('orders placed together', () => {
  it('are each written with a history, a ledger and an audit row of their own', async () => {
    const shops = [await openShop(server), await openShop(server), await openShop(server)];
    const placed = await placeAll(shops.map((shop, index) => orderOf(shop, index + 1)));
    for (const [index, { order }] of placed.entries()) {
      expect(order).toMatchObject({
        product_id: shops[index]?.productId,
        quantity: index + 1,
        status: 'pending',
      });
      const [row] = await server.sql(
        `select (select count(*)::int from order_events where order_id = $1 and to_value = 'pending') as events,
                (select json_agg(json_build_array(product_id, quantity)) from stock_movements where order_id = $1) as ledger,
                (select json_agg(json_build_array(request_id, ip, after ->> 'quantity')) from audit_log
                  where action = 'order.placed' and subject_id = $1::text) as audit`,
        [order?.order_id],
      );
      expect(row).toEqual({
        events: 1,
        ledger: [[shops[index]?.productId, -(index + 1)]],
        audit: [[`request-${index}`, `10.0.0.${index}`, `${index + 1}`]],
      });
    }
    const [transactions] = await server.sql<{ n: number }>(
      'select count(distinct xmin::text)::int as n from orders where product_id = any($1)',
      [shops.map(({ productId }) => productId)],
    );
    expect(transactions?.n).toBe(1);
  });

  it('are each kept under a key of their own, or none', async () => {
    const shops = [await openShop(server), await openShop(server), await openShop(server)];
    const keepOf = (index: number): Keep | null =>
      index === 1
        ? null
        : {
            scope: 'user:1',
            key: `together-${index}`,
            route: 'POST',
            request_hash: Buffer.from([index]),
            companies: index === 0 ? 'all' : [7, 8],
          };
    const placed = await Promise.all(
      shops.map((shop, index) => placeInOneGo(server.app.ctx, orderOf(shop), keepOf(index))),
    );
    const kept = await server.sql<{
      key: string;
      request_hash: Buffer;
      answer: object;
      transactions: number;
    }>(
      `select key, request_hash, answer, count(*) over (partition by xmin::text)::int as transactions
         from idempotency_keys where key like 'together-%' order by key`,
    );
    expect(kept.map(({ key, request_hash }) => [key, request_hash[0]])).toEqual([
      ['together-0', 0],
      ['together-2', 2],
    ]);
    expect(kept.map(({ answer }) => answerOf(answer))).toEqual([
      { order: placed[0]?.order, companies: 'all' },
      { order: placed[2]?.order, companies: [7, 8] },
    ]);
    expect(kept[0]?.transactions).toBe(2);
  });

  it('do not suffer from each other’s faults', async () => {
    const shop = await openShop(server);
    const good = orderOf(shop);
    const [nobody, nothing, cheap, fine] = await placeAll([
      { ...good, user_id: 0 },
      { ...good, product_id: 0 },
      { ...good, amount_cents: 1 },
      good,
    ]);
    expect(nobody).toMatchObject({ personExists: false, order: null });
    expect(nothing).toMatchObject({ personExists: true, product: null, order: null });
    expect(cheap).toMatchObject({ product: { priceCents: shop.price * 100 }, order: null });
    expect(fine).toMatchObject({ order: { product_id: shop.productId } });
  });

  it('are tried one by one when the table refuses one of them', async () => {
    const shop = await openShop(server);
    const good = orderOf(shop);
    const bad = { ...good, quantity: -1, amount_cents: -100 * shop.price };
    const [first, refused, last] = await Promise.allSettled(
      [good, bad, good].map((order) => placeInOneGo(server.app.ctx, order)),
    );
    expect([first?.status, refused?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stockOf(server, shop)).toBe(48);
  });

  it('of one product are refused only when the stock is too low for them', async () => {
    const shop = await openShop(server, { stock: 10 });
    const quantities = [3, 4, 9, 2, 8, 1, 7];
    const placed = await placeAll(quantities.map((quantity) => orderOf(shop, quantity)));
    const left = await stockOf(server, shop);
    const sold = quantities.filter((_, index) => placed[index]?.order !== null);
    expect(sold.reduce((sum, quantity) => sum + quantity, 0)).toBe(10 - left);
    const refused = quantities.filter((_, index) => placed[index]?.order === null);
    expect(Math.min(...refused)).toBeGreaterThan(left);
  });

  it('do not wait for a product that another order waits for', async () => {
    const [held, free] = [await openShop(server), await openShop(server)];
    const placed: string[] = [];
    const place = async (name: string, shop: Shop) => {
      await placeInOneGo(server.app.ctx, orderOf(shop));
      placed.push(name);
    };
    let both: Promise<unknown> = Promise.resolve();
    await server.app.ctx.db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('products')
        .select('product_id')
        .where('product_id', '=', held.productId)
        .forNoKeyUpdate()
        .execute();
      both = Promise.all([place('held', held), place('free', free)]);
      await vi.waitFor(() => expect(placed).toEqual(['free']));
    });
    await both;
    expect([await stockOf(server, held), await stockOf(server, free)]).toEqual([49, 49]);
  });
});
