// Paystack's API: initialize, verify, refund. The unique reference is its only guard against doing a thing twice.
import { randomBytes, randomInt } from 'node:crypto';
import { bearerToken, isJsonObject, json, parseJsonObject } from '../http.ts';
import type { Call, JsonObject, Reply } from '../http.ts';
import type { Occasion } from '../faults.ts';
import type { Provider, World } from '../world.ts';
import {
  refundedCents,
  refundEventView,
  refundView,
  transactionSubjects,
  transactionView,
} from './transaction.ts';
import type { Refund, Transaction } from './transaction.ts';
import type { Transactions } from './transactions.ts';

type Operation = 'initialize' | 'verify' | 'refund' | 'refund-status' | 'refund-list' | 'unknown';

export class Paystack implements Provider {
  readonly #world: World;
  readonly #transactions: Transactions;

  constructor(world: World, transactions: Transactions) {
    this.#world = world;
    this.#transactions = transactions;
  }

  occasionOf(call: Call, path: string): Occasion {
    const [operation, key] = operationOf(path, call.method);
    const body = parseJsonObject(call.body) ?? {};
    const transaction = this.#transactions.findByIdOrReference(key || text(body['transaction']));
    const subjects = transaction
      ? transactionSubjects(transaction)
      : [text(body['reference']), text(body['email']), key];
    return { operation, subjects };
  }

  answer(call: Call, path: string, occasion: Occasion): Reply {
    const [operation, key] = operationOf(path, call.method);
    const given = bearerToken(call);
    if (given === undefined)
      return paystackError(401, 'No Authorization Header was found', 'invalid_key', 'Pass your secret key');
    if (given !== this.#world.credentials.paystack.secretKey)
      return paystackError(
        401,
        'Invalid key',
        'invalid_key',
        'Ensure that you provide the correct authorization key',
      );
    const method = operation === 'initialize' || operation === 'refund' ? 'POST' : 'GET';
    if (operation === 'unknown' || call.method !== method)
      return paystackError(
        404,
        'The requested route does not exist',
        'route_not_found',
        'Check the path and method',
      );
    switch (operation) {
      case 'initialize':
        return this.#initialize(call);
      case 'verify':
        return this.#verify(key, occasion);
      case 'refund':
        return this.#refund(call, occasion);
      case 'refund-status':
        return this.#findRefund(key);
      case 'refund-list':
        return this.#listRefunds(call);
      default:
        return operation satisfies never;
    }
  }

  serverError(): Reply {
    return json(500, { status: false, message: 'Something went wrong', type: 'api_error', code: 'unknown' });
  }

  #initialize(call: Call): Reply {
    const body = parseJsonObject(call.body);
    if (!body) return invalid('Invalid request body', 'Send a JSON object');
    const email = text(body['email']);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
      return invalid('Invalid Email Address Passed', 'Ensure that you pass a valid email address');
    const amountCents = wholeAmount(body['amount']);
    if (amountCents === undefined)
      return invalid('Invalid Amount Sent', 'Ensure that the amount is a whole number of cents');
    const currency = text(body['currency']) || 'KES';
    if (currency !== 'KES')
      return paystackError(403, 'Currency not supported by merchant', 'unsupported_currency', 'Use KES');
    const reference = text(body['reference']) || randomBytes(5).toString('hex');
    if (!/^[A-Za-z0-9.=-]{1,100}$/.test(reference))
      return invalid('Invalid transaction reference', 'Use letters, digits, dash, dot and equals sign only');
    const metadata = readMetadata(body['metadata']);
    const callbackUrl = text(body['callback_url']) || undefined;
    const cancelUrl = text(metadata?.['cancel_action']) || undefined;
    for (const url of [callbackUrl, cancelUrl])
      if (url !== undefined && !this.#world.callbacks.allows(url))
        return invalid('Invalid callback URL', 'The sandbox returns to this host only');
    if (this.#transactions.find(reference))
      return paystackError(
        400,
        'Duplicate Transaction Reference',
        'duplicate_reference',
        'Use another reference',
      );
    const order = { reference, email, amountCents, currency, callbackUrl, cancelUrl, metadata };
    const { accessCode } = this.#transactions.open(order);
    return success('Authorization URL created', {
      authorization_url: `${this.#world.publicUrl()}/sandbox/paystack/checkout/${accessCode}`,
      access_code: accessCode,
      reference,
    });
  }

  #findRefund(id: string): Reply {
    const [transaction, refund] = this.#transactions.findRefund(id) ?? [];
    return transaction && refund
      ? success('Refund retrieved', refundView(transaction, refund))
      : paystackError(404, 'Refund not found', 'not_found', 'Check the id of the refund');
  }

  /** Newest first; in a list, a refund names its transaction by id alone. */
  #listRefunds(call: Call): Reply {
    const perPage = Number(call.query.get('perPage') ?? 50);
    const page = Number(call.query.get('page') ?? 1);
    const from = new Date(call.query.get('from') ?? 0);
    const rows = this.#transactions
      .listRefunds()
      .filter(([, refund]) => refund.at >= from)
      .toSorted(([, one], [, two]) => two.id - one.id)
      .slice((page - 1) * perPage, page * perPage)
      .map(([transaction, refund]) => ({ ...refundView(transaction, refund), transaction: transaction.id }));
    return success('Refunds retrieved', rows);
  }

