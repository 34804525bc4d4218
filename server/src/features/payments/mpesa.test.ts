// M-Pesa over HTTP against the sandbox: the real adapter, real callbacks, every fault of the road.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  openShop,
  order,
  startSandboxServer,
  stockOf,
  type SandboxServer,
  type Shop,
} from '../../../test/shop.ts';
import type { Answer, Caller } from '../../../test/test-server.ts';
import { expireOrderTask as expireNow } from '../orders/index.ts';

interface Attempt {
  attemptId: number;
  state: string;
  message: string;
  retryAt: string | null;
}
type Refusal = {
  error: { code: string; message: string; details?: { amount?: number; attemptId?: number } };
};
interface Detail {
  status: string;
  paymentStatus: string;
  paymentMethod: string;
  attempts: Attempt[];
  payments: {
    paymentId: number;
    amount: number;
    state: string;
    receipt: string;
    heldReason: string | null;
  }[];
}

let server: SandboxServer;
let admin: Caller;
let shop: Shop;
let phones = 0;
beforeAll(async () => {
  server = await startSandboxServer();
  admin = await server.signIn('admin');
  shop = await openShop(server, { price: 100, stock: 1000 });
});
afterAll(() => server.close());
afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
});

/** A customer with a phone of their own and an order of 100 shillings to pay. */
async function customer() {
  phones += 1;
  const phone = `2547${String(20_000_000 + phones)}`;
  const user = await server.signIn('user', { phone });
  const { body } = await order(user, shop, { paymentMethod: 'Mpesa' });
  const { orderId } = body;
  const stk = (extra: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    user.post<Attempt>('/api/stk', { phone, amount: 100, orderId, ...extra }, { headers });
  const detail = async () => (await user.get<Detail>(`/api/order/${orderId}`)).body;
  const answer = async (action: string) => {
    const { prompts } = await server.sandbox(`/phones/${phone}`);
    const [newest] = prompts as { checkoutRequestId: string }[];
    await server.sandbox(`/prompts/${newest?.checkoutRequestId}`, { action });
    return newest?.checkoutRequestId ?? '';
  };
  const check = async (attemptId: number) =>
    (await user.post<Attempt>(`/api/payment-attempts/${attemptId}/check`)).body;
  return { user, phone, orderId, stk, detail, answer, check };
}

const refusal = (answer: Answer<unknown>) => (answer.body as Refusal).error;
const secretOf = async (attemptId: number) => {
  const [row] = await server.sql<{ secret: string }>(
    'select secret from payment_attempts where attempt_id = $1',
    [attemptId],
  );
  return row?.secret ?? '';
};
const auditOf = async (action: string, needle: string) =>
  server.sql(`select * from audit_log where action = $1 and after::text like $2`, [action, `%${needle}%`]);

/** Within the time a callback and its confirmation take. */
const eventually = { timeout: 20_000, interval: 100 };

describe('a prompt that is approved', () => {
  it('pays the order, with the receipt, and tells it live', async () => {
    const { stk, detail, answer, user, phone } = await customer();
    const asked = await stk();
    expect(asked.status).toBe(202);
    expect(asked.body).toMatchObject({ state: 'waiting', message: expect.stringContaining('PIN') });
    await answer('approve');
    await expect.poll(async () => (await detail()).paymentStatus, eventually).toBe('paid');
    const { payments, attempts } = await detail();
    expect(payments).toMatchObject([{ amount: 100, state: 'settled' }]);
    expect(payments[0]?.receipt).toMatch(/^[A-Z][A-Z0-9]{9}$/);
    expect(attempts[0]).toMatchObject({ state: 'succeeded', message: 'Paid. Thank you.' });
    const found = await admin.get<{ results: Record<string, unknown>[] }>(
      `/api/payments?search=${payments[0]?.receipt}`,
    );
    expect(found.body.results).toMatchObject([
      { paymentMethod: 'Mpesa', phoneNUmber: `0${phone.slice(3)}`, amount: 100 },
    ]);
    expect(refusal(await stk()).code).toBe('already_paid');
    expect((await user.get('/api/payments')).status).toBe(403);
  });

  it('turns a cash order into an Mpesa one', async () => {
    const { user } = await customer();
    const { body: cash } = await order(user, shop);
    const asked = await user.post('/api/stk', { phone: '0733000001', amount: 100, orderId: cash.orderId });
    expect(asked.status).toBe(202);
    const { body } = await user.get<Detail>(`/api/order/${cash.orderId}`);
    expect(body.paymentMethod).toBe('Mpesa');
  });

  it.each([
    ['its callback is dropped', { callbacksDropped: true }],
    ['its callback comes twice', { callbacksDoubled: true }],
    ['its callback is late', { callbacksLate: { ms: 700 } }],
    ['the payer is masked', { phoneMasked: true }],
    ['the answer to the push is lost', { repliesLost: { times: 1, on: 'push' } }],
    ['the token died meanwhile', { tokenExpired: { times: 1 } }],
    ['the first query gets no answer', { queryUnanswered: { times: 1 } }],
    ['the first query says failed', { querySaysFailed: { times: 1 } }],
  ])('is booked once when %s', async (_what, fault) => {
    const { stk, detail, answer, phone, check } = await customer();
    const faults = Object.fromEntries(
      Object.entries(fault).map(([name, value]) => [
        name,
        name === 'tokenExpired' ? value : { ...(value === true ? {} : value), for: phone },
      ]),
    );
    await server.sandbox('/faults', { mpesa: faults });
    const asked = await stk();
    expect(asked.status).toBe(202);
    await answer('approve');
    await expect
      .poll(async () => {
        // What the job would do a little later.
        await check(asked.body.attemptId);
        return (await detail()).paymentStatus;
      }, eventually)
      .toBe('paid');
    const { payments } = await detail();
    expect(payments).toHaveLength(1);
    expect(payments).toMatchObject([{ amount: 100, state: 'settled' }]);
  });
});

describe('a prompt that is not approved', () => {
  it.each([
    ['cancel', 'You cancelled the request on your phone.'],
    ['insufficient', 'There is not enough money in your M-Pesa account.'],
    ['wrong-pin', 'The M-Pesa PIN was wrong.'],
    ['timeout', 'Your phone did not answer. Is it on, and in reach of the network?'],
  ])('tells why: %s', async (action, words) => {
    const { stk, detail, answer } = await customer();
    await stk();
    await answer(action);
    await expect.poll(async () => (await detail()).attempts[0]?.state, eventually).toBe('failed');
    expect((await detail()).attempts[0]?.message).toBe(words);
    expect((await detail()).paymentStatus).toBe('pending');
  });

  it('can be sent again at once after a cancel, and charges once', async () => {
    const { stk, detail, answer } = await customer();
    await stk();
    await answer('cancel');
    await expect.poll(async () => (await detail()).attempts[0]?.state, eventually).toBe('failed');
    expect((await stk()).status).toBe(202);
    await answer('approve');
    await expect.poll(async () => (await detail()).paymentStatus, eventually).toBe('paid');
    expect((await detail()).payments).toHaveLength(1);
  });

  it('leaves a phone alone that did not answer', async () => {
    const { stk, detail, answer } = await customer();
    await stk();
    await answer('timeout');
    await expect.poll(async () => (await detail()).attempts[0]?.state, eventually).toBe('failed');
    const soon = await stk();
    expect(soon.status).toBe(429);
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('is not believed to have failed on the word of one query, so that nobody is charged twice', async () => {
    const { stk, detail, answer, phone, check } = await customer();
    const always = { for: phone };
    await server.sandbox('/faults', {
      mpesa: { callbacksDropped: always, querySaysFailed: { ...always, times: 1 } },
    });
    const { body } = await stk();
    await answer('approve');
    expect(await check(body.attemptId)).toMatchObject({ state: 'waiting' });
    expect(refusal(await stk()).code).toBe('in_progress');
    server.clock.advance(5_000);
    expect(await check(body.attemptId)).toMatchObject({ state: 'succeeded' });
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', payments: [{ state: 'settled' }] });
  });

  it('is not believed to have failed on the word of one query when its time is up either', async () => {
    const { stk, answer, phone, check } = await customer();
    const always = { for: phone };
    await server.sandbox('/faults', {
      mpesa: { callbacksDropped: always, querySaysFailed: { ...always, times: 1 } },
    });
    const { body } = await stk();
    await answer('approve');
    server.clock.advance(11 * 60_000);
    expect(await check(body.attemptId)).toMatchObject({ state: 'expired', retryAt: null });
    expect(refusal(await stk()).code).toBe('not_allowed_now');
  });

  it('is not sent again while nobody knows how the last one ended', async () => {
    const { stk, detail, answer, phone, check, user, orderId } = await customer();
    const always = { for: phone };
    await server.sandbox('/faults', {
      mpesa: { callbacksDropped: always, repliesLost: { ...always, times: 1, on: 'push' } },
    });
    const { body } = await stk();
    expect(body.state).toBe('unknown');
    await answer('approve');
    server.clock.advance(11 * 60_000);
    expect(await check(body.attemptId)).toMatchObject({ state: 'expired', retryAt: null });
    const again = await stk();
    expect(again.status).toBe(409);
    expect(refusal(again).code).toBe('not_allowed_now');
    expect((await user.post(`/api/order/${orderId}/payment-method`, {})).status).toBe(200);
    expect((await detail()).payments).toEqual([]);
  });

  it('keeps a code nobody knows for a person', async () => {
    const { stk, detail, answer, phone, check } = await customer();
    await server.sandbox('/faults', { mpesa: { pushResult: { code: 7777, for: phone } } });
    const { body } = await stk();
    await answer('approve');
    await expect.poll(async () => auditOf('payment.unclear', '7777'), eventually).toHaveLength(1);
    await check(body.attemptId);
    expect((await detail()).attempts[0]?.state).toBe('waiting');
  });
});

describe('asking', () => {
  it('asks nobody twice at once: not for the order, not on the phone', async () => {
    const one = await customer();
    const two = await customer();
    const { body } = await one.stk();
    const again = await one.stk();
    expect(again.status).toBe(409);
    expect(refusal(again)).toMatchObject({ code: 'in_progress', details: { attemptId: body.attemptId } });
    expect(refusal(await two.stk({ phone: one.phone })).code).toBe('in_progress');
    const { prompts } = await server.sandbox(`/phones/${one.phone}`);
    expect(prompts).toHaveLength(1);
  });

  it('gives the same attempt for the same key, also to many at once, and refuses another request under it', async () => {
    const { stk, phone, user } = await customer();
    const headers = { 'idempotency-key': `stk-${phone}` };
    const answers = await Promise.all([stk({}, headers), stk({}, headers), stk({}, headers)]);
    expect(answers.map((answer) => answer.status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map((answer) => answer.body.attemptId)).size).toBe(1);
    expect((await server.sandbox(`/phones/${phone}`))['prompts']).toHaveLength(1);
    const { body: other } = await order(user, shop);
    expect(refusal(await stk({ orderId: other.orderId }, headers)).code).toBe('idempotency_mismatch');
    expect(refusal(await stk({ amount: 99 }, headers)).code).toBe('idempotency_mismatch');
  });

  it('refuses a wrong amount, an amount M-Pesa cannot carry, a stranger, and what is not there', async () => {
    const { stk, orderId, phone, user } = await customer();
    const wrong = await stk({ amount: 99 });
    expect(wrong.status).toBe(409);
    expect(refusal(wrong)).toMatchObject({ code: 'amount_changed', details: { amount: 100 } });
    const dear = await openShop(server, { price: 250_001 });
    const { body: big } = await order(user, dear);
    const refused = await stk({ orderId: big.orderId, amount: 250_001 });
    expect(refused.status).toBe(400);
    expect(refusal(refused).message).toContain('M-Pesa takes from');
    const stranger = await server.signIn('user');
    expect((await stranger.post('/api/stk', { phone, amount: 100, orderId })).status).toBe(403);
    expect((await stk({ orderId: 999_999 })).status).toBe(404);
    expect((await stk({ phone: '12345' })).status).toBe(400);
  });

  it('says so when M-Pesa is busy or broken, and can be asked again', async () => {
    const { stk, phone, detail } = await customer();
    await server.sandbox('/faults', { mpesa: { spikeArrest: { times: 1, on: 'push', for: phone } } });
    const busy = await stk();
    expect(busy.status).toBe(502);
    expect(refusal(busy).message).toContain('busy');
    await server.sandbox('/faults', { mpesa: { serverErrors: { times: 1, on: 'push', for: phone } } });
    expect((await stk()).status).toBe(502);
    expect((await stk()).status).toBe(202);
    expect((await detail()).attempts.map((attempt) => attempt.state)).toEqual([
      'waiting',
      'failed',
      'failed',
    ]);
  });

  it('cannot be turned into cash while a prompt is on a phone', async () => {
    const { stk, user, orderId } = await customer();
    await stk();
    const turned = await user.post(`/api/order/${orderId}/payment-method`, {});
    expect(turned.status).toBe(409);
    expect(refusal(turned).code).toBe('in_progress');
  });
});

describe('forged callbacks', () => {
  const paidBody = (reference: string, amount = 100, receipt = 'FORGED0001') => ({
    Body: {
      stkCallback: {
        MerchantRequestID: 'x',
        CheckoutRequestID: reference,
        ResultCode: 0,
        ResultDesc: 'ok',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
          ],
        },
      },
    },
  });

  it('are not found on a path nobody was given, and are in the audit log', async () => {
    const before = await auditOf('callback.refused', 'no payment has this path');
    const answer = await server.nobody.post(`/api/results/stk/${'a'.repeat(40)}`, paidBody('x'));
    expect(answer.status).toBe(404);
    expect((await auditOf('callback.refused', 'no payment has this path')).length).toBe(before.length + 1);
    expect((await server.nobody.post('/api/results/stk/short', {})).status).toBe(404);
  });

  it('change nothing on the true path when M-Pesa does not confirm them', async () => {
    const { stk, detail, phone } = await customer();
    const { body } = await stk();
    const { prompts } = await server.sandbox(`/phones/${phone}`);
    const reference = (prompts as { checkoutRequestId: string }[])[0]?.checkoutRequestId ?? '';
    const answer = await server.nobody.post(
      `/api/results/stk/${await secretOf(body.attemptId)}`,
      paidBody(reference),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
    await expect
      .poll(() => auditOf('callback.unconfirmed', `"attemptId": ${body.attemptId}`), eventually)
      .not.toHaveLength(0);
    expect(await detail()).toMatchObject({ paymentStatus: 'pending', payments: [] });
  });

  it('change nothing when they are about another payment, or unreadable', async () => {
    const { stk, detail } = await customer();
    const { body } = await stk();
    const path = `/api/results/stk/${await secretOf(body.attemptId)}`;
    for (const sent of [paidBody('ws_CO_another'), '[]', 'not json', '{"Body":{}}']) {
      const answer = await server.nobody.post(path, sent, { headers: { 'content-type': 'text/plain' } });
      expect(answer.status).toBe(200);
    }
    expect(await auditOf('callback.ignored', `"attemptId": ${body.attemptId}`)).toHaveLength(4);
    expect(await detail()).toMatchObject({ paymentStatus: 'pending', payments: [] });
  });

  it('change nothing when they are a true one sent again', async () => {
    const { stk, detail, answer } = await customer();
    const { body } = await stk();
    await answer('approve');
    await expect.poll(async () => (await detail()).paymentStatus, eventually).toBe('paid');
    const [kept] = await server.sql<{ body: Buffer }>(
      'select body from provider_callbacks where attempt_id = $1',
      [body.attemptId],
    );
    const before = await detail();
    const path = `/api/results/stk/${await secretOf(body.attemptId)}`;
    expect((await server.nobody.post(path, kept?.body.toString())).status).toBe(200);
    expect(await auditOf('callback.ignored', `"attemptId": ${body.attemptId}`)).toMatchObject([
      { after: { reason: 'replayed' } },
    ]);
    expect(await detail()).toEqual(before);
  });

  it('hold the money for a person when the amount is not the one asked for', async () => {
    const { stk, detail, answer, phone, orderId } = await customer();
    await server.sandbox('/faults', { mpesa: { amountTampered: { for: phone } } });
    const { body } = await stk();
    await answer('approve');
    await expect.poll(async () => (await detail()).payments, eventually).toHaveLength(1);
    const held = await detail();
    expect(held).toMatchObject({ paymentStatus: 'pending', payments: [{ state: 'held', amount: 101 }] });
    expect(await auditOf('callback.odd', `"attemptId": ${body.attemptId}`)).toHaveLength(1);
    const settled = await admin.post(`/api/payments/${held.payments[0]?.paymentId}/settle`, {
      reason: 'Seen on the statement.',
    });
    expect(settled.status).toBe(200);
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', payments: [{ state: 'settled' }] });
    expect((await admin.post(`/api/order/${orderId}/deliver`)).status).toBe(200);
  });
});

describe('money that comes late', () => {
  it('brings back the order whose hold ran out, with its stock', async () => {
    const scarce = await openShop(server, { price: 100, stock: 1 });
    const { user, phone, answer, check } = await customer();
    const { body: placed } = await order(user, scarce, { paymentMethod: 'Mpesa' });
    await server.sandbox('/faults', { mpesa: { queryUnanswered: { for: phone } } });
    const { body } = await user.post<Attempt>('/api/stk', { phone, amount: 100, orderId: placed.orderId });
    server.clock.advance(16 * 60_000);
    await check(body.attemptId);
    await expect
      .poll(
        async () => (await user.get<Detail>(`/api/order/${placed.orderId}`)).body.attempts[0]?.state,
        eventually,
      )
      .toBe('expired');
    const expired = async () => (await user.get<Detail>(`/api/order/${placed.orderId}`)).body.status;
    await server.app.ctx.jobs.send(server.app.ctx, expireNow, { orderId: placed.orderId });
    await expect.poll(expired, eventually).toBe('cancelled');
    expect(await stockOf(server, scarce)).toBe(1);
    await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
    await answer('approve');
    await expect.poll(expired, eventually).toBe('pending');
    const { body: detail } = await user.get<Detail>(`/api/order/${placed.orderId}`);
    expect(detail).toMatchObject({ paymentStatus: 'paid', payments: [{ state: 'settled' }] });
    expect(await stockOf(server, scarce)).toBe(0);
  });

  it('is held for refund when a person cancelled the order', async () => {
    const { stk, detail, answer, user, orderId } = await customer();
    await stk();
    expect((await user.post(`/api/order/${orderId}/cancel`)).status).toBe(200);
    await answer('approve');
    await expect.poll(async () => (await detail()).payments, eventually).toHaveLength(1);
    expect(await detail()).toMatchObject({
      status: 'cancelled',
      paymentStatus: 'pending',
      payments: [{ state: 'held', heldReason: 'The money arrived after the order was cancelled.' }],
    });
  });
});
