// Refunds whose way goes wrong: jobs and answers lost, results late or nameless. None is made twice, none is forgotten,
// and the books say what the provider did.
import { sandboxCredentials } from '@ghala/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShop, order, startSandboxServer, type SandboxServer, type Shop } from '../../../test/shop.ts';
import type { Caller } from '../../../test/test-server.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { createProviders } from './providers/index.ts';
import { refundPayment } from './refund-payment.ts';
import { sweepPayments } from './sweep-payments.ts';

interface Detail {
  paymentStatus: string;
  payments: {
    paymentId: number;
    receipt: string;
    refundedAmount: number;
    refundingAmount: number;
    refundDue: boolean;
  }[];
  refunds: { refundId: number; state: string }[];
}

let server: SandboxServer;
let admin: Caller;
let user: Caller;
let shop: Shop;
let setup: PaymentsSetup;
beforeAll(async () => {
  server = await startSandboxServer();
  admin = await server.signIn('admin');
  user = await server.signIn('user');
  shop = await openShop(server, { price: 60, stock: 1000 });
  const { mpesa, paystack } = sandboxCredentials;
  setup = {
    providers: createProviders({
      mpesa: { ...mpesa, baseUrl: () => `${server.url}/sandbox/mpesa` },
      paystack: { ...paystack, baseUrl: () => `${server.url}/sandbox/paystack` },
    }),
    paymentHoldMinutes: 15,
    ownUrl: () => server.url,
    publicUrl: undefined,
    corsOrigins: [],
  };
});
afterAll(() => server.close());
afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
});

const eventually = { timeout: 20_000, interval: 100 };
/** What the minute's job does, a while from now. */
const sweepAfter = async (minutes: number) => {
  server.clock.advance(minutes * 60_000);
  await sweepPayments(server.app.ctx, setup);
};
const detailOf = async (orderId: number) => (await user.get<Detail>(`/api/order/${orderId}`)).body;
const refund = async (paymentId: number, body: Record<string, unknown> = {}) => {
  const answer = await admin.post<{ refundId: number }>(`/api/payments/${paymentId}/refund`, {
    reason: 'Damaged.',
    ...body,
  });
  expect(answer.status).toBe(202);
  return answer.body.refundId;
};
const refundsOf = async (orderId: number) => (await detailOf(orderId)).refunds.map(({ state }) => state);
/** Asked for as over HTTP, but the job that is to send it gets lost. */
const refundWithoutJob = (paymentId: number) => {
  const actor = { userId: admin.userId, role: 'admin' as const, firstName: 'A', lastName: 'B', sessionId: 0 };
  const ctx: SignedInCtx = { ...server.app.ctx, actor, jobs: { send: async () => undefined } };
  return refundPayment(ctx, setup, paymentId, { reason: 'Damaged.' });
};

async function paidByPaystack() {
  const { orderId } = (await order(user, shop, { paymentMethod: 'Paystack' })).body;
  const opened = await user.post<{ attemptId: number }>('/api/paystack/checkout', { orderId });
  const [row] = await server.sql<{ reference: string }>(
    'select reference from payment_attempts where attempt_id = $1',
    [opened.body.attemptId],
  );
  const reference = row?.reference ?? '';
  await server.sandbox(`/paystack/checkouts/${reference}`, { action: 'pay' });
  await expect.poll(async () => (await detailOf(orderId)).paymentStatus, eventually).toBe('paid');
  const paymentId = (await detailOf(orderId)).payments[0]?.paymentId ?? 0;
  const givenBack = async () =>
    ((await server.sandbox(`/paystack/checkouts/${reference}`))['refunds'] as { amountCents: number }[])
      .map(({ amountCents }) => amountCents)
      .reduce((sum, cents) => sum + cents, 0);
  return { orderId, paymentId, reference, givenBack };
}

async function paidByMpesa(faults: Record<string, object> = {}) {
  const { orderId } = (await order(user, shop, { paymentMethod: 'Mpesa' })).body;
  const phone = `2547${String(70_000_000 + orderId)}`;
  const asked = await user.post<{ attemptId: number }>('/api/stk', { phone, amount: 60, orderId });
  await server.sandbox('/faults', { mpesa: faults });
  const { prompts } = await server.sandbox(`/phones/${phone}`);
  const [prompt] = prompts as { checkoutRequestId: string }[];
  await server.sandbox(`/prompts/${prompt?.checkoutRequestId}`, { action: 'approve' });
  await expect
    .poll(async () => {
      // Without a callback somebody must ask.
      if ('callbacksDropped' in faults)
        await user.post(`/api/payment-attempts/${asked.body.attemptId}/check`);
      return (await detailOf(orderId)).paymentStatus;
    }, eventually)
    .toBe('paid');
  const { messages } = await server.sandbox(`/phones/${phone}`);
  const [receipt = ''] = (messages as { text: string }[])[0]?.text.split(' ') ?? [];
  return { orderId, phone, receipt, paymentId: (await detailOf(orderId)).payments[0]?.paymentId ?? 0 };
}

