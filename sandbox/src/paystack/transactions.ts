// Paystack's transactions: made by initialize, ended by the person at the checkout, told to the merchant by webhook.
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';
import type { JsonObject } from '../http.ts';
import type { World } from '../world.ts';

const TRANSACTION_LIMIT = 10_000;
const INTEGRATION_ID = 463_433;
/** Paystack's Kenyan card price; only its shape matters here. */
const FEE_SHARE = 0.029;

export type CheckoutState = 'waiting' | 'paid' | 'failed' | 'abandoned';

const STATE_AFTER = { pay: 'paid', fail: 'failed', abandon: 'abandoned' } as const;
export type CheckoutAction = keyof typeof STATE_AFTER;
export const checkoutActions = Object.keys(STATE_AFTER);

export function isCheckoutAction(value: unknown): value is CheckoutAction {
  return typeof value === 'string' && Object.hasOwn(STATE_AFTER, value);
}

export interface Refund {
  id: number;
  amountCents: number;
  status: 'pending' | 'processing' | 'processed' | 'failed';
  customerNote: string;
  merchantNote: string;
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

export class Transactions {
  readonly #world: World;
  readonly #webhookUrl: () => string | undefined;
  readonly #byReference = new BoundedMap<string, Transaction>(TRANSACTION_LIMIT);
  readonly #byAccessCode = new BoundedMap<string, Transaction>(TRANSACTION_LIMIT);
  #lastId = 0;

  constructor(world: World, webhookUrl: () => string | undefined) {
    this.#world = world;
    this.#webhookUrl = webhookUrl;
  }

  find(reference: string): Transaction | undefined {
    return this.#byReference.get(reference);
  }

  findByAccessCode(accessCode: string): Transaction | undefined {
    return this.#byAccessCode.get(accessCode);
  }

  findByIdOrReference(key: string): Transaction | undefined {
    if (key === '') return undefined;
    return this.find(key) ?? [...this.#byReference.values()].find(({ id }) => String(id) === key);
  }

  findRefund(id: string): [Transaction, Refund] | undefined {
    for (const transaction of this.#byReference.values())
      for (const refund of transaction.refunds) if (String(refund.id) === id) return [transaction, refund];
    return undefined;
  }

  open(order: TransactionOrder): Transaction {
    const transaction: Transaction = {
      ...order,
      id: this.nextId(),
      accessCode: `${randomInt(10)}${randomBytes(7).toString('hex')}`,
      state: 'waiting',
      at: this.#world.now(),
      refunds: [],
    };
    this.#byReference.set(transaction.reference, transaction);
    this.#byAccessCode.set(transaction.accessCode, transaction);
    return transaction;
  }

  /** False when it is too late: paid is final, while a failed or abandoned checkout can still be paid. */
  end(transaction: Transaction, action: CheckoutAction): boolean {
    if (transaction.state === 'paid') return false;
    if (transaction.state !== 'waiting' && action !== 'pay') return false;
    transaction.state = STATE_AFTER[action];
    if (action !== 'pay') return true;
    transaction.paidAt = this.#world.now();
    const occasion = { operation: 'webhook', subjects: transactionSubjects(transaction) };
    const tampered = this.#world.faults.take('paystack', 'amountTampered', occasion);
    const data = transactionView(transaction, 'success');
    void this.tell(
      transaction,
      'charge.success',
      tampered ? { ...data, amount: transaction.amountCents + 100 } : data,
    );
    return true;
  }

  /** Signed over the very bytes that are sent. */
  async tell(transaction: Transaction, event: string, data: JsonObject): Promise<void> {
    const url = this.#webhookUrl();
    if (url === undefined) return;
    const body = JSON.stringify({ event, data });
    const { secretKey } = this.#world.credentials.paystack;
    await this.#world.callbacks.send({
      provider: 'paystack',
      operation: 'webhook',
      subjects: transactionSubjects(transaction),
      url,
      headers: {
        'content-type': 'application/json',
        'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
      },
      body,
    });
  }

  /** Beyond 32 bits like the real ones, and never used again after a restart. */
  nextId(): number {
    this.#lastId = Math.max(this.#lastId + 1, Date.now());
    return this.#lastId;
  }
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

/** Refund events carry the amount as a string and, until processed, no reference of the refund. */
export function refundEventView(transaction: Transaction, refund: Refund): JsonObject {
  return {
    status: refund.status,
    transaction_reference: transaction.reference,
    refund_reference: refund.status === 'processed' ? String(refund.id) : null,
    amount: String(refund.amountCents),
    currency: transaction.currency,
    processor: 'mpgs_zen',
    customer: { first_name: null, last_name: null, email: transaction.email },
    integration: INTEGRATION_ID,
    domain: 'test',
    id: String(refund.id),
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
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
