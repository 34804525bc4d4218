// A refund as people see it, and whether one of them may say how it ended.
import { toShillings } from '@ghala/contracts/money';
import type { Refund } from '@ghala/contracts/payments/payments.contract';
import { can } from '@ghala/contracts/permissions';
import type { SignedInCtx } from '../../platform/context.ts';
import { rulesOf } from './providers/index.ts';
import { askedAboutMs, resultWindowMs } from './refund-times.ts';
import { byHand, type FullRefundRow, type RefundRow } from './refunds.repository.ts';

function wordsFor(refund: RefundRow): string {
  const told = refund.result_code !== byHand;
  switch (refund.state) {
    case 'requested':
      return 'About to be sent.';
    case 'sent':
      return 'On its way back.';
    case 'unknown':
      return 'The provider has not said whether it went back.';
    case 'succeeded':
      return told ? 'Given back.' : 'Given back, as somebody here looked up.';
    case 'failed':
      return told
        ? `The provider did not give it back (${refund.result_code ?? 'no reason'}).`
        : 'Not given back, as somebody here looked up.';
    default:
      return refund.state satisfies never;
  }
}

/** Why nobody may say yet, or any more, how this refund ended; null when a person may. */
export function resolveProblem(now: Date, refund: FullRefundRow): string | null {
  if (refund.state === 'requested') return 'This refund is about to be sent.';
  if (refund.state === 'succeeded') return 'This money went back already.';
  if (refund.state === 'failed') return 'This refund has failed already; the money can be refunded again.';
  if (refund.result_waits)
    return 'The result of this refund has come and is being read. Look again in a moment.';
  // One that an older server sent has no sent_at.
  const sentAtMs = (refund.sent_at ?? refund.updated_at).getTime();
  const toldBy = sentAtMs + resultWindowMs;
  if (now.getTime() < toldBy)
    return `The provider may still tell how this refund ended. Wait until ${resultWindowMs / 60_000} minutes after it was sent.`;
  const asked =
    refund.payment_method !== 'Cash on delivery' && rulesOf(refund.payment_method).tellsOfRefundsWhenAsked;
  if (!asked || now.getTime() >= sentAtMs + askedAboutMs) return null;
  if (refund.reference !== null)
    return `${refund.payment_method} has this refund, and is asked again and again how it stands.`;
  if (refund.missing_at === null || refund.missing_at.getTime() < toldBy)
    return `${refund.payment_method} is still being asked whether it has this refund.`;
  return null;
}

export const toRefund = ({ actor, clock }: SignedInCtx, refund: FullRefundRow): Refund => ({
  refundId: refund.refund_id,
  paymentId: refund.payment_id,
  orderId: refund.order_id,
  amount: toShillings(refund.amount_cents),
  state: refund.state,
  reason: refund.reason,
  message: wordsFor(refund),
  by: `${refund.first_name} ${refund.last_name}`,
  createdAt: refund.created_at.toISOString(),
  sentAt: refund.sent_at?.toISOString() ?? null,
  actions:
    can(actor.role, 'payments:refund') && resolveProblem(clock.now(), refund) === null ? ['resolve'] : [],
});
