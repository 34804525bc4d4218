// Working on a callback after it was answered: ask the provider whether it is so.
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { findCallback, finishCallback, type CallbackRow } from './callbacks.repository.ts';
import { checkAttempt } from './check-attempt.ts';
import { lockOrder } from '../orders/index.ts';
import {
  findByAttempt,
  findByReceipt,
  lockPayment,
  unknownReceipt,
  updatePayment,
} from './payments.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { Claim } from './payments.tables.ts';
import { processRefundCallback } from './refund-results.ts';

export async function processCallback(ctx: Ctx, setup: PaymentsSetup, callbackId: number): Promise<void> {
  const callback = await findCallback(ctx, callbackId);
  if (callback === undefined || callback.processed_at !== null) return;
  const outcome =
    callback.attempt_id === null
      ? await processRefundCallback(ctx, setup, callback)
      : await processAttemptCallback(ctx, setup, callback, callback.attempt_id);
  await finishCallback(ctx, callbackId, outcome);
}

async function processAttemptCallback(
  ctx: Ctx,
  setup: PaymentsSetup,
  callback: CallbackRow,
  attemptId: number,
): Promise<string> {
  const attempt = await checkAttempt(ctx, setup, attemptId);
  const { claim } = callback;
  if (claim === null || attempt === null) return 'unreadable';
  if (attempt.state === 'succeeded') {
    if (claim.paid) await learnReceipt(ctx, attemptId, claim);
    return claim.paid ? 'confirmed' : 'contradicted: it was paid';
  }
  if (!claim.paid) return attempt.state === 'failed' ? 'confirmed' : 'not confirmed yet';
  await recordAudit(ctx, {
    action: 'callback.unconfirmed',
    subject: ['callback', callback.callback_id],
    actor: { userId: null, name: callback.provider },
    after: { reason: 'the provider does not confirm that it was paid', attemptId, state: attempt.state },
  });
  return 'not confirmed';
}

/** A payment that a query told first has no receipt until its callback comes. */
const learnReceipt = (ctx: Ctx, attemptId: number, { receipt }: Claim): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const found = await findByAttempt(tx, attemptId);
    if (found === undefined || receipt === null) return;
    // A person may be entering it just now.
    await lockOrder(tx, found.order_id);
    const payment = await lockPayment(tx, found.payment_id);
    if (!payment.receipt.startsWith(unknownReceipt) || (await findByReceipt(tx, receipt)) !== undefined)
      return;
    await updatePayment(tx, payment.payment_id, { receipt });
    await recordAudit(tx, {
      action: 'payment.receipt-learned',
      subject: ['payment', payment.payment_id],
      after: { receipt },
    });
  });
