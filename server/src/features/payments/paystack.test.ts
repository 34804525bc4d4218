// Paystack over HTTP against the sandbox, and refunds of every kind.
import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '@ghala/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openShop,
  order,
  startSandboxServer,
  stockOf,
  type SandboxServer,
  type Shop,
  statuses,
} from '../../../test/shop.ts';
import type { Answer, Caller } from '../../../test/test-server.ts';

interface Attempt {
  attemptId: number;
  state: string;
  message: string;
  authorizationUrl: string | null;
}
interface PaymentRow {
  paymentId: number;
  amount: number;
  state: string;
  heldReason: string | null;
  refundedAmount: number;
  refundingAmount: number;
  refundDue: boolean;
}
interface Detail {
  status: string;
  paymentStatus: string;
  paymentMethod: string;
  attempts: Attempt[];
  payments: PaymentRow[];
  refunds: { state: string; amount: number }[];
}

let server: SandboxServer;
let admin: Caller;
let user: Caller;
let shop: Shop;
beforeAll(async () => {
  server = await startSandboxServer();
  admin = await server.signIn('admin');
  user = await server.signIn('user');
  shop = await openShop(server, { price: 75.5, stock: 1000 });
});
afterAll(() => server.close());
afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
});

const eventually = { timeout: 20_000, interval: 100 };
const refusal = (answer: Answer<unknown>) =>
  (answer.body as { error: { code: string; message: string } }).error;
const detailOf = async (orderId: number) => (await user.get<Detail>(`/api/order/${orderId}`)).body;
const referenceOf = async (attemptId: number) => {
  const [row] = await server.sql<{ reference: string }>(
    'select reference from payment_attempts where attempt_id = $1',
    [attemptId],
  );
  return row?.reference ?? '';
};

/** An order of 75.50 with its checkout open. */
async function checkout() {
  const { body } = await order(user, shop, { paymentMethod: 'Paystack' });
  const { orderId } = body;
  const opened = await user.post<Attempt>('/api/paystack/checkout', { orderId });
  expect(opened.status).toBe(202);
  const reference = await referenceOf(opened.body.attemptId);
  const answer = (action: string) => server.sandbox(`/paystack/checkouts/${reference}`, { action });
  const check = async () =>
    (await user.post<Attempt>(`/api/payment-attempts/${opened.body.attemptId}/check`)).body;
  return { orderId, attempt: opened.body, reference, answer, check };
}

