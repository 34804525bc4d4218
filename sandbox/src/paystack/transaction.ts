// One Paystack transaction: what the sandbox knows of it, and how API, webhooks and browser see it.
import type { JsonObject } from '../http.ts';

const INTEGRATION_ID = 463_433;
/** Paystack's Kenyan card price; only its shape matters here. */
const FEE_SHARE = 0.029;

type CheckoutState = 'waiting' | 'paid' | 'failed' | 'abandoned';

export interface Refund {
  id: number;
  amountCents: number;
  status: 'pending' | 'processing' | 'processed' | 'failed';
  customerNote: string;
  merchantNote: string;
  bankReference: string;
  at: Date;
}

export interface TransactionOrder {
  reference: string;
  email: string;
  amountCents: number;
  currency: string;
  callbackUrl: string | undefined;
  cancelUrl: string | undefined;
  metadata: JsonObject | undefined;
}

export interface Transaction extends TransactionOrder {
  id: number;
  accessCode: string;
  state: CheckoutState;
  at: Date;
  paidAt?: Date;
  refunds: Refund[];
}

export function transactionSubjects({ reference, email }: Transaction): string[] {
  return [reference, email];
}

export function refundedCents({ refunds }: Transaction): number {
  return refunds.reduce((sum, { status, amountCents }) => sum + (status === 'failed' ? 0 : amountCents), 0);
}

/** Where the browser goes after the checkout; undefined when the merchant gave no address. */
export function returnUrl(transaction: Transaction): string | undefined {
  if (transaction.state === 'abandoned' && transaction.cancelUrl !== undefined) return transaction.cancelUrl;
  if (transaction.callbackUrl === undefined) return undefined;
  const url = new URL(transaction.callbackUrl);
  url.searchParams.set('trxref', transaction.reference);
  url.searchParams.set('reference', transaction.reference);
  return url.href;
}

/** The transaction as verify and charge.success show it. */
export function transactionView(transaction: Transaction, status: string): JsonObject {
  const paid = transaction.paidAt !== undefined;
  return {
    id: transaction.id,
    domain: 'test',
    status,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amountCents,
    message: null,
    gateway_response: GATEWAY_WORDS[status] ?? 'The transaction was not completed',
    paid_at: transaction.paidAt?.toISOString() ?? null,
    created_at: transaction.at.toISOString(),
    channel: 'card',
    currency: transaction.currency,
    ip_address: '127.0.0.1',
    // Empty metadata is an empty string, not an object.
    metadata: transaction.metadata ?? '',
    log: null,
    fees: paid ? Math.round(transaction.amountCents * FEE_SHARE) : null,
    fees_split: null,
    authorization: paid ? TEST_CARD : {},
    customer: customerView(transaction),
    plan: null,
    split: {},
    order_id: null,
    requested_amount: transaction.amountCents,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    integration: INTEGRATION_ID,
  };
}

export function refundView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    transaction: {
      id: transaction.id,
      domain: 'test',
      reference: transaction.reference,
      amount: transaction.amountCents,
      paid_at: transaction.paidAt?.toISOString() ?? null,
      channel: 'card',
      currency: transaction.currency,
    },
    integration: INTEGRATION_ID,
    deducted_amount: 0,
    channel: null,
    merchant_note: refund.merchantNote,
    customer_note: refund.customerNote,
    status: refund.status,
    refunded_by: 'sandbox@ghala.example',
    expected_at: refund.at.toISOString(),
    currency: transaction.currency,
    domain: 'test',
    amount: refund.amountCents,
    fully_deducted: false,
    id: refund.id,
    createdAt: refund.at.toISOString(),
    updatedAt: refund.at.toISOString(),
  };
}

/** Refund events carry the amount as a string, a bank's reference once processed, and no id: which refund of the
 * transaction they are about, they do not say. */
export function refundEventView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    status: refund.status,
    transaction_reference: transaction.reference,
    refund_reference: refund.status === 'processed' ? refund.bankReference : null,
    amount: String(refund.amountCents),
    currency: transaction.currency,
    processor: 'mpgs_zen',
    customer: { first_name: null, last_name: null, email: transaction.email },
    integration: INTEGRATION_ID,
    domain: 'test',
  };
}

const GATEWAY_WORDS: Record<string, string> = {
  success: 'Successful',
  reversed: 'Successful',
  failed: 'Declined',
  pending: 'The transaction is being processed',
};

const TEST_CARD = {
  authorization_code: 'AUTH_ghalasandbox',
  bin: '408408',
  last4: '4081',
  exp_month: '12',
  exp_year: '2030',
  channel: 'card',
  card_type: 'visa ',
  bank: 'TEST BANK',
  country_code: 'KE',
  brand: 'visa',
  reusable: true,
  signature: 'SIG_ghalasandbox',
  account_name: null,
};

function customerView({ id, email }: Transaction): JsonObject {
  return {
    id,
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${id.toString(36)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
  };
}
