import { z } from 'zod';
import * as field from '../fields.ts';
import { choice, dayFilter, idFilter, listQuery, page } from '../list.ts';
import { paymentMethods } from '../orders/orders.lifecycle.ts';
import { defineContract, idParams } from '../route.ts';

/** settled counts towards its order; held arrived, but a person must decide. */
export const paymentStates = ['settled', 'held'] as const;

export const paymentActions = ['refund', 'settle'] as const;

export const paymentSchema = z.object({
  paymentId: field.wireId,
  orderId: field.wireId,
  amount: field.wireMoney,
  paymentMethod: z.enum(paymentMethods),
  /** Spelt so for the first client. Local form; whoever ordered, for cash. */
  phoneNUmber: z.string(),
  paymentDate: field.timestamp,
  firstName: z.string(),
  lastName: z.string(),
  /** The provider's proof; '' until M-Pesa has told it. */
  receipt: z.string(),
  state: z.enum(paymentStates),
  heldReason: z.string().nullable(),
  refundedAmount: field.wireMoney,
  /** On its way back, not there yet. */
  refundingAmount: field.wireMoney,
  /** The order ended without keeping this money: it is to be given back. */
  refundDue: z.boolean(),
  /** What the caller can do with it now. */
  actions: z.array(z.enum(paymentActions)),
});
export type Payment = z.infer<typeof paymentSchema>;

/**
 * starting: being sent; waiting: the payer is to act; unknown: the provider's answer got lost, so the payer may have
 * been asked; succeeded, failed: final; expired: nobody answered in time, though money that still comes is booked.
 */
export const attemptStates = ['starting', 'waiting', 'unknown', 'succeeded', 'failed', 'expired'] as const;
export type AttemptState = (typeof attemptStates)[number];
export const unresolvedStates = ['starting', 'waiting', 'unknown'] as const satisfies readonly AttemptState[];

export const attemptSchema = z.object({
  attemptId: field.wireId,
  orderId: field.wireId,
  paymentMethod: z.enum(paymentMethods),
  /** Local form; '' for Paystack. */
  phoneNumber: z.string(),
  amount: field.wireMoney,
  state: z.enum(attemptStates),
  /** The state in plain words for the payer. */
  message: z.string(),
  /** True when nothing more is expected to happen by itself. */
  ended: z.boolean(),
  /** Where a Paystack payer goes; null when there is nothing to open. */
  authorizationUrl: z.string().nullable(),
  /** From when another try may be made for this order; null while there may be none. */
  retryAt: field.timestamp.nullable(),
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
});
export type PaymentAttempt = z.infer<typeof attemptSchema>;

/** requested: to be sent; sent: the provider is at it; unknown: its answer got lost; a person looks. */
export const refundStates = ['requested', 'sent', 'unknown', 'succeeded', 'failed'] as const;

export const refundActions = ['resolve'] as const;
export const refundOutcomes = ['refunded', 'failed'] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

export const refundSchema = z.object({
  refundId: field.wireId,
  paymentId: field.wireId,
  orderId: field.wireId,
  amount: field.wireMoney,
  state: z.enum(refundStates),
  reason: z.string(),
  message: z.string(),
  by: z.string(),
  createdAt: field.timestamp,
  /** When it was handed to its provider; null before that, and for cash. */
  sentAt: field.timestamp.nullable(),
  /** What the caller can do with it now. */
  actions: z.array(z.enum(refundActions)),
});
export type Refund = z.infer<typeof refundSchema>;

/** More than any order can come to, so that only the true amount decides. */
const amount = field.money({ min: 0, max: 10_000_000_000_000 });

export const requestPromptSchema = z.strictObject({ phone: field.phone, amount, orderId: field.id });
export const openCheckoutSchema = z.strictObject({ orderId: field.id });
export const refundPaymentSchema = z.strictObject({
  /** Shillings; all that is left when not given. */
  amount: field.money({ min: 0.01, max: 10_000_000_000_000 }).optional(),
  reason: field.text({ max: 300 }),
  /** M-Pesa's receipt, when M-Pesa itself never told it. */
  receipt: field.text({ max: 20 }).optional(),
});
export const settlePaymentSchema = z.strictObject({ reason: field.text({ max: 300 }) });