  #verify(reference: string, occasion: Occasion): Reply {
    const transaction = this.#transactions.find(reference);
    if (!transaction)
      return paystackError(
        400,
        'Transaction reference not found.',
        'transaction_not_found',
        'Check the reference',
      );
    const pending = this.#world.faults.take('paystack', 'verifyPending', occasion);
    return success(
      'Verification successful',
      pending
        ? { ...transactionView(transaction, 'pending'), paid_at: null }
        : transactionView(transaction, verifiedStatus(transaction)),
    );
  }

  #refund(call: Call, occasion: Occasion): Reply {
    const body = parseJsonObject(call.body) ?? {};
    const transaction = this.#transactions.findByIdOrReference(text(body['transaction']));
    if (!transaction)
      return paystackError(404, 'Transaction not found', 'transaction_not_found', 'Check the transaction');
    if (transaction.state !== 'paid')
      return invalid('Transaction has not been successful', 'Refund successful transactions only');
    const left = transaction.amountCents - refundedCents(transaction);
    if (left === 0) return invalid('Transaction has been fully reversed', 'There is nothing left to refund');
    const amountCents = body['amount'] === undefined ? left : wholeAmount(body['amount']);
    if (amountCents === undefined) return invalid('Invalid Amount Sent', 'Send a whole number of cents');
    if (amountCents > left)
      return invalid('Refund amount cannot be more than transaction amount', 'Refund what is left at most');
    const refund: Refund = {
      id: this.#transactions.nextId(),
      amountCents,
      status: 'pending',
      customerNote: text(body['customer_note']) || `Refund for transaction ${transaction.reference}`,
      merchantNote: text(body['merchant_note']) || `Refund for transaction ${transaction.reference}`,
      bankReference: String(randomInt(100_000_000_000, 200_000_000_000)),
      at: this.#world.now(),
    };
    transaction.refunds.push(refund);
    const fails = this.#world.faults.take('paystack', 'refundFails', occasion) !== undefined;
    void this.#carryOut(transaction, refund, fails);
    return success('Refund has been queued for processing', refundView(transaction, refund));
  }

  async #carryOut(transaction: Transaction, refund: Refund, fails: boolean): Promise<void> {
    for (const status of ['pending', 'processing', fails ? 'failed' : 'processed'] as const) {
      refund.status = status;
      await this.#transactions.tell(transaction, `refund.${status}`, refundEventView(transaction, refund));
    }
  }
}

/** Paystack calls a checkout abandoned until it is paid, even a minute old and still open. */
function verifiedStatus(transaction: Transaction): string {
  if (transaction.state === 'paid')
    return refundedCents(transaction) === transaction.amountCents ? 'reversed' : 'success';
  return transaction.state === 'failed' ? 'failed' : 'abandoned';
}

function operationOf(path: string, method: string): [Operation, string] {
  if (path === 'transaction/initialize') return ['initialize', ''];
  if (path === 'refund') return [method === 'GET' ? 'refund-list' : 'refund', ''];
  const [, resource, key = ''] = /^(transaction\/verify|refund)\/([^/]+)$/.exec(path) ?? [];
  if (resource === undefined) return ['unknown', ''];
  return [resource === 'refund' ? 'refund-status' : 'verify', key];
}

function readMetadata(value: unknown): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  return typeof value === 'string' ? parseJsonObject(value) : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

function wholeAmount(value: unknown): number | undefined {
  return /^[1-9]\d{0,11}$/.test(text(value)) ? Number(value) : undefined;
}

function success(message: string, data: JsonObject | JsonObject[]): Reply {
  return json(200, { status: true, message, data });
}

function invalid(message: string, nextStep: string): Reply {
  return paystackError(400, message, 'invalid_params', nextStep);
}

function paystackError(status: number, message: string, code: string, nextStep: string): Reply {
  return json(status, { status: false, message, meta: { nextStep }, type: 'validation_error', code });
}
