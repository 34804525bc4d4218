// When a provider is asked how an attempt is going, and when nobody waits for it any more.
import type { Ctx } from '../../platform/context.ts';
import { isOpen } from './attempt-words.ts';
import type { AttemptRow } from './attempts.repository.ts';
import type { PaymentsSetup } from './payments.setup.ts';
import type { Claim } from './payments.tables.ts';
import { rulesOf } from './providers/index.ts';
import type { Verdict } from './providers/payment-provider.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Sending takes no longer than this; an attempt that is still starting then was left by a server that died. */
export const startingMs = minute;

/** After a push: few at first, as Daraja's test service takes five queries a minute. The last one repeats. */
const quietDelays = [15, 15, 20, 30, 30, 60].map((seconds) => seconds * second);
/** Once a callback has said something, its confirmation is worth asking for soon. */
const eagerDelays = [2, 3, 5, 10, 20, 30, 60].map((seconds) => seconds * second);
/** For money that comes after all, from the moment it was asked for. */
const lateChecks = [30 * minute, 2 * hour, 24 * hour];
/** A callback that says paid is followed up for this long; silence or a denial is no answer to it. */
const saidPaidMs = 30 * 24 * hour;
/** A bank may take this long over a payment that somebody did make. */
const underWayMs = 60 * minute;

/** From now; null when it is not asked about again. */
export function delayUntilNextCheck(ctx: Ctx, attempt: AttemptRow, claims: readonly Claim[]): number | null {
  if (isOpen(attempt.state)) {
    const delays = claims.length > 0 ? eagerDelays : quietDelays;
    return delays[Math.min(attempt.checks, delays.length - 1)] ?? minute;
  }
  if (attempt.state === 'succeeded') return null;
  const ageMs = ageOf(ctx, attempt);
  if (claims.some((claim) => claim.paid))
    return ageMs > saidPaidMs ? null : Math.min(Math.max(minute, ageMs / 2), hour);
  const surelyFailed =
    attempt.state === 'failed' &&
    !rulesOf(attempt.payment_method).failedMayBePaid &&
    claims.some((claim) => !claim.paid);
  if (surelyFailed || attempt.reference === null) return null;
  const next = lateChecks.find((at) => at > ageMs);
  return next === undefined ? null : next - ageMs;
}

export function isTimeUp(ctx: Ctx, setup: PaymentsSetup, attempt: AttemptRow, verdict: Verdict): boolean {
  const { giveUpAfterMs } = rulesOf(attempt.payment_method);
  const patienceMs = giveUpAfterMs === 'hold' ? setup.paymentHoldMinutes * minute : giveUpAfterMs;
  const busy = attempt.payment_method === 'Paystack' && verdict.kind === 'open' && !verdict.idle;
  return ageOf(ctx, attempt) >= (busy ? Math.max(patienceMs, underWayMs) : patienceMs);
}

export const ageOf = (ctx: Ctx, attempt: AttemptRow): number =>
  ctx.clock.now().getTime() - attempt.created_at.getTime();
