// What stands between a payer and another request to pay: nobody is asked while an answer to a former request may
// still come, and a phone that was busy is left alone for a while.
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { isOpen, retryAt, toAttempt } from './attempt-words.ts';
import * as attempts from './attempts.repository.ts';
import type { AttemptRow } from './attempts.repository.ts';
import { isSaidPaid } from './callbacks.repository.ts';
import type { OnlineMethod } from './payments.tables.ts';

/** The attempt an earlier request with the same key made; a different request under that key is refused. */
export async function findKept(
  ctx: SignedInCtx,
  method: OnlineMethod,
  wish: { orderId: number; phone: string; amountCents: number | null },
): Promise<AttemptRow | null> {
  if (ctx.idempotencyKey === null) return null;
  const kept = await attempts.findAttemptByKey(ctx, ctx.actor.userId, ctx.idempotencyKey);
  if (kept === undefined) return null;
  const same =
    kept.order_id === wish.orderId &&
    kept.payment_method === method &&
    kept.phone === wish.phone &&
    (wish.amountCents ?? kept.amount_cents) === kept.amount_cents;
  if (!same)
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for a different request.');
  return kept;
}

export function inProgress(attempt: AttemptRow | null): AppError {
  const message =
    attempt === null
      ? 'This phone has another prompt waiting. Answer that one first.'
      : attempt.payment_method === 'Mpesa'
        ? 'A prompt for this order is on its way or waiting on a phone. Answer that one first.'
        : 'A Paystack payment for this order is under way.';
  return new AppError('in_progress', message, {
    details: attempt === null ? {} : { attemptId: attempt.attempt_id },
  });
}

/** Refuses while a former request could still take money, or while its phone is to be left alone. */
export async function requireRested(
  tx: Ctx,
  orderId: number,
  method: OnlineMethod,
  phone: string,
): Promise<void> {
  const former = await attempts.listAttempts(tx, orderId);
  if (former.some((one) => one.state === 'succeeded') || (await isSaidPaid(tx, orderId)))
    throw new AppError('not_allowed_now', 'Money for this order arrived and is being looked at.');
  const prompts = former.filter((one) => one.payment_method === 'Mpesa');
  if (prompts.some((one) => one.state === 'expired'))
    throw new AppError(
      'not_allowed_now',
      'We could not find out whether the last prompt took the money, so we do not ask for it again. Please pay on delivery.',
    );
  if (method !== 'Mpesa') return;
  await attempts.lockPhone(tx, phone);
  const last = await attempts.findLatestOfPhone(tx, phone);
  if (last !== undefined && isOpen(last.state)) throw inProgress(null);
  const waits = [prompts[0], last].flatMap((one) =>
    one === undefined ? [] : [retryAt(one)?.getTime() ?? 0],
  );
  const leftMs = Math.max(0, ...waits) - tx.clock.now().getTime();
  if (leftMs <= 0) return;
  const seconds = Math.ceil(leftMs / 1000);
  throw new AppError('rate_limited', `This phone needs a rest. Please try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });
}

/** An attempt that never reached the payer is a failure of this call; whatever comes later is told by its state. */
export function answerAttempt(attempt: AttemptRow): PaymentAttempt {
  const answer = toAttempt(attempt);
  const neverAsked = attempt.state === 'failed' && attempt.checks === 0;
  if (neverAsked)
    throw new AppError('provider_failed', answer.message, { details: { attemptId: attempt.attempt_id } });
  return answer;
}
