// Refunds of which nothing more is heard, settled by a person: not too early, once, and never against what the provider
// tells later without a trace.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, setRefundScene, type RefundScene } from '../../../test/refund-scene.ts';
import { statuses } from '../../../test/shop.ts';
import { callerAt, type Answer, type Caller } from '../../../test/test-server.ts';

let scene: RefundScene;
beforeAll(async () => {
  scene = await setRefundScene();
});
afterAll(() => scene.server.close());
afterEach(() => scene.forgetFaults());

const minute = 60_000;

interface Resolved {
  state: string;
  message: string;
  actions: string[];
  error?: { code: string; message: string; fields?: Record<string, string> };
}

const resolve = (
  caller: Caller,
  refundId: number,
  outcome: string,
  headers: Record<string, string> = {},
): Promise<Answer<Resolved>> =>
  caller.post<Resolved>(
    `/api/refunds/${refundId}/resolve`,
    { outcome, reason: 'Looked up in the M-Pesa portal.' },
    { headers },
  );

const actionsOf = async (orderId: number, caller = scene.admin) =>
  (await scene.detailOf(orderId, caller)).refunds.map(({ actions }) => actions);

/** A reversal that M-Pesa took and whose result never comes. */
async function silentReversal() {
  const { server, paidByMpesa, refund, refundsOf } = scene;
  const paid = await paidByMpesa();
  await server.sandbox('/faults', { mpesa: { callbacksDropped: { on: 'reversal', times: 1 } } });
  const refundId = await refund(paid.paymentId);
  await expect.poll(() => refundsOf(paid.orderId), eventually).toEqual(['sent']);
  return { ...paid, refundId };
}

/** A reversal whose server died between claiming and sending it. */
async function unsentReversal() {
  const { server, paidByMpesa, refundWithoutJob } = scene;
  const paid = await paidByMpesa();
  const { refundId } = await refundWithoutJob(paid.paymentId);
  await server.sql(`update refunds set state = 'unknown', sent_at = $2 where refund_id = $1`, [
    refundId,
    server.clock.now(),
  ]);
  return { ...paid, refundId };
}

/** One that Paystack never carried out, for all we know. */
async function lostRefund() {
  const { server, paidByPaystack, refund, refundsOf } = scene;
  const paid = await paidByPaystack();
  await server.sandbox('/faults', { paystack: { serverErrors: { on: 'refund', times: 1 } } });
  const refundId = await refund(paid.paymentId);
  await expect.poll(() => refundsOf(paid.orderId), eventually).toEqual(['unknown']);
  return { ...paid, refundId };
}

