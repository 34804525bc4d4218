// Money that its provider is slow, wrong or silent about: it is found in the end, and nobody is asked for it twice.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sandboxPayments } from '../../../test/sandbox-payments.ts';
import { openShop, order, startSandboxServer, type SandboxServer, type Shop } from '../../../test/shop.ts';
import type { Caller } from '../../../test/test-server.ts';
import { checkAttempt, checkAttemptTask } from './check-attempt.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { sweepPayments } from './sweep-payments.ts';

interface Attempt {
  attemptId: number;
  state: string;
}
interface Detail {
  status: string;
  paymentStatus: string;
  attempts: Attempt[];
  payments: { paymentId: number; state: string; receipt: string; amount: number }[];
}

let server: SandboxServer;
let shop: Shop;
let setup: PaymentsSetup;
let phones = 0;
beforeAll(async () => {
  server = await startSandboxServer();
  shop = await openShop(server, { price: 100, stock: 1000 });
  setup = sandboxPayments(server);
});
afterAll(() => server.close());
afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
});

const eventually = { timeout: 20_000, interval: 100 };
const minutes = (count: number) => server.clock.advance(count * 60_000);
/** What the minute's job does, now. */
const sweep = () => sweepPayments(server.app.ctx, setup);

async function customer(paymentMethod: 'Mpesa' | 'Paystack') {
  phones += 1;
  const phone = `2547${String(60_000_000 + phones)}`;
  const user: Caller = await server.signIn('user', { phone });
  const { orderId } = (await order(user, shop, { paymentMethod })).body;
  const detail = async () => (await user.get<Detail>(`/api/order/${orderId}`)).body;
  const check = async (attemptId: number) => {
    server.clock.advance(5_000);
    return (await user.post<Attempt>(`/api/payment-attempts/${attemptId}/check`)).body;
  };
  return { user, phone, orderId, detail, check };
}

async function prompted() {
  const payer = await customer('Mpesa');
  const { user, phone, orderId } = payer;
  const stk = () =>
    user.post<Attempt & { error?: { code: string } }>('/api/stk', { phone, amount: 100, orderId });
  const fault = (faults: Record<string, object>) =>
    server.sandbox('/faults', {
      mpesa: Object.fromEntries(
        Object.entries(faults).map(([name, setting]) => [name, { for: phone, ...setting }]),
      ),
    });
  const approve = async () => {
    const { prompts } = await server.sandbox(`/phones/${phone}`);
    const [prompt] = prompts as { checkoutRequestId: string }[];
    await server.sandbox(`/prompts/${prompt?.checkoutRequestId}`, { action: 'approve' });
    return prompt?.checkoutRequestId ?? '';
  };
  /** M-Pesa's own word that it was paid, on the attempt's own path. */
  const callBack = async (attemptId: number, reference: string, receipt: string) => {
    const [row] = await server.sql<{ secret: string }>(
      'select secret from payment_attempts where attempt_id = $1',
      [attemptId],
    );
    const Item = [
      { Name: 'Amount', Value: 100 },
      { Name: 'MpesaReceiptNumber', Value: receipt },
    ];
    const stkCallback = { CheckoutRequestID: reference, ResultCode: 0, CallbackMetadata: { Item } };
    const answer = await server.nobody.post(`/api/results/stk/${row?.secret}`, { Body: { stkCallback } });
    expect(answer.status).toBe(200);
    await expect
      .poll(
        () =>
          server.sql('select outcome from provider_callbacks where attempt_id = $1 and claim is not null', [
            attemptId,
          ]),
        eventually,
      )
      .toEqual([{ outcome: 'not confirmed' }]);
  };
  return { ...payer, stk, fault, approve, callBack };
}

