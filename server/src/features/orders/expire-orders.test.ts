import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, order, startSandboxServer, stockOf, type SandboxServer } from '../../../test/shop.ts';
import type { Caller } from '../../../test/test-server.ts';
import { orderMoney } from '../payments/index.ts';
import { expireOrder, expireOrders } from './expire-orders.ts';
import { reportStockDrift } from './orders.jobs.ts';

let server: SandboxServer;
let user: Caller;
beforeAll(async () => {
  server = await startSandboxServer();
  user = await server.signIn('user');
});
afterAll(() => server.close());

const statusOf = async (orderId: number) =>
  (await user.get<{ status: string }>(`/api/order/${orderId}`)).body.status;

describe('the hold of an unpaid order', () => {
  it('runs out after PAYMENT_HOLD_MINUTES, gives the stock back, and leaves cash orders alone', async () => {
    const shop = await openShop(server, { stock: 10 });
    const { body: held } = await order(user, shop, { paymentMethod: 'Paystack' });
    const { body: cash } = await order(user, shop);
    await expireOrders(server.app.ctx, orderMoney);
    expect(await statusOf(held.orderId)).toBe('pending');
    server.clock.advance(15 * 60_000 + 1);
    await expireOrders(server.app.ctx, orderMoney);
    expect(await statusOf(held.orderId)).toBe('cancelled');
    expect(await statusOf(cash.orderId)).toBe('pending');
    expect(await stockOf(server, shop)).toBe(9);
    const { body } = await user.get<{ events: Record<string, unknown>[] }>(`/api/order/${held.orderId}`);
    expect(body.events.at(-1)).toMatchObject({ to: 'cancelled', by: 'system' });
  });

  it('lasts while a prompt is unanswered', async () => {
    const shop = await openShop(server, { stock: 10 });
    const { body: held } = await order(user, shop, { paymentMethod: 'Mpesa' });
    await user.post('/api/stk', { phone: '0744000111', amount: 100, orderId: held.orderId });
    server.clock.advance(16 * 60_000);
    expect(await expireOrder(server.app.ctx, orderMoney, held.orderId)).toBe(false);
    expect(await statusOf(held.orderId)).toBe('pending');
  });
});

describe('the nightly look at the stock', () => {
  it('finds no drift, and reports one that was forced in', async () => {
    const shop = await openShop(server, { stock: 10 });
    expect(await reportStockDrift(server.app.ctx)).toBe(0);
    await server.sql('alter table products disable trigger products_guard_stock');
    await server.sql('update products set stock_level = 7 where product_id = $1', [shop.productId]);
    await server.sql('alter table products enable trigger products_guard_stock');
    expect(await reportStockDrift(server.app.ctx)).toBe(1);
    const rows = await server.sql(`select after from audit_log where action = 'product.stock-drift'`);
    expect(rows).toEqual([{ after: { stockLevel: 7, ledgerSum: 10 } }]);
  });
});