describe('a reversal whose result never came', () => {
  it('went back, says an admin: it counts as given back, with who said so and why', async () => {
    const { server, admin, detailOf, auditOf } = scene;
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    const answer = await resolve(admin, refundId, 'refunded');
    expect(answer).toMatchObject({ status: 200, body: { state: 'succeeded', actions: [] } });
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ refundedAmount: 60, refundingAmount: 0 }],
      refunds: [{ state: 'succeeded', message: 'Given back, as somebody here looked up.' }],
    });
    expect(await auditOf(paymentId, 'refund.resolved')).toMatchObject([
      {
        before: { state: 'sent' },
        after: { refundId, outcome: 'refunded', reason: 'Looked up in the M-Pesa portal.' },
      },
    ]);
    expect(await auditOf(paymentId, 'refund.succeeded')).toMatchObject([
      { after: { refundId, resultCode: 'by-hand' } },
    ]);
  });

  it('did not go back, says an admin: it is due again, and can be refunded again', async () => {
    const { server, admin, user, detailOf, refund, refundsOf } = scene;
    const { orderId, paymentId, refundId } = await unsentReversal();
    await user.post(`/api/order/${orderId}/cancel`, {});
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundDue: false }]);
    server.clock.advance(15 * minute);
    expect(await resolve(admin, refundId, 'failed')).toMatchObject({
      status: 200,
      body: { state: 'failed', message: 'Not given back, as somebody here looked up.' },
    });
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'paid',
      payments: [{ refundedAmount: 0, refundingAmount: 0, refundDue: true }],
    });
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundDue: false }]);
  });

  it('is not to be settled before it was sent', async () => {
    const { admin, server, refundWithoutJob, paidByMpesa } = scene;
    const { orderId, paymentId } = await paidByMpesa();
    const { refundId } = await refundWithoutJob(paymentId);
    await server.sql(`update refunds set updated_at = 'infinity' where refund_id = $1`, [refundId]);
    server.clock.advance(15 * minute);
    expect(await actionsOf(orderId)).toEqual([[]]);
    expect((await resolve(admin, refundId, 'failed')).body.error?.message).toBe(
      'This refund is about to be sent.',
    );
  });

  it('is not to be settled while M-Pesa may still tell, and is not offered', async () => {
    const { server, admin, detailOf, refundsOf } = scene;
    const { orderId, refundId } = await silentReversal();
    server.clock.advance(14 * minute);
    expect(await actionsOf(orderId)).toEqual([[]]);
    const early = await resolve(admin, refundId, 'refunded');
    expect(early).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'not_allowed_now',
          message:
            'The provider may still tell how this refund ended. Wait until 15 minutes after it was sent.',
        },
      },
    });
    expect(await refundsOf(orderId)).toEqual(['sent']);
    const [told] = (await detailOf(orderId)).refunds;
    expect(Date.parse(told?.sentAt ?? '')).toBeLessThan(server.clock.now().getTime() - 13 * minute);
    server.clock.advance(minute);
    expect(await actionsOf(orderId)).toEqual([['resolve']]);
  });

  it('is not to be settled when its result has come and only waits to be read', async () => {
    const { server, admin, sweepAfter, refundsOf } = scene;
    const { orderId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    await server.sql(
      `insert into provider_callbacks (provider, refund_id, body, body_hash, ip, received_at)
       select 'mpesa', refund_id, body, sha256(body), '', $2
         from refunds, lateral (select convert_to(json_build_object('Result', json_build_object(
           'ResultCode', 0, 'ConversationID', reference))::text, 'UTF8') as body) b
        where refund_id = $1`,
      [refundId, server.clock.now()],
    );
    expect(await actionsOf(orderId)).toEqual([[]]);
    expect((await resolve(admin, refundId, 'failed')).body.error?.message).toContain('is being read');
    await sweepAfter(3);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
  });

  it('is offered to and settled by nobody but an admin', async () => {
    const { server, user, shop, refundsOf } = scene;
    const { orderId, refundId } = await silentReversal();
    const supplier = await server.signIn('supplier');
    await server.sql('insert into supplier_members (user_id, supplier_id) values ($1, $2)', [
      supplier.userId,
      shop.supplierId,
    ]);
    server.clock.advance(15 * minute);
    expect(await actionsOf(orderId)).toEqual([['resolve']]);
    for (const caller of [user, supplier]) {
      expect(await actionsOf(orderId, caller)).toEqual([[]]);
      expect((await resolve(caller, refundId, 'refunded')).status).toBe(403);
    }
    expect((await resolve(server.nobody, refundId, 'refunded')).status).toBe(401);
    expect(await refundsOf(orderId)).toEqual(['sent']);
  });

  it('needs an outcome, a reason of some length, and nothing else', async () => {
    const { admin } = scene;
    const { refundId } = await silentReversal();
    const send = async (body: object) =>
      (await admin.post<Resolved>(`/api/refunds/${refundId}/resolve`, body)).body.error?.fields;
    expect(await send({})).toEqual({
      outcome: 'The outcome must be refunded or failed.',
      reason: 'This field is required.',
    });
    expect(await send({ outcome: 'refunded', reason: ' .. ' })).toEqual({
      reason: 'This must have at least 3 characters.',
    });
    expect(await send({ outcome: 'refunded', reason: '   ' })).toEqual({ reason: 'This field is required.' });
    expect(await send({ outcome: 'lost', reason: 'x'.repeat(301) })).toEqual({
      outcome: 'The outcome must be refunded or failed.',
      reason: 'This may have at most 300 characters.',
    });
    const more = { outcome: 'failed', reason: 'Looked up.', amount: 1 };
    expect((await admin.post(`/api/refunds/${refundId}/resolve`, more)).status).toBe(400);
    expect((await resolve(admin, 999_999, 'failed')).status).toBe(404);
  });

  it('is settled once: the same key gives the same answer, another call is refused', async () => {
    const { server, admin, detailOf, auditOf } = scene;
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    const headers = { 'idempotency-key': `resolve-${refundId}` };
    const first = await resolve(admin, refundId, 'failed', headers);
    const again = await resolve(admin, refundId, 'failed', headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(await resolve(admin, refundId, 'refunded')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'not_allowed_now',
          message: 'This refund has failed already; the money can be refunded again.',
        },
      },
    });
    expect(await auditOf(paymentId, 'refund.resolved')).toHaveLength(1);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 0, refundingAmount: 0 }]);
  });

  it('is settled once when admins at two servers say different things at once', async () => {
    const { server, admin, detailOf, auditOf } = scene;
    const second = await server.another();
    const there = callerAt(second.url, admin.token, admin.userId);
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    const answers = await Promise.all(
      [admin, there, admin, there].map((caller, index) =>
        resolve(caller, refundId, index < 2 ? 'refunded' : 'failed'),
      ),
    );
    expect(statuses(answers)).toEqual([200, 409, 409, 409]);
    const said = answers.find(({ status }) => status === 200)?.body.state;
    const { payments, refunds } = await detailOf(orderId);
    expect(refunds).toMatchObject([{ state: said }]);
    expect(payments).toMatchObject([{ refundingAmount: 0, refundedAmount: said === 'succeeded' ? 60 : 0 }]);
    expect(await auditOf(paymentId, 'refund.resolved')).toHaveLength(1);
  });
});

