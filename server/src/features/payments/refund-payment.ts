// Giving money back the way it came. Invariant: what went back and what is on its way never pass what was paid, by
// lock and by constraint; a refund is sent to its provider once.
import { z } from 'zod';
import { formatShillings, toShillings } from '@ghala/contracts/money';
import type { Refund, refundPaymentSchema } from '@ghala/contracts/payments/payments.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, invalidField, notFound } from '../../platform/errors.ts';
import { lockOrder } from '../orders/index.ts';
import { publishPayment } from './book-money.ts';
import * as payments from './payments.repository.ts';
import type { PaymentRow } from './payments.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { endRefund, given, markOf } from './refund-results.ts';
import { toRefund } from './refund-words.ts';
import * as refunds from './refunds.repository.ts';
import { newSecret } from './start-attempt.ts';

export const sendRefundTask = { name: 'send-refund', payload: z.object({ refundId: z.int() }) };

type Wish = z.output<typeof refundPaymentSchema>;

export async function refundPayment(
  ctx: SignedInCtx,
  setup: PaymentsSetup,
  paymentId: number,
  wish: Wish,
): Promise<Refund> {
  const found = await payments.findPayment(ctx, paymentId);
  if (found === undefined) throw notFound('payment');
  return withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, found.order_id);
    const payment = await payments.lockPayment(tx, paymentId);
    const amountCents = refundable(payment, wish);
    await requireWay(tx, setup, payment, wish, amountCents);
    const refund = await refunds.insertRefund(tx, {
      payment_id: paymentId,
      order_id: order.order_id,
      amount_cents: amountCents,
      reason: wish.reason,
      secret: newSecret(),
      requested_by: tx.actor.userId,
    });
    await payments.updatePayment(tx, paymentId, { refunding_cents: payment.refunding_cents + amountCents });
    await recordAudit(tx, {
      action: 'refund.requested',
      subject: ['payment', paymentId],
      after: { refundId: refund.refund_id, amount: toShillings(amountCents), reason: wish.reason },
    });
    publishPayment(tx, order, paymentId);
    if (payment.payment_method === 'Cash on delivery') await endRefund(tx, order, refund.refund_id, given);
    else await tx.jobs.send(tx, sendRefundTask, { refundId: refund.refund_id });
    return toRefund(tx, await refunds.getFullRefund(tx, refund.refund_id));
  });
}

function refundable(payment: PaymentRow, wish: Wish): number {
  const left = payment.amount_cents - payment.refunded_cents - payment.refunding_cents;
  if (left === 0) throw new AppError('not_allowed_now', 'All of this payment went back already.');
  const amountCents = wish.amount ?? left;
  if (amountCents > left)
    throw invalidField('amount', `Only ${formatShillings(toShillings(left))} of this payment can go back.`);
  if (payment.payment_method === 'Mpesa' && amountCents % 100 !== 0)
    throw invalidField('amount', 'M-Pesa gives back whole shillings only.');
  return amountCents;
}

/** The provider must be there, and M-Pesa must know the payment by its receipt. */
async function requireWay(
  tx: Ctx,
  setup: PaymentsSetup,
  payment: PaymentRow,
  wish: Wish,
  amountCents: number,
): Promise<void> {
  if (payment.payment_method === 'Cash on delivery') return;
  if (setup.providers.of(payment.payment_method) === null)
    throw new AppError('not_allowed_now', `${payment.payment_method} is not set up here.`);
  if (!payment.receipt.startsWith(payments.unknownReceipt)) return;
  if (wish.receipt === undefined)
    throw invalidField(
      'receipt',
      'M-Pesa has not told the receipt of this payment. Enter it from your M-Pesa statement.',
    );
  const receipt = wish.receipt.toUpperCase();
  if ((await payments.findByReceipt(tx, receipt)) !== undefined)
    throw invalidField('receipt', 'This receipt belongs to another payment.');
  await payments.updatePayment(tx, payment.payment_id, { receipt });
  await recordAudit(tx, {
    action: 'payment.receipt-entered',
    subject: ['payment', payment.payment_id],
    after: { receipt, refund: toShillings(amountCents) },
  });
}

/** Claimed as unknown before it is sent, so that a server that dies in the middle never makes it be sent twice. */
export async function sendRefund(ctx: Ctx, setup: PaymentsSetup, refundId: number): Promise<void> {
  const claimed = await withTransaction(ctx, async (tx) => {
    const refund = await refunds.lockRefund(tx, refundId);
    if (refund.state !== 'requested') return null;
    return refunds.updateRefund(tx, refundId, { state: 'unknown', sent_at: tx.clock.now() });
  });
  if (claimed === null) return;
  const payment = await payments.findPayment(ctx, claimed.payment_id);
  if (payment === undefined || payment.payment_method === 'Cash on delivery') return;
  const provider = setup.providers.of(payment.payment_method);
  const result =
    provider === null
      ? ({ kind: 'refused', code: 'not-set-up' } as const)
      : await provider.refund(ctx, {
          receipt: payment.receipt,
          amountCents: claimed.amount_cents,
          reason: claimed.reason,
          mark: markOf(refundId),
          resultUrl: `${setup.ownUrl()}/api/results/reversal/${claimed.secret}`,
          timeoutUrl: `${setup.ownUrl()}/api/results/reversal/${claimed.secret}/late`,
        });
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, claimed.order_id);
    await payments.lockPayment(tx, claimed.payment_id);
    const refund = await refunds.lockRefund(tx, refundId);
    // Its result may have been faster than the answer to sending it.
    if (refund.state !== 'unknown') return;
    if (result.kind === 'sent')
      await refunds.updateRefund(tx, refundId, { state: 'sent', reference: result.reference });
    if (result.kind === 'refused')
      await endRefund(tx, order, refundId, { kind: 'failed', code: result.code });
    if (result.kind === 'lost')
      await recordAudit(tx, {
        action: 'refund.lost',
        subject: ['payment', refund.payment_id],
        after: { refundId },
      });
    publishPayment(tx, order, refund.payment_id);
  });
}
