// How a refund ends, once: told by its provider, or by a person when the provider does not tell.
import { toShillings } from '@ghala/contracts/money';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { lockOrder, markRefunded, type OrderRow } from '../orders/index.ts';
import { publishPayment } from './book-money.ts';
import { findAttempt } from './attempts.repository.ts';
import { claimsOf, type CallbackRow } from './callbacks.repository.ts';
import * as payments from './payments.repository.ts';
import type { PaymentRow } from './payments.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import { readReversalResult } from './providers/mpesa/callbacks.ts';
import type { PaymentProvider, RefundFound } from './providers/payment-provider.ts';
import { readRefundEvent } from './providers/paystack/webhook.ts';
import * as refunds from './refunds.repository.ts';
import type { RefundRow } from './refunds.repository.ts';

export type RefundEnd = { kind: 'done' | 'failed'; code: string };

/** The provider's word, or cash in hand. */
export const given: RefundEnd = { kind: 'done', code: '0' };

/** A receipt that a person entered and that led to nothing may be mistyped: it is to be entered again. */
async function withoutEnteredReceipt(
  tx: Ctx,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<Partial<Pick<PaymentRow, 'receipt'>>> {
  const proven = payment.refunded_cents > 0 || payment.refunding_cents > refund.amount_cents;
  if (payment.payment_method !== 'Mpesa' || payment.attempt_id === null || proven) return {};
  const claims = await claimsOf(tx, payment.attempt_id);
  if (claims.some(({ receipt }) => receipt === payment.receipt)) return {};
  const attempt = await findAttempt(tx, payment.attempt_id);
  return { receipt: `${payments.unknownReceipt}${attempt?.reference ?? payment.attempt_id}` };
}

/** The order's row is locked by the caller. A refund that was given back stays so. */
export async function endRefund(
  tx: Ctx,
  order: OrderRow,
  refundId: number,
  end: RefundEnd,
): Promise<RefundRow> {
  const refund = await refunds.lockRefund(tx, refundId);
  const done = end.kind === 'done';
  if (refund.state === (done ? 'succeeded' : 'failed'))
    // A person was right: now it is the provider's own word.
    return refund.result_code === refunds.byHand
      ? refunds.updateRefund(tx, refundId, { result_code: end.code })
      : refund;
  const payment = await payments.lockPayment(tx, refund.payment_id);
  const left = payment.amount_cents - payment.refunded_cents - payment.refunding_cents;
  // Money that went back after all counts, whatever was said of it before.
  const afterAll = done && refund.state === 'failed';
  if (refund.state === 'succeeded' || (afterAll && left < refund.amount_cents)) {
    await recordAudit(tx, {
      action: 'refund.contradicted',
      subject: ['payment', payment.payment_id],
      before: { state: refund.state, resultCode: refund.result_code },
      after: {
        refundId,
        amount: toShillings(refund.amount_cents),
        left: toShillings(left),
        resultCode: end.code,
      },
    });
    return refund;
  }
  await payments.updatePayment(tx, payment.payment_id, {
    ...(afterAll ? {} : { refunding_cents: payment.refunding_cents - refund.amount_cents }),
    ...(done ? { refunded_cents: payment.refunded_cents + refund.amount_cents } : {}),
    ...(done ? {} : await withoutEnteredReceipt(tx, payment, refund)),
  });
  const ended = await refunds.updateRefund(tx, refundId, {
    state: done ? 'succeeded' : 'failed',
    result_code: end.code,
  });
  await recordAudit(tx, {
    action: done ? 'refund.succeeded' : 'refund.failed',
    subject: ['payment', payment.payment_id],
    before: { state: refund.state },
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
export const processRefundCallback = (
  ctx: Ctx,
  setup: PaymentsSetup,
  callback: CallbackRow,
): Promise<string> =>
  callback.provider === 'mpesa'
    ? processReversal(ctx, callback)
    : processPaystackRefund(ctx, setup, callback);

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
    result.code === given.code ? given : { kind: 'failed', code: result.code },
  );
  return ended.state;
}

async function processPaystackRefund(ctx: Ctx, setup: PaymentsSetup, callback: CallbackRow): Promise<string> {
  const event = readRefundEvent(callback.body);
  if (event === null) return 'unreadable';
  if (!event.ended) return 'noted';
  const open = await refunds.findUntoldOf(ctx, event.transactionReference);
  for (const refund of open) await checkRefund(ctx, setup.providers.of('Paystack'), refund);
  return open.length === 0 ? 'about no refund of ours' : 'asked';
}

/** Unlike that of any other refund of ours. */
export const markOf = (refundId: number): string => `[ghala-refund-${refundId}]`;

/** Asks a provider how a refund stands, and first what it is called when the answer to sending it got lost. */
export async function checkRefund(
  ctx: Ctx,
  provider: PaymentProvider | null,
  refund: RefundRow,
): Promise<void> {
  const { refund_id: refundId } = refund;
  const askedAt = ctx.clock.now();
  const found = await find(ctx, provider, refund);
  const reference = found.kind === 'found' ? found.reference : null;
  const verdict = reference === null ? null : await provider?.askRefund?.(ctx, reference);
  await withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, refund.order_id);
    const { state, result_code } = await refunds.lockRefund(tx, refundId);
    const open = state === 'sent' || state === 'unknown';
    // What a person said of it may be wrong; what the provider said is known.
    if (!open && result_code !== refunds.byHand) return;
    if (open)
      // Written even when nothing is new, so that those never asked come first.
      await refunds.updateRefund(tx, refundId, {
        ...(reference === null ? {} : { state: 'sent', reference }),
        ...(found.kind === 'none' ? { missing_at: askedAt } : {}),
      });
    if (verdict?.kind === 'done') await endRefund(tx, order, refundId, given);
    else if (verdict?.kind === 'failed') await endRefund(tx, order, refundId, verdict);
    else if (open && reference !== refund.reference) publishPayment(tx, order, refund.payment_id);
  });
}

async function find(ctx: Ctx, provider: PaymentProvider | null, refund: RefundRow): Promise<RefundFound> {
  if (refund.reference !== null) return { kind: 'found', reference: refund.reference };
  const found = await provider?.findRefund?.(ctx, {
    mark: markOf(refund.refund_id),
    amountCents: refund.amount_cents,
    since: refund.created_at,
  });
  return found ?? { kind: 'silent' };
}