describe('what M-Pesa says after an admin has settled a reversal', () => {
  it('counts when the money did go back', async () => {
    const { server, admin, detailOf, refundsOf, reversalSays, auditOf } = scene;
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    await resolve(admin, refundId, 'failed');
    await reversalSays(refundId, 0);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundingAmount: 0 }]);
    expect(await auditOf(paymentId, 'refund.succeeded')).toMatchObject([
      { actor_name: 'system', before: { state: 'failed' }, after: { resultCode: '0' } },
    ]);
  });

  it('is told to a person when the money went back twice', async () => {
    const { server, admin, detailOf, refund, refundsOf, reversalSays, auditOf } = scene;
    const { orderId, paymentId, refundId } = await unsentReversal();
    server.clock.advance(15 * minute);
    await resolve(admin, refundId, 'failed');
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    await reversalSays(refundId, 0);
    await expect
      .poll(() => auditOf(paymentId, 'refund.contradicted'), eventually)
      .toMatchObject([
        { before: { state: 'failed', resultCode: 'by-hand' }, after: { refundId, resultCode: '0' } },
      ]);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundingAmount: 0 }]);
  });

  it('is told to a person when the money did not go back', async () => {
    const { server, admin, detailOf, reversalSays, auditOf } = scene;
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    await resolve(admin, refundId, 'refunded');
    await reversalSays(refundId, 2006);
    await expect
      .poll(() => auditOf(paymentId, 'refund.contradicted'), eventually)
      .toMatchObject([
        { before: { state: 'succeeded', resultCode: 'by-hand' }, after: { refundId, resultCode: '2006' } },
      ]);
    expect(await detailOf(orderId)).toMatchObject({
      paymentStatus: 'refunded',
      payments: [{ refundedAmount: 60, refundingAmount: 0 }],
    });
  });

  it("becomes M-Pesa's own word when it agrees", async () => {
    const { server, admin, detailOf, reversalSays, auditOf } = scene;
    const { orderId, paymentId, refundId } = await silentReversal();
    server.clock.advance(15 * minute);
    await resolve(admin, refundId, 'refunded');
    await reversalSays(refundId, 0);
    await expect
      .poll(async () => (await detailOf(orderId)).refunds[0]?.message, eventually)
      .toBe('Given back.');
    expect(await auditOf(paymentId, 'refund.contradicted')).toEqual([]);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundingAmount: 0 }]);
  });
});

