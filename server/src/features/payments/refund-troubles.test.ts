// Refunds whose way goes wrong: jobs and answers lost, results late or nameless. None is made twice, none is forgotten,
// and the books say what the provider did.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, setRefundScene, type RefundScene } from '../../../test/refund-scene.ts';
import { order } from '../../../test/shop.ts';
import { sweepPayments } from './sweep-payments.ts';

let scene: RefundScene;
beforeAll(async () => {
  scene = await setRefundScene();
});
afterAll(() => scene.server.close());
afterEach(() => scene.forgetFaults());

describe('a refund', () => {
  it('is sent in the end when the job that was to send it got lost', async () => {
    const { sweepAfter, refundsOf, refundWithoutJob, paidByPaystack } = scene;
    const { orderId, paymentId, givenBack } = await paidByPaystack();
    await refundWithoutJob(paymentId);
    await sweepAfter(3);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect(await givenBack()).toBe(6_000);
  });

  it('ends in the end when the job that was to read its result got lost', async () => {
    const { server, sweepAfter, refundsOf, refund, paidByMpesa } = scene;
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
    const { server, sweepAfter, detailOf, refundsOf, refund, paidByPaystack } = scene;
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
    const { server, sweepAfter, detailOf, refundsOf, refund, paidByPaystack } = scene;
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
    const { server, admin, sweepAfter, refundsOf, refund, paidByPaystack, paidByMpesa } = scene;
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
    const { server, user, shop, setup, refundsOf, refundWithoutJob, paidByPaystack } = scene;
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
    const { detailOf, refundsOf, refund, paidByMpesa } = scene;
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
  it('counts when M-Pesa says later that the money went back', async () => {
    const { server, detailOf, refundsOf, refund, paidByMpesa, reversalSays } = scene;
    const { orderId, paymentId } = await paidByMpesa();
    await server.sandbox('/faults', { mpesa: { reversalFails: { times: 1 } } });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed']);
    await reversalSays(refundId, 0);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ refundedAmount: 60, refundingAmount: 0 }],
    });
  });

  it('is told to a person when the money went back by another meanwhile', async () => {
    const { server, detailOf, refundsOf, refund, paidByMpesa, reversalSays } = scene;
    const { orderId, paymentId } = await paidByMpesa();
    await server.sandbox('/faults', { mpesa: { reversalFails: { times: 1 } } });
    const first = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed']);
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    await reversalSays(first, 0);
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
