// An attempt as its payer sees it.
import { toShillings } from '@ghala/contracts/money';
import {
  unresolvedStates,
  type AttemptState,
  type PaymentAttempt,
} from '@ghala/contracts/payments/payments.contract';
import { localPhone } from '@ghala/contracts/phone';
import type { AttemptRow } from './attempts.repository.ts';
import { rulesOf } from './providers/index.ts';

export const isOpen = (state: AttemptState): boolean =>
  (unresolvedStates as readonly AttemptState[]).includes(state);

function wordsFor(attempt: AttemptRow): string {
  const rules = rulesOf(attempt.payment_method);
  const mpesa = attempt.payment_method === 'Mpesa';
  switch (attempt.state) {
    case 'starting':
      return mpesa ? 'Sending the prompt to your phone …' : 'Opening the payment page …';
    case 'waiting':
      return mpesa
        ? `Enter your M-Pesa PIN on ${localPhone(attempt.phone)} to pay.`
        : 'Pay on the Paystack page; come back here when you are done.';
    case 'unknown':
      return 'M-Pesa did not answer. If a prompt came to your phone, you can answer it: we will hear of it.';
    case 'succeeded':
      return 'Paid. Thank you.';
    case 'failed':
      return rules.describe(attempt.result_code ?? '').words;
    case 'expired':
      return rules.givenUpMayBePaid
        ? 'We could not find out how this ended. If M-Pesa took the money, it will be booked as soon as we hear of it.'
        : 'The payment page was not used in time.';
    default:
      return attempt.state satisfies never;
  }
}

/** From when the payer may be asked again; null while they may not. */
export function retryAt(attempt: AttemptRow): Date | null {
  const rules = rulesOf(attempt.payment_method);
  switch (attempt.state) {
    case 'starting':
    case 'waiting':
    case 'unknown':
    case 'succeeded':
      return null;
    case 'failed':
      return new Date(attempt.created_at.getTime() + rules.describe(attempt.result_code ?? '').waitMs);
    case 'expired':
      return rules.givenUpMayBePaid ? null : attempt.updated_at;
    default:
      return attempt.state satisfies never;
  }
}

export const toAttempt = (attempt: AttemptRow): PaymentAttempt => ({
  attemptId: attempt.attempt_id,
  orderId: attempt.order_id,
  paymentMethod: attempt.payment_method,
  phoneNumber: attempt.phone === '' ? '' : localPhone(attempt.phone),
  amount: toShillings(attempt.amount_cents),
  state: attempt.state,
  message: wordsFor(attempt),
  ended: !isOpen(attempt.state),
  authorizationUrl: isOpen(attempt.state) ? attempt.authorization_url : null,
  retryAt: retryAt(attempt)?.toISOString() ?? null,
  createdAt: attempt.created_at.toISOString(),
  updatedAt: attempt.updated_at.toISOString(),
});