/** Money is decided about on this word alone: a dot does not do. */
const shortestGrounds = 3;
export const resolveRefundSchema = z.strictObject({
  outcome: z.enum(refundOutcomes, 'The outcome must be refunded or failed.'),
  /** What was found, and where. */
  reason: field
    .text({ max: 300 })
    .refine(
      (value) => value.length === 0 || value.length >= shortestGrounds,
      `This must have at least ${shortestGrounds} characters.`,
    ),
});

export const paymentSortKeys = [
  'paymentId',
  'amount',
  'paymentMethod',
  'phoneNUmber',
  'paymentDate',
  'orderId',
] as const;

export const paymentsContract = defineContract({
  listPayments: {
    method: 'GET',
    path: '/api/payments',
    summary:
      "Payments, newest first: all for an admin, those of their own companies' products for a supplier.",
    access: 'payments:read',
    query: listQuery({
      sort: paymentSortKeys,
      filters: {
        paymentMethod: choice(paymentMethods),
        state: choice(paymentStates),
        refundDue: choice(['true']),
        orderId: idFilter,
        from: dayFilter,
        to: dayFilter,
      },
    }),
    response: page(paymentSchema),
    fromDataAlone: true,
  },
  requestPrompt: {
    method: 'POST',
    path: '/api/stk',
    summary: 'Send an M-Pesa prompt for an order to a phone. Follow it with getPaymentAttempt or the events.',
    access: 'payments:make',
    body: requestPromptSchema,
    response: attemptSchema,
    status: 202,
    errors: [
      'not_found',
      'forbidden',
      'amount_changed',
      'already_paid',
      'not_allowed_now',
      'in_progress',
      'idempotency_mismatch',
      'rate_limited',
      'provider_failed',
      'unavailable',
    ],
    idempotent: 'by-handler',
  },
  openCheckout: {
    method: 'POST',
    path: '/api/paystack/checkout',
    summary: 'Open a Paystack checkout for an order; an open one is answered again.',
    access: 'payments:make',
    body: openCheckoutSchema,
    response: attemptSchema,
    status: 202,
    errors: [
      'not_found',
      'forbidden',
      'already_paid',
      'not_allowed_now',
      'in_progress',
      'idempotency_mismatch',
      'provider_failed',
      'unavailable',
    ],
    idempotent: 'by-handler',
  },
  getPaymentAttempt: {
    method: 'GET',
    path: '/api/payment-attempts/:id',
    summary: 'How a payment is going, in plain words.',
    access: 'signed-in',
    params: idParams,
    response: attemptSchema,
    errors: ['not_found', 'forbidden'],
  },
  checkPaymentAttempt: {
    method: 'POST',
    path: '/api/payment-attempts/:id/check',
    summary: 'Ask the provider now how a payment is going: for a payer who is back from the checkout.',
    access: 'signed-in',
    params: idParams,
    response: attemptSchema,
    errors: ['not_found', 'forbidden'],
  },
  refundPayment: {
    method: 'POST',
    path: '/api/payments/:id/refund',
    summary: 'Give money back the way it came; never more than was paid.',
    access: 'payments:refund',
    params: idParams,
    body: refundPaymentSchema,
    response: refundSchema,
    status: 202,
    errors: ['not_found', 'not_allowed_now'],
    idempotent: true,
  },
  settlePayment: {
    method: 'POST',
    path: '/api/payments/:id/settle',
    summary: 'Let held money count towards its order after all.',
    access: 'payments:refund',
    params: idParams,
    body: settlePaymentSchema,
    response: paymentSchema,
    errors: ['not_found', 'not_allowed_now', 'out_of_stock'],
  },
  resolveRefund: {
    method: 'POST',
    path: '/api/refunds/:id/resolve',
    summary:
      'Say how a refund ended of which nothing more is heard, after looking it up at its provider. Refused while the provider may still tell.',
    access: 'payments:refund',
    params: idParams,
    body: resolveRefundSchema,
    response: refundSchema,
    errors: ['not_found', 'not_allowed_now'],
    idempotent: true,
  },
});
