// Money people look at and decide about: lists, an attempt to follow, held money let through, cash.
import type { z } from 'zod';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import type {
  Payment,
  PaymentAttempt,
  settlePaymentSchema,
} from '@ghala/contracts/payments/payments.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { lockOrder, markPaid, requireSomeParty, takeStep, type OrderMoney } from '../orders/index.ts';
import { companyIdsOf } from '../suppliers/index.ts';
import { inProgress } from './attempt-rules.ts';
import { toAttempt } from './attempt-words.ts';
import * as attempts from './attempts.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';
import { bookMoney, publishPayment } from './book-money.ts';
import { checkAttempt, saveAttempt } from './check-attempt.ts';
import { list } from './find-payments.repository.ts';
import * as payments from './payments.repository.ts';
import { toPayment, type PaymentListRequest } from './payments.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { toRefund } from './refund-words.ts';
import { listRefunds } from './refunds.repository.ts';

export async function listPayments(ctx: SignedInCtx, request: PaymentListRequest) {
  return list(ctx, request, await companyIdsOf(ctx), ctx.actor.role);
}

async function readAttempt(ctx: SignedInCtx, attemptId: number): Promise<AttemptRow> {
  const attempt = await attempts.findAttempt(ctx, attemptId);
  if (attempt === undefined) throw notFound('payment');
  await requireSomeParty(ctx, await attempts.orderOf(ctx, attempt.order_id));
  return attempt;
}

export const getPaymentAttempt = async (ctx: SignedInCtx, attemptId: number): Promise<PaymentAttempt> =>
  toAttempt(await readAttempt(ctx, attemptId));

/** A provider is asked for the same attempt no more often than this, however often its payer presses. */
const restBetweenChecksMs = 3_000;

export async function checkPaymentAttempt(
  ctx: SignedInCtx,
  setup: PaymentsSetup,
  attemptId: number,
): Promise<PaymentAttempt> {
  const attempt = await readAttempt(ctx, attemptId);
  const rested = ctx.clock.now().getTime() - attempt.updated_at.getTime() >= restBetweenChecksMs;
  // One that ended may still be asked about, such as a Paystack page that was paid after a declined card.
  if (attempt.next_check_at === null || (!rested && attempt.checks > 0)) return toAttempt(attempt);
  return toAttempt((await checkAttempt(ctx, setup, attemptId)) ?? attempt);
}

/** A person lets held money count: the order is paid by it, and brought back when it was cancelled. */
export async function settlePayment(
  ctx: SignedInCtx,
  paymentId: number,
  { reason }: z.output<typeof settlePaymentSchema>,
): Promise<Payment> {
  const found = await payments.findPayment(ctx, paymentId);
  if (found === undefined) throw notFound('payment');
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, found.order_id);
    const payment = await payments.lockPayment(tx, paymentId);
    if (payment.state !== 'held') throw new AppError('not_allowed_now', 'This payment is not held.');
    if (payment.refunded_cents + payment.refunding_cents > 0)
      throw new AppError('not_allowed_now', 'Some of this payment went back already.');
    if (payment.amount_cents < order.amount_cents)
      throw new AppError('not_allowed_now', 'This payment does not cover its order; give it back instead.');
    const open = order.status === 'cancelled' ? await takeStep(tx, order, 'revive', reason) : order;
    await payments.updatePayment(tx, paymentId, { state: 'settled', held_reason: null });
    await markPaid(tx, open, payment.payment_method, reason);
    await recordAudit(tx, {
      action: 'payment.settled',
      subject: ['payment', paymentId],
      before: { state: 'held', heldReason: payment.held_reason },
      after: { state: 'settled', reason },
    });
    publishPayment(tx, order, paymentId);
    const row = await payments.findFull(tx, paymentId);
    if (row === undefined) throw notFound('payment');
    return toPayment(row, tx.actor.role);
  });
}

async function ofOrder(
  ctx: SignedInCtx,
  orderId: number,
): Promise<Pick<OrderDetail, 'attempts' | 'payments' | 'refunds'>> {
  return {
    attempts: (await attempts.listAttempts(ctx, orderId)).map(toAttempt),
    payments: (await payments.listOfOrder(ctx, orderId)).map((row) => toPayment(row, ctx.actor.role)),
    refunds: (await listRefunds(ctx, orderId)).map((row) => toRefund(ctx, row)),
  };
}

/** What orders need to know of money. */
export const orderMoney: OrderMoney = {
  ofOrder,
  recordCash: async (tx, order) => {
    await bookMoney(
      tx,
      { ...order, status: 'pending' },
      {
        amountCents: order.amount_cents,
        method: 'Cash on delivery',
        phone: await payments.phoneOf(tx, order.user_id),
        receipt: `CASH-${order.order_id}`,
        attemptId: null,
        paidAt: tx.clock.now(),
        trouble: null,
      },
    );
  },
  isGoingBack: payments.isGoingBack,
  hasOpenAttempt: async (tx, orderId) => (await attempts.findOpen(tx, orderId)) !== undefined,
  closeAttempts: async (tx, orderId) => {
    const open = await attempts.findOpen(tx, orderId);
    if (open === undefined) return;
    // A Paystack page can be left at any time; a prompt on a phone cannot be taken back.
    if (open.payment_method === 'Mpesa' || open.state !== 'waiting') throw inProgress(open);
    await saveAttempt(tx, await attempts.orderOf(tx, orderId), open, { state: 'expired' });
  },
};
