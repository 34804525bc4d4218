// Paystack's transactions: made by initialize, ended by the person at the checkout, told to the merchant by webhook.
import { createHmac, randomBytes, randomInt } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';
import type { JsonObject } from '../http.ts';
import type { World } from '../world.ts';
import { transactionSubjects, transactionView } from './transaction.ts';
import type { Refund, Transaction, TransactionOrder } from './transaction.ts';

const TRANSACTION_LIMIT = 10_000;

const STATE_AFTER = { pay: 'paid', fail: 'failed', abandon: 'abandoned' } as const;
export type CheckoutAction = keyof typeof STATE_AFTER;
export const checkoutActions = Object.keys(STATE_AFTER);

export function isCheckoutAction(value: unknown): value is CheckoutAction {
  return typeof value === 'string' && Object.hasOwn(STATE_AFTER, value);
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

  listRefunds(): [Transaction, Refund][] {
    return [...this.#byReference.values()].flatMap((transaction) =>
      transaction.refunds.map((refund): [Transaction, Refund] => [transaction, refund]),
    );
  }

  findRefund(id: string): [Transaction, Refund] | undefined {
    return this.listRefunds().find(([, refund]) => String(refund.id) === id);
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
