import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, order, stockOf, type PlacedOrder, type Shop } from '../../../test/shop.ts';
import { startTestServer, type Answer, type Caller, type TestServer } from '../../../test/test-server.ts';

type Refusal = { error: { code: string; message: string; details?: Record<string, unknown> } };
interface Page {
  results: (PlacedOrder & Record<string, unknown>)[];
  total: number;
}

let server: TestServer;
let admin: Caller;
let user: Caller;
let supplier: Caller;
let shop: Shop;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signIn('admin');
  user = await server.signIn('user', { firstName: 'Achieng', lastName: 'Odhiambo', phone: '254722123456' });
  supplier = await server.signIn('supplier');
  shop = await openShop(server, { price: 120.5, stock: 1000 });
  await server.sql('insert into supplier_members (user_id, supplier_id) values ($1, $2)', [
    supplier.userId,
    shop.supplierId,
  ]);
});
afterAll(() => server.close());

const refusal = (answer: Answer<unknown>) => (answer.body as Refusal).error;

describe('placing an order', () => {
  it('takes the strings of an HTML form, answers an integer orderId and takes the stock', async () => {
    const before = await stockOf(server, shop);
    const answer = await user.post<PlacedOrder>('/api/orders', {
      userId: user.userId,
      productId: String(shop.productId),
      quantity: '2',
      amount: 241,
    });
    expect(answer.status).toBe(201);
    expect(Number.isInteger(answer.body.orderId)).toBe(true);
    expect(answer.body).toMatchObject({
      amount: 241,
      status: 'pending',
      paymentStatus: 'pending',
      paymentMethod: 'Cash on delivery',
      holdUntil: null,
    });
    expect(await stockOf(server, shop)).toBe(before - 2);
  });

  it('says the true amount when the client has another', async () => {
    const answer = await order(user, shop, { amount: 100 });
    expect(answer.status).toBe(409);
    expect(refusal(answer)).toMatchObject({ code: 'amount_changed', details: { amount: 120.5 } });
  });

  it.each([
    ['no product', { productId: '' }],
    ['no quantity', { quantity: '' }],
    ['a quantity of zero', { quantity: 0, amount: 0 }],
    ['half a unit', { quantity: '0.5', amount: 60.25 }],
    ['an unknown payment method', { paymentMethod: 'Barter' }],
    ['a field nobody knows', { discount: 100 }],
    ['M-Pesa for an amount with cents', { paymentMethod: 'Mpesa' }],
  ])('refuses %s', async (_what, body) => {
    const answer = await order(user, shop, body);
    expect(answer.status).toBe(400);
    expect(refusal(answer).message).not.toBe('');
  });

  it('orders for oneself only, unless an admin does', async () => {
    expect((await order(user, shop, { userId: admin.userId })).status).toBe(403);
    expect((await order(admin, shop, { userId: user.userId })).status).toBe(201);
    expect((await order(admin, shop, { userId: 999_999 })).status).toBe(400);
  });

  it('sells no more than there is', async () => {
    const small = await openShop(server, { stock: 3 });
    const answer = await order(user, small, { quantity: 4 });
    expect(answer.status).toBe(409);
    expect(refusal(answer)).toMatchObject({ code: 'out_of_stock', details: { available: 3 } });
    expect(await stockOf(server, small)).toBe(3);
  });

  it('makes one order of one key, on two servers at once', async () => {
    const other = await server.another();
    const before = await stockOf(server, shop);
    const headers = { 'idempotency-key': 'order-once' };
    const body = { userId: user.userId, productId: shop.productId, quantity: 1, amount: 120.5 };
    const answers = await Promise.all(
      [server.url, other.url, server.url, other.url].map((url) =>
        fetch(`${url}/api/orders`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
          body: JSON.stringify(body),
        }).then(async (response) => `${response.status} ${await response.text()}`),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    expect(await stockOf(server, shop)).toBe(before - 1);
  });
});

describe('who sees which orders', () => {
  it('shows all to an admin, those of their companies to a supplier, their own to a user', async () => {
    const other = await openShop(server);
    const { body: elsewhere } = await order(user, other);
    const { body: here } = await order(user, shop);
    const ids = async (caller: Caller, path: string) =>
      (await caller.get<Page>(path)).body.results.map((row) => row.orderId);
    expect(await ids(admin, '/api/orders')).toEqual(
      expect.arrayContaining([elsewhere.orderId, here.orderId]),
    );
    const suppliers = await ids(supplier, '/api/orders');
    expect(suppliers).toContain(here.orderId);
    expect(suppliers).not.toContain(elsewhere.orderId);
    expect((await user.get('/api/orders')).status).toBe(403);
    expect(await ids(user, `/api/orders/${user.userId}`)).toContain(elsewhere.orderId);
    expect((await user.get(`/api/orders/${admin.userId}`)).status).toBe(403);
    expect((await supplier.get(`/api/orders/${user.userId}`)).status).toBe(403);
    expect((await supplier.get(`/api/order/${elsewhere.orderId}`)).status).toBe(403);
    expect((await supplier.get(`/api/order/${here.orderId}`)).status).toBe(200);
    expect((await admin.get('/api/order/999999')).status).toBe(404);
  });

  it.each(['Achieng', 'achieng odhiambo', '0722123456', 'Product of'])('finds %s', async (typed) => {
    const { body } = await admin.get<Page>(`/api/orders?limit=20&search=${encodeURIComponent(typed)}`);
    expect(body.total).toBeGreaterThan(0);
    expect(body.results.length).toBe(Math.min(20, body.total));
  });

  it('finds an order by its number, filters and sorts', async () => {
    const { body: placed } = await order(user, shop);
    const { body } = await admin.get<Page>(`/api/orders?search=${placed.orderId}`);
    expect(body.results.map((row) => row.orderId)).toContain(placed.orderId);
    // Days around today: which day it is depends on where one is.
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const query = `status=pending&paymentStatus=pending&paymentMethod=Cash on delivery&from=${day(-1)}&to=${day(1)}`;
    const filtered = await admin.get<Page>(`/api/orders?${query}&sort=-amount&limit=100`);
    expect(filtered.body.results.map((row) => row.orderId)).toContain(placed.orderId);
    const amounts = filtered.body.results.map((row) => row.amount);
    expect(amounts).toEqual(amounts.toSorted((one, two) => two - one));
    expect((await admin.get<Page>('/api/orders?from=2000-01-01&to=2000-01-02')).body.total).toBe(0);
    expect((await admin.get('/api/orders?status=eaten')).status).toBe(400);
  });
});

describe('what can be done with an order', () => {
  it('records the cash of a cash order when it is delivered', async () => {
    const { body: placed } = await order(user, shop);
    expect(placed.actions).toEqual(expect.arrayContaining(['cancel', 'pay-with-paystack']));
    expect(placed.actions).not.toContain('deliver');
    expect((await user.post(`/api/order/${placed.orderId}/deliver`)).status).toBe(403);
    const delivered = await supplier.post<PlacedOrder>(`/api/order/${placed.orderId}/deliver`);
    expect(delivered.body).toMatchObject({ status: 'delivered', paymentStatus: 'paid' });
    const { body } = await user.get<{
      payments: Record<string, unknown>[];
      events: Record<string, unknown>[];
    }>(`/api/order/${placed.orderId}`);
    expect(body.payments).toMatchObject([
      { amount: 120.5, paymentMethod: 'Cash on delivery', phoneNUmber: '0722123456', state: 'settled' },
    ]);
    expect(body.events).toMatchObject([
      { field: 'status', from: null, to: 'pending', by: 'Achieng Odhiambo' },
      { field: 'status', from: 'pending', to: 'delivered' },
      { field: 'paymentStatus', from: 'pending', to: 'paid' },
    ]);
    const again = await admin.post(`/api/order/${placed.orderId}/deliver`);
    expect(again.status).toBe(409);
    expect(refusal(again).code).toBe('not_allowed_now');
  });

  it('delivers an unpaid Paystack order only after it became cash on delivery', async () => {
    const { body: placed } = await order(user, shop, { paymentMethod: 'Paystack' });
    expect(placed.holdUntil).not.toBeNull();
    const refused = await admin.post(`/api/order/${placed.orderId}/deliver`);
    expect(refused.status).toBe(409);
    expect(refusal(refused).message).toContain('not paid yet');
    const turned = await user.post<PlacedOrder>(`/api/order/${placed.orderId}/payment-method`, {});
    expect(turned.body).toMatchObject({ paymentMethod: 'Cash on delivery', holdUntil: null });
    expect((await admin.post(`/api/order/${placed.orderId}/deliver`)).status).toBe(200);
  });

  it('gives the stock back when an order is cancelled, once', async () => {
    const before = await stockOf(server, shop);
    const { body: placed } = await order(user, shop, { quantity: 5 });
    const stranger = await server.signIn('user');
    expect((await stranger.post(`/api/order/${placed.orderId}/cancel`)).status).toBe(403);
    expect((await supplier.post(`/api/order/${placed.orderId}/cancel`)).status).toBe(403);
    const answers = await Promise.all([1, 2, 3].map(() => user.post(`/api/order/${placed.orderId}/cancel`)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await stockOf(server, shop)).toBe(before);
  });

  it('takes a delivered order back, and says that its money is due', async () => {
    const before = await stockOf(server, shop);
    const { body: placed } = await order(user, shop);
    await admin.post(`/api/order/${placed.orderId}/deliver`);
    expect((await supplier.post(`/api/order/${placed.orderId}/return`)).status).toBe(403);
    const returned = await admin.post<PlacedOrder>(`/api/order/${placed.orderId}/return`, {
      reason: 'Broken.',
    });
    expect(returned.body).toMatchObject({ status: 'returned', paymentStatus: 'paid', actions: [] });
    expect(await stockOf(server, shop)).toBe(before);
    const due = await admin.get<{ results: { orderId: number }[] }>('/api/payments?refundDue=true');
    expect(due.body.results.map((payment) => payment.orderId)).toContain(placed.orderId);
  });

  it('leaves a row in the audit log for every change', async () => {
    const { body: placed } = await order(user, shop);
    await user.post(`/api/order/${placed.orderId}/cancel`, { reason: 'Changed my mind.' });
    const rows = await server.sql<{ action: string }>(
      `select action from audit_log where subject_type = 'order' and subject_id = $1 order by audit_id`,
      [String(placed.orderId)],
    );
    expect(rows.map((row) => row.action)).toEqual(['order.placed', 'order.changed']);
  });
});
