// The money of an attempt that its provider confirms: amount and receipt come from the provider's books where they
// have them, else from what its callbacks said, as long as those agree.
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { OrderRow } from '../orders/index.ts';
import type { AttemptRow } from './attempts.repository.ts';
import { bookMoney } from './book-money.ts';
import { findByAttempt, findByReceipt, phoneOf, unknownReceipt } from './payments.repository.ts';
import type { Claim } from './payments.tables.ts';
import type { Verdict } from './providers/payment-provider.ts';

export interface ConfirmedAttempt {
  order: OrderRow;
  attempt: AttemptRow;
  reference: string;
  claims: Claim[];
  verdict: Extract<Verdict, { kind: 'paid' }>;
}

/** What the callbacks agree on; null when they say nothing, or different things. */
function agreedClaim(claims: Claim[]): Claim | null {
  const [first, ...others] = claims.filter((claim) => claim.paid);
  if (first === undefined) return null;
  const same = others.every(
    (other) => other.receipt === first.receipt && other.amountCents === first.amountCents,
  );
  return same ? first : null;
}

export async function bookAttempt(tx: Ctx, confirmed: ConfirmedAttempt): Promise<void> {
  const { order, attempt, reference, claims, verdict } = confirmed;
  if ((await findByAttempt(tx, attempt.attempt_id)) !== undefined) return;
  const claim = agreedClaim(claims);
  const receipt = verdict.receipt ?? claim?.receipt ?? null;
  const used = receipt !== null && (await findByReceipt(tx, receipt)) !== undefined;
  if (used)
    await recordAudit(tx, {
      action: 'payment.receipt-reused',
      subject: ['attempt', attempt.attempt_id],
      after: { receipt },
    });
  await bookMoney(tx, order, {
    amountCents: verdict.amountCents ?? claim?.amountCents ?? attempt.amount_cents,
    method: attempt.payment_method,
    phone: attempt.phone === '' ? await phoneOf(tx, order.user_id) : attempt.phone,
    receipt: receipt === null || used ? `${unknownReceipt}${reference}` : receipt,
    attemptId: attempt.attempt_id,
    paidAt: verdict.paidAt ?? tx.clock.now(),
    trouble: used ? 'Its receipt belongs to another payment.' : null,
  });
}
