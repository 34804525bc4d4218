// The person at the checkout: the page with its buttons, and the same answers as JSON for tests.
import { controlBody, wrongMethod } from '../control.ts';
import { json, refusal } from '../http.ts';
import type { Call, JsonObject, Reply } from '../http.ts';
import { checkoutMissingPage, checkoutPage } from '../pages/checkout-page.ts';
import type { World } from '../world.ts';
import { returnUrl } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import { checkoutActions, isCheckoutAction } from './transactions.ts';
import type { Transactions } from './transactions.ts';

export class Checkouts {
  readonly #world: World;
  readonly #transactions: Transactions;

  constructor(world: World, transactions: Transactions) {
    this.#world = world;
    this.#transactions = transactions;
  }

  /** Undefined for calls that are not about a checkout. */
  answer(call: Call): Reply | undefined {
    const [first, second, key = '', ...rest] = call.segments;
    if (first !== 'paystack' || rest.length > 0) return undefined;
    if (second === 'checkout') return this.#page(call, key);
    if (second === 'checkouts') return this.#state(call, key);
    return undefined;
  }

  #page(call: Call, accessCode: string): Reply {
    const transaction = this.#transactions.findByAccessCode(accessCode);
    if (!transaction) return checkoutMissingPage();
    if (call.method === 'GET' || call.method === 'HEAD') return checkoutPage(transaction);
    if (call.method !== 'POST') return wrongMethod('GET, POST');
    const action = new URLSearchParams(call.body).get('action');
    if (!isCheckoutAction(action))
      return refusal(400, `action must be one of ${checkoutActions.join(', ')}.`);
    // A second click finds it ended already and is sent to the same place.
    this.#transactions.end(transaction, action);
    const location = returnUrl(transaction) ?? `/sandbox/paystack/checkout/${accessCode}`;
    return { status: 303, headers: { location }, body: '' };
  }

  #state(call: Call, reference: string): Reply {
    const transaction = this.#transactions.find(reference);
    if (!transaction) return refusal(404, 'There is no such checkout.');
    if (call.method === 'GET') return json(200, this.#view(transaction));
    if (call.method !== 'POST') return wrongMethod('GET, POST');
    const body = controlBody(call);
    if ('refused' in body) return body.refused;
    const { action } = body.value;
    if (!isCheckoutAction(action))
      return refusal(400, `action must be one of ${checkoutActions.join(', ')}.`);
    if (!this.#transactions.end(transaction, action))
      return refusal(409, `The checkout has ended before: ${transaction.state}.`);
    return json(200, this.#view(transaction));
  }

  #view(transaction: Transaction): JsonObject {
    const { reference, accessCode, amountCents, currency, email, state, refunds } = transaction;
    return {
      reference,
      state,
      amountCents,
      currency,
      email,
      checkoutUrl: `${this.#world.publicUrl()}/sandbox/paystack/checkout/${accessCode}`,
      returnUrl: returnUrl(transaction) ?? null,
      refunds: refunds.map(({ id, amountCents, status }) => ({ id, amountCents, status })),
    };
  }
}
