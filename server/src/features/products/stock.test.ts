import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { giveBackStock, takeStock } from './index.ts';

describe('the stock ledger', () => {
  let server: TestServer;
  let admin: Caller;
  let supplierId: number;
  let categoryId: number;

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.signIn('admin', { firstName: 'Wanjiku', lastName: 'Kamau' });
    const supplier = await admin.post<{ supplierId: number }>('/api/supplier', {
      supplierName: 'Highlands Millers',
      contactPerson: 'Otieno Ouma',
      contactNumber: '0722000001',
      email: 'sales@highlands.example',
      address: 'Enterprise Road, Nairobi',
    });
    supplierId = supplier.body.supplierId;
    const category = await admin.post<{ categoryId: number }>('/api/category', { categoryName: 'Flour' });
    categoryId = category.body.categoryId;
  });
  afterAll(() => server.close());

  const newProduct = async (stocklevel: number): Promise<number> => {
    const answer = await admin.post<{ productId: number }>('/api/createproduct', {
      supplierId,
      categoryId,
      productName: 'Unga wa Dola 2kg',
      productDescription: 'Maize flour',
      productPrice: 185.5,
      stocklevel,
    });
    expect(answer.status).toBe(201);
    return answer.body.productId;
  };
  const newOrder = async (productId: number): Promise<number> => {
    const [row] = await server.sql<{ order_id: string }>(
      `insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method)
       values ($1, $2, $3, 1, 100, 100, 'Cash on delivery') returning order_id`,
      [admin.userId, productId, supplierId],
    );
    return Number(row?.order_id);
  };
  const ledger = async (productId: number) => {
    const [row] = await server.sql<{ level: number; sum: number }>(
      `select stock_level::integer as level,
              (select coalesce(sum(quantity), 0)::integer from stock_movements m where m.product_id = p.product_id) as sum
         from products p where product_id = $1`,
      [productId],
    );
    return row;
  };
  const stockOf = (productId: number) =>
    admin.get<{ results: Record<string, unknown>[]; total: number }>(`/api/product/${productId}/stock`);

  it('starts with an opening row and keeps a row for each movement, newest first', async () => {
    const productId = await newProduct(20);
    await admin.post(`/api/product/${productId}/stock`, {
      reason: 'received',
      quantity: '30',
      note: 'GRN 114',
    });
    const adjusted = await admin.post(`/api/product/${productId}/stock`, {
      reason: 'adjusted',
      quantity: -5,
      note: 'Damaged bags',
    });
    expect(adjusted.status).toBe(201);
    expect(adjusted.body).toMatchObject({ productId, stocklevel: 45, version: 1 });
    const { body } = await stockOf(productId);
    expect(body.total).toBe(3);
    expect(body.results).toEqual([
      expect.objectContaining({ reason: 'adjusted', quantity: -5, stockAfter: 45, note: 'Damaged bags' }),
      expect.objectContaining({ reason: 'received', quantity: 30, stockAfter: 50, by: 'Wanjiku Kamau' }),
      expect.objectContaining({ reason: 'opening', quantity: 20, stockAfter: 20, orderId: null }),
    ]);
    const received = await admin.get<{ total: number }>(`/api/product/${productId}/stock?reason=received`);
    expect(received.body.total).toBe(1);
  });

  it('has no opening row for a product that starts without stock', async () => {
    const productId = await newProduct(0);
    expect((await stockOf(productId)).body).toEqual({ results: [], total: 0 });
  });

  it('refuses to go below zero and says what is there', async () => {
    const productId = await newProduct(4);
    const answer = await admin.post(`/api/product/${productId}/stock`, {
      reason: 'adjusted',
      quantity: -5,
      note: 'Count',
    });
    expect(answer.status).toBe(409);
    expect(answer.body['error']).toMatchObject({
      code: 'out_of_stock',
      details: { available: 4, asked: 5 },
      fields: { quantity: 'Only 4 of this product are in stock.' },
    });
    expect(await ledger(productId)).toEqual({ level: 4, sum: 4 });
  });

  it('refuses what cannot be a movement, and moves nothing', async () => {
    const productId = await newProduct(4);
    const bad: [string, Record<string, unknown>][] = [
      ['quantity', { reason: 'received', quantity: -1, note: 'x' }],
      ['quantity', { reason: 'received', quantity: 0, note: 'x' }],
      ['quantity', { reason: 'received', quantity: 1.5, note: 'x' }],
      ['quantity', { reason: 'received', quantity: 10_000_000, note: 'x' }],
      ['quantity', { reason: 'adjusted', quantity: '', note: 'x' }],
      ['reason', { reason: 'ordered', quantity: 1, note: 'x' }],
      ['note', { reason: 'adjusted', quantity: 1, note: '  ' }],
      ['note', { reason: 'adjusted', quantity: 1 }],
    ];
    for (const [field, body] of bad) {
      const answer = await admin.post<{ error: { fields: object } }>(`/api/product/${productId}/stock`, body);
      expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
    }
    expect(await ledger(productId)).toEqual({ level: 4, sum: 4 });
  });

  it('moves stock once for one Idempotency-Key', async () => {
    const productId = await newProduct(1);
    const body = { reason: 'received', quantity: 10, note: 'GRN 7' };
    const headers = { 'idempotency-key': 'grn-7' };
    const first = await admin.post(`/api/product/${productId}/stock`, body, { headers });
    const again = await admin.post(`/api/product/${productId}/stock`, body, { headers });
    expect(again.body).toEqual(first.body);
    expect(await ledger(productId)).toEqual({ level: 11, sum: 11 });
  });

  it('never sells more than there is when many take at once', async () => {
    const productId = await newProduct(10);
    const { ctx } = server.app;
    const orderIds: number[] = [];
    while (orderIds.length < 16) orderIds.push(await newOrder(productId));
    const outcomes = await Promise.allSettled(
      orderIds.map((orderId) =>
        withTransaction(ctx, (tx) => takeStock(tx, { productId, quantity: 1, orderId })),
      ),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'out_of_stock', extras: { details: { available: 0, asked: 1 } } });
    expect(await ledger(productId)).toEqual({ level: 0, sum: 0 });
  });

  it('gives back what an order took', async () => {
    const productId = await newProduct(10);
    const orderId = await newOrder(productId);
    const { ctx } = server.app;
    expect(await withTransaction(ctx, (tx) => takeStock(tx, { productId, quantity: 3, orderId }))).toBe(7);
    expect(
      await withTransaction(ctx, (tx) => giveBackStock(tx, { productId, quantity: 3, orderId }, 'cancelled')),
    ).toBe(10);
    const { body } = await stockOf(productId);
    expect(body.results.slice(0, 2)).toEqual([
      expect.objectContaining({ reason: 'cancelled', quantity: 3, orderId, by: 'system' }),
      expect.objectContaining({ reason: 'ordered', quantity: -3, orderId }),
    ]);
  });

  it('leaves the transaction usable after a refusal', async () => {
    const productId = await newProduct(1);
    const orderId = await newOrder(productId);
    await withTransaction(server.app.ctx, async (tx) => {
      await expect(takeStock(tx, { productId, quantity: 2, orderId })).rejects.toMatchObject({
        code: 'out_of_stock',
      });
      await takeStock(tx, { productId, quantity: 1, orderId });
    });
    expect(await ledger(productId)).toEqual({ level: 0, sum: 0 });
  });
});