describe('a refund by Paystack', () => {
  it('that was never carried out is settled once Paystack has said, late enough, that it has none', async () => {
    const { admin, server, sweepAfter, detailOf, refund, refundsOf, forgetFaults } = scene;
    const { orderId, paymentId, refundId, givenBack } = await lostRefund();
    await sweepAfter(2);
    await server.sandbox('/faults', { paystack: { serverErrors: { on: 'refund-list' } } });
    server.clock.advance(15 * minute);
    // What Paystack said a minute after it was sent proves nothing.
    expect((await resolve(admin, refundId, 'failed')).body.error?.message).toBe(
      'Paystack is still being asked whether it has this refund.',
    );
    await sweepAfter(2);
    expect(await actionsOf(orderId)).toEqual([[]]);
    await forgetFaults();
    await sweepAfter(2);
    expect(await actionsOf(orderId)).toEqual([['resolve']]);
    expect((await resolve(admin, refundId, 'failed')).status).toBe(200);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 0, refundingAmount: 0 }]);
    await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['failed', 'succeeded']);
    expect(await givenBack()).toBe(6_000);
  });

  it('that Paystack has is left to Paystack, which is asked', async () => {
    const { admin, server, sweepAfter, paidByPaystack, refund, refundsOf, forgetFaults } = scene;
    const { orderId, paymentId, reference } = await paidByPaystack();
    await server.sandbox('/faults', {
      paystack: { callbacksDropped: { for: reference }, serverErrors: { on: 'refund-status' } },
    });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['sent']);
    server.clock.advance(20 * minute);
    expect(await actionsOf(orderId)).toEqual([[]]);
    expect((await resolve(admin, refundId, 'refunded')).body.error?.message).toBe(
      'Paystack has this refund, and is asked again and again how it stands.',
    );
    await forgetFaults();
    await sweepAfter(2);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
  });

  it('that Paystack tells no end of is settled when it is not asked any more', async () => {
    const { admin, server, sweepAfter, paidByPaystack, refund, refundsOf } = scene;
    const { orderId, paymentId, reference } = await paidByPaystack();
    await server.sandbox('/faults', { paystack: { callbacksDropped: { for: reference } } });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['sent']);
    const day = 24 * 60 * minute;
    await server.sql('update refunds set sent_at = $2, updated_at = $2 where refund_id = $1', [
      refundId,
      new Date(server.clock.now().getTime() - 30 * day),
    ]);
    await sweepAfter(2);
    expect(await refundsOf(orderId)).toEqual(['sent']);
    expect((await resolve(admin, refundId, 'refunded')).status).toBe(200);
    expect(await refundsOf(orderId)).toEqual(['succeeded']);
  });

  it('that an admin called failed counts when Paystack says by itself that it was made', async () => {
    const { admin, server, detailOf, paidByPaystack, paystackSays, refund, refundsOf, forgetFaults } = scene;
    const { orderId, paymentId, reference } = await paidByPaystack();
    const held = {
      repliesLost: { on: 'refund', times: 1 },
      serverErrors: { on: 'refund-list' },
      callbacksDropped: { for: reference },
    };
    await server.sandbox('/faults', { paystack: held });
    const refundId = await refund(paymentId);
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['unknown']);
    server.clock.advance(16 * minute);
    // As if its books had been behind; and its clock is not the test's.
    await server.sql('update refunds set missing_at = $2, created_at = now() where refund_id = $1', [
      refundId,
      server.clock.now(),
    ]);
    expect((await resolve(admin, refundId, 'failed')).status).toBe(200);
    await forgetFaults();
    await paystackSays('refund.processed', { transaction_reference: reference });
    await expect.poll(() => refundsOf(orderId), eventually).toEqual(['succeeded']);
    expect((await detailOf(orderId)).payments).toMatchObject([{ refundedAmount: 60, refundingAmount: 0 }]);
  });
});

describe('an order whose money is on its way back', () => {
  it('is not delivered until it is known that the money stayed', async () => {
    const { server, admin, detailOf } = scene;
    const { orderId, refundId } = await silentReversal();
    const deliver = () =>
      admin.post<{ status: string; error?: { code: string; message: string } }>(
        `/api/order/${orderId}/deliver`,
        {},
      );
    const refused = await deliver();
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_allowed_now' } } });
    expect(refused.body.error?.message).toBe(
      'Money of this order is on its way back. It can be delivered once that refund has ended and left it paid.',
    );
    expect(await detailOf(orderId)).toMatchObject({ status: 'pending', paymentStatus: 'paid' });
    server.clock.advance(15 * minute);
    await resolve(admin, refundId, 'failed');
    expect(await deliver()).toMatchObject({ status: 200, body: { status: 'delivered' } });
  });
});
