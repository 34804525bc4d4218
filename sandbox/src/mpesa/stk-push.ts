// STK push and its query: the checks of the request, and what each state answers.
import { json } from '../http.ts';
import type { Call, Reply } from '../http.ts';
import type { Occasion } from '../faults.ts';
import type { World } from '../world.ts';
import { kenyanMsisdn, matching, merchantRules, readFields, refuseMerchant } from './daraja-fields.ts';
import { darajaError } from './daraja-replies.ts';
import type { Prompts } from './prompts.ts';

const MOST_SHILLINGS = 250_000;
/** Measured on the real sandbox; only with the fault queryLimited. */
const QUERY_LIMIT = { calls: 5, perMs: 60_000 };

export class StkPush {
  readonly #world: World;
  readonly #prompts: Prompts;
  #queriesAt: number[] = [];

  constructor(world: World, prompts: Prompts) {
    this.#world = world;
    this.#prompts = prompts;
  }

  push(call: Call): Reply {
    const { fields, refused } = readFields(call, [
      ...merchantRules,
      matching('TransactionType', /^Customer(PayBill|BuyGoods)Online$/),
      { name: 'Amount', accepts: isPushAmount },
      matching('PartyA', kenyanMsisdn),
      matching('PartyB', /^\d{5,7}$/),
      matching('PhoneNumber', kenyanMsisdn),
      { name: 'CallBackURL', accepts: (url) => this.#world.callbacks.allows(url) },
      matching('AccountReference', /^[A-Za-z0-9]{1,12}$/),
      matching('TransactionDesc', /^.{0,13}$/),
    ]);
    if (refused) return refused;
    const unknownMerchant = refuseMerchant(this.#world, fields);
    if (unknownMerchant) return unknownMerchant;
    if (this.#prompts.hasLive(fields.PhoneNumber))
      return darajaError(
        '500.001.1001',
        'Unable to lock subscriber, a transaction is already in process for the current subscriber',
      );
    const prompt = this.#prompts.show({
      phone: fields.PhoneNumber,
      amount: Number(fields.Amount),
      reference: fields.AccountReference,
      description: fields.TransactionDesc,
      shortcode: fields.PartyB,
      callbackUrl: fields.CallBackURL,
    });
    return json(200, {
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  }

  query(call: Call, occasion: Occasion): Reply {
    const { fields, refused } = readFields(call, [...merchantRules, matching('CheckoutRequestID', /^\S+$/)]);
    if (refused) return refused;
    const { faults } = this.#world;
    if (faults.peek('mpesa', 'queryLimited', occasion) && !this.#admitQuery())
      return darajaError('429.001.01', 'Too many requests');
    const unknownMerchant = refuseMerchant(this.#world, fields);
    if (unknownMerchant) return unknownMerchant;
    // The real code says nothing: it answers for known, finished payments too.
    if (faults.take('mpesa', 'queryUnanswered', occasion)) return darajaError('500.001.1001', '');
    const prompt = this.#prompts.find(fields.CheckoutRequestID);
    if (!prompt) return darajaError('500.001.1001', 'The transaction does not Exist');
    const lie = prompt.receipt !== undefined && faults.take('mpesa', 'querySaysFailed', occasion);
    const [code, words] = lie
      ? [lie.code ?? 1037, 'No response from user.']
      : prompt.result
        ? [prompt.result.code, prompt.result.queryText]
        : [4999, 'The transaction is still under processing'];
    return json(200, {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResultCode: String(code),
      ResultDesc: words,
    });
  }

  #admitQuery(): boolean {
    const now = this.#world.now().getTime();
    this.#queriesAt = this.#queriesAt.filter((at) => at > now - QUERY_LIMIT.perMs);
    if (this.#queriesAt.length >= QUERY_LIMIT.calls) return false;
    this.#queriesAt.push(now);
    return true;
  }
}

function isPushAmount(value: string): boolean {
  return /^\d{1,6}$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_SHILLINGS;
}