describe('a refund', () => {
  it('is sent in the end when the job that was to send it got lost', async () => {
    const { orderId, paymentId, givenBack } = await paidByPaystack();
    await refundWithoutJob(paymentId);
    await sweepAfter(3);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect(await givenBack()).toBe(6_000);
  });

  it('ends in the end when the job that was to read its result got lost', async () => {
    const { orderId, paymentId } = await paidByMpesa();
    await server.sandbox('/faults', { mpesa: { callbacksDropped: { on: 'reversal', times: 1 } } });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['sent']);
    const [row] = await server.sql<{ reference: string }>(
      'select reference from refunds where refund_id = $1',
      [refundId],
    );
    const body = Buffer.from(
      JSON.stringify({ Result: { ResultCode: 0, ConversationID: row?.reference ?? '' } }),
    );
    await server.sql(
      `insert into provider_callbacks (provider, refund_id, body, body_hash, ip, received_at)
       values ('mpesa', $1, $2, sha256($2), '', $3)`,
      [refundId, body, server.clock.now()],
    );
    await sweepAfter(3);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
  });

  it('by Paystack is found by its mark when the answer and the webhooks got lost', async () => {
    const { orderId, paymentId, reference, givenBack } = await paidByPaystack();
    await server.sandbox('/faults', {
      paystack: {
        repliesLost: { on: 'refund', times: 1 },
        callbacksDropped: { for: reference },
      },
    });
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['unknown']);
    await sweepAfter(2);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
    expect(await givenBack()).toBe(6_000);
    expect((await detailOf(orderId)).paymentStatus).toBe('refunded');
  });

  it('by Paystack that was never carried out is not taken for another of the same sum', async () => {
    const { orderId, paymentId, givenBack } = await paidByPaystack();
    await server.sandbox('/faults', { paystack: { serverErrors: { on: 'refund', times: 1 } } });
    await refund(paymentId, { amount: 20 });
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['unknown']);
    await refund(paymentId, { amount: 20 });
    await expect.poll(async () => (await refundsOf(orderId))[1], eventually).toBe('succeeded');
    await sweepAfter(2);
    expect(await refundsOf(orderId)).toEqual(['unknown', 'succeeded']);
    expect(await givenBack()).toBe(2_000);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 20, refundingAmount: 20 }]);
  });

  it('is asked about however many wait whose provider cannot be asked', async () => {
    const crowd = await paidByMpesa();
    await server.sql('update payments set refunding_cents = amount_cents where payment_id = $1', [
      crowd.paymentId,
    ]);
    await server.sql(
      `insert into refunds (payment_id, order_id, amount_cents, state, reason, secret, reference, requested_by, created_at, updated_at)
       select $1, $2, 1, 'sent', 'x', 'crowd-' || n, 'crowd-' || n, $3, $4, $4 from generate_series(1, 250) as n`,
      [crowd.paymentId, crowd.orderId, admin.userId, new Date(server.clock.now().getTime() - 60_000)],
    );
    const { orderId, paymentId, reference } = await paidByPaystack();
    await server.sandbox('/faults', { paystack: { callbacksDropped: { for: reference } } });
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['sent']);
    await sweepAfter(2);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
  });

  it('is not held up by a payment that cannot be looked at', async () => {
    const broken = await user.post<{ attemptId: number }>('/api/paystack/checkout', {
      orderId: (await order(user, shop, { paymentMethod: 'Paystack' })).body.orderId,
    });
    const { orderId, paymentId } = await paidByPaystack();
    await refundWithoutJob(paymentId);
    server.clock.advance(3 * 60_000);
    const { providers } = setup;
    await sweepPayments(server.app.ctx, {
      ...setup,
      providers: {
        ...providers,
        of: (method) => {
          const provider = providers.of(method);
          return provider === null ? null : { ...provider, ask: () => Promise.reject(new Error('broken')) };
        },
      },
    });
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    const [row] = await server.sql<{ state: string }>(
      'select state from payment_attempts where attempt_id = $1',
      [broken.body.attemptId],
    );
    expect(row?.state).toBe('waiting');
  });
});

describe('a receipt that M-Pesa never told', () => {
  it('can be entered again when what was entered led to nothing', async () => {
    const { orderId, paymentId, receipt } = await paidByMpesa({ callbacksDropped: { times: 1 } });
    expect((await detailOf(orderId)).payments[0]?.receipt).toBe('');
    await refund(paymentId, { receipt: 'WRONG00000' });
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed']);
    expect((await detailOf(orderId)).payments[0]?.receipt).toBe('');
    await refund(paymentId, { receipt });
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    expect((await detailOf(orderId)).payments).toMatchObject([{ receipt, refundedAmount: 60 }]);
  });
});

describe('a reversal that M-Pesa first called failed', () => {
  const saysDone = async (refundId: number) => {
    const [row] = await server.sql<{ secret: string; reference: string }>(
      'select secret, reference from refunds where refund_id = $1',
      [refundId],
    );
    const Result = { ResultCode: 0, ConversationID: row?.reference };
    expect((await server.nobody.post(`/api/results/reversal/${row?.secret}`, { Result })).status).toBe(200);
  };

  it('counts when M-Pesa says later that the money went back', async () => {
    const { orderId, paymentId } = await paidByMpesa();
    await server.sandbox('/faults', { mpesa: { reversalFails: { times: 1 } } });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed']);
    await saysDone(refundId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ refundedAmount: 60, refundingAmount: 0 }],
    });
  });

  it('is told to a person when the money went back by another meanwhile', async () => {
    const { orderId, paymentId } = await paidByMpesa();
    await server.sandbox('/faults', { mpesa: { reversalFails: { times: 1 } } });
    const first = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed']);
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    await saysDone(first);
    await expect
      .poll(
        () =>
          server.sql(`select 1 from audit_log where action = 'refund.contradicted' and subject_id = $1`, [
            String(paymentId),
          ]),
        eventually,
      )
      .toHaveLength(1);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundingAmount: 0 }]);
  });
});
