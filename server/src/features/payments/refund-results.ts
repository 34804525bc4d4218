// How a refund ends: told by its provider, once.
import { toShillings } from '@ghala/contracts/money';
import type { Refund } from '@ghala/contracts/payments/payments.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { lockOrder, markRefunded, type OrderRow } from '../orders/index.ts';
import { publishPayment } from './book-money.ts';
import type { CallbackRow } from './callbacks.repository.ts';
import * as payments from './payments.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { readReversalResult } from './providers/mpesa/callbacks.ts';
import { readRefundEvent } from './providers/paystack/webhook.ts';
import * as refunds from './refunds.repository.ts';
import type { RefundRow } from './refunds.repository.ts';

export type RefundEnd = { kind: 'done' } | { kind: 'failed'; code: string };

function wordsFor(refund: RefundRow): string {
  switch (refund.state) {
    case 'requested':
      return 'About to be sent.';
    case 'sent':
      return 'On its way back.';
    case 'unknown':
      return 'The provider has not answered. Look it up there before you try again.';
    case 'succeeded':
      return 'Given back.';
    case 'failed':
      return `The provider did not give it back (${refund.result_code ?? 'no reason'}).`;
    default:
      return refund.state satisfies never;
  }
}

export const toRefund = (refund: RefundRow, by: string): Refund => ({
  refundId: refund.refund_id,
  paymentId: refund.payment_id,
  orderId: refund.order_id,
  amount: toShillings(refund.amount_cents),
  state: refund.state,
  reason: refund.reason,
  message: wordsFor(refund),
  by,
  createdAt: refund.created_at.toISOString(),
});

/** The order's row is locked by the caller. A refund that has ended stays as it is. */
export async function endRefund(
  tx: Ctx,
  order: OrderRow,
  refundId: number,
  end: RefundEnd,
): Promise<RefundRow> {
  const refund = await refunds.lockRefund(tx, refundId);
  if (refund.state === 'succeeded' || refund.state === 'failed') return refund;
  const payment = await payments.lockPayment(tx, refund.payment_id);
  const done = end.kind === 'done';
  await payments.updatePayment(tx, payment.payment_id, {
    refunding_cents: payment.refunding_cents - refund.amount_cents,
    ...(done ? { refunded_cents: payment.refunded_cents + refund.amount_cents } : {}),
  });
  const ended = await refunds.updateRefund(tx, refundId, {
    state: done ? 'succeeded' : 'failed',
    result_code: end.kind === 'done' ? '0' : end.code,
  });
  await recordAudit(tx, {
    action: done ? 'refund.succeeded' : 'refund.failed',
    subject: ['payment', payment.payment_id],
    after: { refundId, amount: toShillings(refund.amount_cents), resultCode: ended.result_code },
  });
  const settled = payment.state === 'settled' && order.payment_status === 'paid';
  if (done && settled && (await payments.isAllRefunded(tx, order.order_id)))
    await markRefunded(tx, order, refund.reason);
  publishPayment(tx, order, payment.payment_id);
  return ended;
}

const end = (ctx: Ctx, refund: RefundRow, how: RefundEnd): Promise<RefundRow> =>
  withTransaction(ctx, async (tx) =>
    endRefund(tx, await lockOrder(tx, refund.order_id), refund.refund_id, how),
  );

/** Tells what came of the callback. */
export const processRefundCallback = (ctx: Ctx, callback: CallbackRow): Promise<string> =>
  callback.provider === 'mpesa' ? processReversal(ctx, callback) : processPaystackRefund(ctx, callback);

async function processReversal(ctx: Ctx, callback: CallbackRow): Promise<string> {
  const refund = callback.refund_id === null ? undefined : await refunds.findRefund(ctx, callback.refund_id);
  const result = readReversalResult(callback.body);
  if (refund === undefined || result === null) return 'unreadable';
  if (refund.reference !== null && result.reference !== refund.reference) {
    await recordAudit(ctx, {
      action: 'callback.ignored',
      subject: ['callback', callback.callback_id],
      actor: { userId: null, name: callback.provider },
      after: { reason: 'about another reversal', refundId: refund.refund_id },
    });
    return 'about another reversal';
  }
  const ended = await end(
    ctx,
    refund,
    result.code === '0' ? { kind: 'done' } : { kind: 'failed', code: result.code },
  );
  return ended.state;
}

/** Signed, so believed. */
async function processPaystackRefund(ctx: Ctx, callback: CallbackRow): Promise<string> {
  const event = readRefundEvent(callback.body);
  if (event === null) return 'unreadable';
  if (event.end === null) return 'noted';
  const refund =
    (await refunds.findRefundByReference(ctx, event.reference)) ??
    (await refunds.findLostRefund(ctx, event.transactionReference, event.amountCents));
  if (refund === undefined) return 'about no refund of ours';
  const ended = await end(
    ctx,
    refund,
    event.end === 'done' ? { kind: 'done' } : { kind: 'failed', code: 'failed' },
  );
  return ended.state;
}

/** One round; more wait for the next. */
const sweepSize = 100;

/** For providers that can be asked, should their own word never come. */
export async function checkRefunds(ctx: Ctx, setup: PaymentsSetup): Promise<void> {
  for (const refund of await refunds.findSentRefunds(ctx, sweepSize)) {
    const payment = await payments.findPayment(ctx, refund.payment_id);
    if (payment === undefined || payment.payment_method === 'Cash on delivery') continue;
    const ask = setup.providers.of(payment.payment_method)?.askRefund ?? null;
    if (ask === null || refund.reference === null) continue;
    const verdict = await ask(ctx, refund.reference);
    if (verdict.kind === 'done' || verdict.kind === 'failed') await end(ctx, refund, verdict);
  }
}