describe('a checkout', () => {
  it('pays the order by webhook and verify, and comes back to the order page', async () => {
    const { orderId, attempt, reference, answer } = await checkout();
    expect(attempt.authorizationUrl).toContain('/sandbox/paystack/checkout/');
    const seen = await answer('pay');
    expect(seen['amountCents']).toBe(7550);
    expect(seen['returnUrl']).toContain(`/app/order/${orderId}?attempt=${attempt.attemptId}`);
    await expect.poll(async () => (await detailOf(orderId)).paymentStatus, eventually).toBe('paid');
    expect((await detailOf(orderId)).payments).toMatchObject([
      { amount: 75.5, state: 'settled', receipt: reference, paymentMethod: 'Paystack' },
    ]);
  });

  it('comes back to the address the payer knows us by', async () => {
    const { body } = await order(user, shop);
    const back = async (origin: string) => {
      const opened = await user.post<Attempt>(
        '/api/paystack/checkout',
        { orderId: body.orderId },
        { headers: { origin } },
      );
      return (await server.sandbox(`/paystack/checkouts/${await referenceOf(opened.body.attemptId)}`))[
        'returnUrl'
      ];
    };
    expect(await back('http://localhost:4000')).toMatch(/^http:\/\/localhost:4000\/app\/order\//);
    await user.post(`/api/order/${body.orderId}/payment-method`, {});
    expect(await back('https://evil.example')).toContain(server.url);
  });

  it('is opened once, and answered again while it is open', async () => {
    const { orderId, attempt } = await checkout();
    const again = await user.post<Attempt>('/api/paystack/checkout', { orderId });
    expect(again.body).toMatchObject({
      attemptId: attempt.attemptId,
      authorizationUrl: attempt.authorizationUrl,
    });
  });

  it('pays without a webhook when the payer is back', async () => {
    await server.sandbox('/faults', { paystack: { callbacksDropped: true } });
    const { orderId, answer, check } = await checkout();
    await answer('pay');
    expect(await check()).toMatchObject({ state: 'succeeded' });
    expect((await detailOf(orderId)).paymentStatus).toBe('paid');
  });

  it('tells a declined card, and can be tried again', async () => {
    const { orderId, answer, check } = await checkout();
    await answer('fail');
    expect(await check()).toMatchObject({ state: 'failed', message: expect.stringContaining('declined') });
    const again = await user.post<Attempt>('/api/paystack/checkout', { orderId });
    expect(again.status).toBe(202);
    await server.sandbox(`/paystack/checkouts/${await referenceOf(again.body.attemptId)}`, { action: 'pay' });
    await expect.poll(async () => (await detailOf(orderId)).paymentStatus, eventually).toBe('paid');
    expect((await detailOf(orderId)).payments).toHaveLength(1);
  });

  it('can be left for M-Pesa or cash; money that still comes is booked', async () => {
    const { orderId, answer } = await checkout();
    const cash = await user.post(`/api/order/${orderId}/payment-method`, {});
    expect(cash.body).toMatchObject({ paymentMethod: 'Cash on delivery' });
    await answer('pay');
    await expect.poll(async () => (await detailOf(orderId)).paymentStatus, eventually).toBe('paid');
    expect(await detailOf(orderId)).toMatchObject({
      paymentMethod: 'Paystack',
      payments: [{ state: 'settled' }],
    });
  });

  it('waits while the bank is at it', async () => {
    const { answer, check, orderId } = await checkout();
    await server.sandbox('/faults', { paystack: { verifyPending: { times: 1 }, callbacksDropped: true } });
    await answer('pay');
    expect(await check()).toMatchObject({ state: 'waiting' });
    server.clock.advance(5_000);
    expect(await check()).toMatchObject({ state: 'succeeded' });
    expect((await detailOf(orderId)).payments).toHaveLength(1);
  });

  it.each([
    ['its answer is lost', { repliesLost: { times: 1, on: 'initialize' } }],
    ['Paystack is broken', { serverErrors: { times: 1, on: 'initialize' } }],
  ])('says so when %s, and opens the next time', async (_what, fault) => {
    const { body } = await order(user, shop, { paymentMethod: 'Paystack' });
    await server.sandbox('/faults', { paystack: fault });
    const failed = await user.post('/api/paystack/checkout', { orderId: body.orderId });
    expect(failed.status).toBe(502);
    expect((await user.post('/api/paystack/checkout', { orderId: body.orderId })).status).toBe(202);
  });
});

describe('a webhook', () => {
  const send = (body: string, signature: string) =>
    server.nobody.post('/api/paystack/webhook', body, { headers: { 'x-paystack-signature': signature } });
  const sign = (body: string, key = sandboxCredentials.paystack.secretKey) =>
    createHmac('sha512', key).update(body).digest('hex');
  const charge = (reference: string, amount = 7550) =>
    JSON.stringify({
      event: 'charge.success',
      data: { reference, status: 'success', amount, currency: 'KES', id: 1 },
    });

  it('is refused without the right signature over its very bytes, and is in the audit log', async () => {
    const { reference, orderId } = await checkout();
    const body = charge(reference);
    for (const signature of ['', 'x', sign(body, 'another key'), sign(`${body} `)])
      expect((await send(body, signature)).status).toBe(403);
    expect(
      (await server.sql(`select 1 from audit_log where action = 'callback.refused'`)).length,
    ).toBeGreaterThanOrEqual(4);
    expect(await detailOf(orderId)).toMatchObject({ paymentStatus: 'pending', payments: [] });
  });

  it('changes nothing, signed or not, when verify does not confirm it', async () => {
    const { reference, orderId } = await checkout();
    const body = charge(reference);
    expect((await send(body, sign(body))).status).toBe(200);
    await expect
      .poll(
        () => server.sql(`select outcome from provider_callbacks where body = $1`, [Buffer.from(body)]),
        eventually,
      )
      .toEqual([{ outcome: 'not confirmed' }]);
    expect((await send(body, sign(body))).status).toBe(200);
    expect(await detailOf(orderId)).toMatchObject({ paymentStatus: 'pending', payments: [] });
  });

  it('is answered and noted when it is about nothing of ours', async () => {
    for (const body of ['{}', 'not json', charge('somebody-elses'), '{"event":"transfer.success","data":{}}'])
      expect((await send(body, sign(body))).status).toBe(200);
  });
});

describe('refunds', () => {
  async function paid() {
    const opened = await checkout();
    await opened.answer('pay');
    await expect.poll(async () => (await detailOf(opened.orderId)).paymentStatus, eventually).toBe('paid');
    const [payment] = (await detailOf(opened.orderId)).payments;
    return { ...opened, paymentId: payment?.paymentId ?? 0 };
  }

  it('go back through Paystack, in parts, and never more than was paid', async () => {
    const { orderId, paymentId } = await paid();
    const refund = (amount: number | undefined) =>
      admin.post(`/api/payments/${paymentId}/refund`, { amount, reason: 'Damaged.' });
    expect((await user.post(`/api/payments/${paymentId}/refund`, { reason: 'x' })).status).toBe(403);
    expect((await refund(100)).status).toBe(400);
    expect((await refund(25.5)).status).toBe(202);
    await expect
      .poll(async () => (await detailOf(orderId)).payments[0]?.refundedAmount, eventually)
      .toBe(25.5);
    expect((await detailOf(orderId)).paymentStatus).toBe('paid');
    const answers = await Promise.all([refund(50), refund(50), refund(50)]);
    expect(statuses(answers)).toEqual([202, 409, 409]);
    await expect.poll(async () => (await detailOf(orderId)).paymentStatus, eventually).toBe('refunded');
    expect((await detailOf(orderId)).payments[0]).toMatchObject({ refundedAmount: 75.5, refundingAmount: 0 });
    expect(refusal(await refund(undefined)).code).toBe('not_allowed_now');
    await expect(
      server.sql('update payments set refunded_cents = amount_cents + 1 where payment_id = $1', [paymentId]),
    ).rejects.toThrow('payments_refund_bound');
  });

  it('of a cancelled order are due until they are made; one that fails can be made again', async () => {
    const { orderId, paymentId } = await paid();
    expect((await user.post(`/api/order/${orderId}/cancel`)).status).toBe(200);
    expect((await detailOf(orderId)).payments[0]?.refundDue).toBe(true);
    await server.sandbox('/faults', { paystack: { refundFails: { times: 1 } } });
    await admin.post(`/api/payments/${paymentId}/refund`, { reason: 'Cancelled.' });
    await expect.poll(async () => (await detailOf(orderId)).refunds[0]?.state, eventually).toBe('failed');
    expect((await detailOf(orderId)).payments[0]).toMatchObject({ refundDue: true, refundingAmount: 0 });
    await admin.post(`/api/payments/${paymentId}/refund`, { reason: 'Cancelled.' });
    await expect.poll(async () => (await detailOf(orderId)).refunds[1]?.state, eventually).toBe('succeeded');
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ refundDue: false, refundedAmount: 75.5 }],
    });
  });

  it('of cash are a record', async () => {
    const { body } = await order(user, shop);
    await admin.post(`/api/order/${body.orderId}/deliver`);
    const [payment] = (await detailOf(body.orderId)).payments;
    const key = { headers: { 'idempotency-key': `cash-${body.orderId}` } };
    const path = `/api/payments/${payment?.paymentId}/refund`;
    const made = await admin.post(path, { reason: 'Wrong size.' }, key);
    expect(made.body).toMatchObject({ state: 'succeeded', amount: 75.5 });
    expect((await admin.post(path, { reason: 'Wrong size.' }, key)).body).toEqual(made.body);
    expect((await detailOf(body.orderId)).paymentStatus).toBe('refunded');
  });

  it.each([
    ['succeeds', {}, 'succeeded', 'refunded'],
    ['fails', { reversalFails: { times: 1 } }, 'failed', 'paid'],
    ['is told twice', { callbacksDoubled: { on: 'reversal', times: 1 } }, 'succeeded', 'refunded'],
  ])('of M-Pesa are a reversal that %s', async (_what, fault, state, paymentStatus) => {
    const whole = await openShop(server, { price: 60 });
    const { body } = await order(user, whole);
    const phone = `2547${String(30_000_000 + body.orderId)}`;
    await user.post('/api/stk', { phone, amount: 60, orderId: body.orderId });
    const { prompts } = await server.sandbox(`/phones/${phone}`);
    const [prompt] = prompts as { checkoutRequestId: string }[];
    await server.sandbox(`/prompts/${prompt?.checkoutRequestId}`, { action: 'approve' });
    await expect.poll(async () => (await detailOf(body.orderId)).paymentStatus, eventually).toBe('paid');
    await server.sandbox('/faults', { mpesa: fault });
    const [payment] = (await detailOf(body.orderId)).payments;
    expect((await admin.post(`/api/payments/${payment?.paymentId}/refund`, { reason: 'Back.' })).status).toBe(
      202,
    );
    await expect.poll(async () => (await detailOf(body.orderId)).refunds[0]?.state, eventually).toBe(state);
    expect((await detailOf(body.orderId)).paymentStatus).toBe(paymentStatus);
    expect(await stockOf(server, whole)).toBe(49);
  });
});