describe('M-Pesa money', () => {
  it('is found when its callback comes after it was taken for failed, and the query is silent just then', async () => {
    const { stk, fault, approve, callBack, check, detail } = await prompted();
    await fault({ callbacksDropped: {}, querySaysFailed: { times: 2 } });
    const { attemptId } = (await stk()).body;
    const reference = await approve();
    await check(attemptId);
    expect(await check(attemptId)).toMatchObject({ state: 'failed' });
    await fault({ queryUnanswered: { times: 1 } });
    await callBack(attemptId, reference, 'LATE000001');
    expect((await stk()).body.error?.code).toBe('not_allowed_now');
    minutes(10);
    await sweep();
    expect(await detail()).toMatchObject({
      paymentStatus: 'paid',
      payments: [{ state: 'settled', receipt: 'LATE000001' }],
    });
  });

  it('is found when the query still denies what the callback says', async () => {
    const { stk, fault, approve, callBack, check, detail } = await prompted();
    await fault({ callbacksDropped: {}, querySaysFailed: { times: 3 } });
    const { attemptId } = (await stk()).body;
    const reference = await approve();
    await check(attemptId);
    await check(attemptId);
    await callBack(attemptId, reference, 'LATE000002');
    expect((await stk()).body.error?.code).toBe('not_allowed_now');
    minutes(10);
    await sweep();
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', payments: [{ receipt: 'LATE000002' }] });
  });

  it('is found when nobody knew its name until a late callback told it, and the query is silent just then', async () => {
    const { stk, fault, approve, callBack, check, detail } = await prompted();
    await fault({ callbacksDropped: {}, repliesLost: { on: 'push', times: 1 } });
    const { attemptId } = (await stk()).body;
    const reference = await approve();
    minutes(11);
    expect(await check(attemptId)).toMatchObject({ state: 'expired' });
    await fault({ queryUnanswered: { times: 1 } });
    await callBack(attemptId, reference, 'LATE000003');
    expect((await detail()).payments).toEqual([]);
    minutes(10);
    await sweep();
    expect((await detail()).payments).toMatchObject([{ state: 'settled', receipt: 'LATE000003' }]);
  });

  it('is found when two queries denied it and no callback came', async () => {
    const { stk, fault, approve, check, detail } = await prompted();
    await fault({ callbacksDropped: {}, querySaysFailed: { times: 2 } });
    const { attemptId } = (await stk()).body;
    await approve();
    await check(attemptId);
    expect(await check(attemptId)).toMatchObject({ state: 'failed' });
    minutes(31);
    await sweep();
    expect((await detail()).payments).toMatchObject([{ amount: 100 }]);
  });

  it('is not taken for failed by two who heard the same denial at once', async () => {
    const { stk, fault, approve, check, detail } = await prompted();
    await fault({ callbacksDropped: {}, querySaysFailed: { times: 2 } });
    const { attemptId } = (await stk()).body;
    await approve();
    // Neither may write down its answer before both have heard theirs.
    const real = setup.providers.of('Mpesa');
    if (real === null) throw new Error('not set up');
    let heard = 0;
    const together: PaymentsSetup = {
      ...setup,
      providers: {
        ...setup.providers,
        of: () => ({
          ...real,
          ask: async (ctx, reference) => {
            const verdict = await real.ask(ctx, reference);
            heard += 1;
            await expect.poll(() => heard, { ...eventually, interval: 5 }).toBe(2);
            return verdict;
          },
        }),
      },
    };
    const { ctx } = server.app;
    await Promise.all([checkAttempt(ctx, together, attemptId), checkAttempt(ctx, together, attemptId)]);
    expect((await detail()).attempts[0]?.state).toBe('waiting');
    expect(await check(attemptId)).toMatchObject({ state: 'succeeded' });
  });
});

describe('asking M-Pesa', () => {
  it('is put off by a check that came before: however often somebody asks, one goes on asking', async () => {
    const { stk } = await prompted();
    const { attemptId } = (await stk()).body;
    const { ctx } = server.app;
    for (let time = 0; time < 3; time += 1) await ctx.jobs.send(ctx, checkAttemptTask, { attemptId });
    const waiting = () =>
      server.sql(`select 1 from jobs.job where name = $1 and state <> 'completed' and start_after <= now()`, [
        checkAttemptTask.name,
      ]);
    await expect.poll(waiting, eventually).toEqual([]);
    const [row] = await server.sql('select checks from payment_attempts where attempt_id = $1', [attemptId]);
    expect(row).toEqual({ checks: 0 });
  });

  it('teaches the receipt of money that is held, as of any other', async () => {
    const { stk, fault, approve, check, detail, user, orderId } = await prompted();
    // Late enough to come after the look below, on a busy machine too.
    await fault({ callbacksLate: { ms: 6_000 } });
    const { attemptId } = (await stk()).body;
    expect((await user.post(`/api/order/${orderId}/cancel`)).status).toBe(200);
    await approve();
    expect(await check(attemptId)).toMatchObject({ state: 'succeeded' });
    expect((await detail()).payments).toMatchObject([{ state: 'held', receipt: '' }]);
    await expect
      .poll(async () => (await detail()).payments[0]?.receipt, eventually)
      .toMatch(/^[A-Z][A-Z0-9]{9}$/);
  });
});

describe('Paystack money', () => {
  it('can be asked for again when a server died before anybody was given the page', async () => {
    const { user, orderId, detail } = await customer('Paystack');
    const open = () => user.post<Attempt>('/api/paystack/checkout', { orderId });
    const { attemptId } = (await open()).body;
    await server.sql(
      `update payment_attempts set state = 'starting', authorization_url = null where attempt_id = $1`,
      [attemptId],
    );
    minutes(2);
    await sweep();
    expect((await detail()).attempts).toMatchObject([{ state: 'failed' }]);
    expect((await open()).status).toBe(202);
  });

  /** A checkout whose first card is declined; the page stays open. */
  async function declined() {
    const payer = await customer('Paystack');
    const opened = await payer.user.post<Attempt>('/api/paystack/checkout', { orderId: payer.orderId });
    const { attemptId } = opened.body;
    const [row] = await server.sql<{ reference: string }>(
      'select reference from payment_attempts where attempt_id = $1',
      [attemptId],
    );
    const reference = row?.reference ?? '';
    await server.sandbox('/faults', { paystack: { callbacksDropped: { for: reference } } });
    const page = (action: string) => server.sandbox(`/paystack/checkouts/${reference}`, { action });
    await page('fail');
    expect(await payer.check(attemptId)).toMatchObject({ state: 'failed' });
    return { ...payer, attemptId, reference, page };
  }

  it('is found when another card is taken on the same page, as soon as the payer is back', async () => {
    const { page, check, attemptId, detail } = await declined();
    await page('pay');
    expect(await check(attemptId)).toMatchObject({ state: 'succeeded' });
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', payments: [{ state: 'settled' }] });
  });

  it('is found when another card is taken on the same page, though nobody comes back and no webhook comes', async () => {
    const { page, detail } = await declined();
    await page('pay');
    minutes(31);
    await sweep();
    expect(await detail()).toMatchObject({ paymentStatus: 'paid', payments: [{ state: 'settled' }] });
  });
});
