// Paid orders whose money is to go back, on a server with the sandbox's providers, for tests of refunds.
import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '@ghala/sandbox';
import { expect } from 'vitest';
import { refundPayment } from '../src/features/payments/refund-payment.ts';
import { sweepPayments } from '../src/features/payments/sweep-payments.ts';
import type { SignedInCtx } from '../src/platform/context.ts';
import { sandboxPayments } from './sandbox-payments.ts';
import { openShop, order, startSandboxServer } from './shop.ts';

interface Detail {
  status: string;
  paymentStatus: string;
  payments: {
    paymentId: number;
    receipt: string;
    refundedAmount: number;
    refundingAmount: number;
    refundDue: boolean;
  }[];
  refunds: { refundId: number; state: string; message: string; sentAt: string | null; actions: string[] }[];
}

export const eventually = { timeout: 20_000, interval: 100 };

export type RefundScene = Awaited<ReturnType<typeof setRefundScene>>;

export async function setRefundScene() {
  const server = await startSandboxServer();
  const admin = await server.signIn('admin');
  const user = await server.signIn('user');
  const shop = await openShop(server, { price: 60, stock: 1000 });
  const setup = sandboxPayments(server);

  /** What the minute's job does, a while from now. */
  const sweepAfter = async (minutes: number) => {
    server.clock.advance(minutes * 60_000);
    await sweepPayments(server.app.ctx, setup);
  };
  const detailOf = async (orderId: number, caller = user) =>
    (await caller.get<Detail>(`/api/order/${orderId}`)).body;
  const refundsOf = async (orderId: number) => (await detailOf(orderId)).refunds.map(({ state }) => state);
  const refund = async (paymentId: number, body: Record<string, unknown> = {}) => {
    const answer = await admin.post<{ refundId: number }>(`/api/payments/${paymentId}/refund`, {
      reason: 'Damaged.',
      ...body,
    });
    expect(answer.status).toBe(202);
    return answer.body.refundId;
  };
  /** Asked for as over HTTP, but the job that is to send it gets lost. */
  const refundWithoutJob = (paymentId: number) => {
    const actor = {
      userId: admin.userId,
      role: 'admin' as const,
      firstName: 'A',
      lastName: 'B',
      sessionId: 0,
    };
    const ctx: SignedInCtx = { ...server.app.ctx, actor, jobs: { send: async () => undefined } };
    return refundPayment(ctx, setup, paymentId, { reason: 'Damaged.' });
  };
  /** M-Pesa's result of a reversal, whatever it said before. */
  const reversalSays = async (refundId: number, code: number) => {
    const [row] = await server.sql<{ secret: string; reference: string }>(
      `select secret, coalesce(reference, 'AG_late') as reference from refunds where refund_id = $1`,
      [refundId],
    );
    const Result = { ResultCode: code, ConversationID: row?.reference };
    expect((await server.nobody.post(`/api/results/reversal/${row?.secret}`, { Result })).status).toBe(200);
  };
  /** A webhook of Paystack's, signed as it signs. */
  const paystackSays = async (event: string, data: object) => {
    const body = JSON.stringify({ event, data });
    const signature = createHmac('sha512', sandboxCredentials.paystack.secretKey).update(body).digest('hex');
    const headers = { 'x-paystack-signature': signature };
    expect((await server.nobody.post('/api/paystack/webhook', body, { headers })).status).toBe(200);
  };
  const auditOf = (paymentId: number, action: string) =>
    server.sql<{ actor_name: string; before: object | null; after: object }>(
      'select actor_name, before, after from audit_log where action = $1 and subject_id = $2 order by 1',
      [action, String(paymentId)],
    );

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

  return {
    server,
    admin,
    user,
    shop,
    setup,
    sweepAfter,
    detailOf,
    refundsOf,
    refund,
    refundWithoutJob,
    reversalSays,
    paystackSays,
    auditOf,
    paidByPaystack,
    paidByMpesa,
    forgetFaults: async () => {
      await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
    },
  };
}
