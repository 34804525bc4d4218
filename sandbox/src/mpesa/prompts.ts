// The prompts on people's phones: one live prompt per phone, answered once, and the callback that follows the answer.
import { randomInt } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';
import { dayFirstStamp, smsStamp, yearFirstStamp } from '../nairobi-time.ts';
import { ENTRIES_PER_PHONE, PHONE_LIMIT } from '../phones.ts';
import type { World } from '../world.ts';
import { darajaRequestId } from './daraja-replies.ts';

const PROMPT_LIMIT = 10_000;

/** The texts differ between callback and query on the real service too. */
const ANSWERS = {
  approve: {
    state: 'approved',
    code: 0,
    callbackText: 'The service request is processed successfully.',
    queryText: 'The service request is processed successfully.',
  },
  cancel: {
    state: 'cancelled',
    code: 1032,
    callbackText: 'Request cancelled by user',
    queryText: 'Request Cancelled by user.',
  },
  timeout: {
    state: 'timed-out',
    code: 1037,
    callbackText: 'DS timeout user cannot be reached',
    queryText: 'No response from user.',
  },
  insufficient: {
    state: 'insufficient',
    code: 1,
    callbackText: 'The balance is insufficient for the transaction.',
    queryText: 'The balance is insufficient for the transaction.',
  },
  'wrong-pin': {
    state: 'wrong-pin',
    code: 2001,
    callbackText: 'The initiator information is invalid.',
    queryText: 'The initiator information is invalid.',
  },
} as const;

export type PromptAction = keyof typeof ANSWERS;

export function isPromptAction(value: unknown): value is PromptAction {
  return typeof value === 'string' && Object.hasOwn(ANSWERS, value);
}

export const promptActions = Object.keys(ANSWERS);

interface PushResult {
  /** `failed` comes from the fault pushResult alone */
  state: (typeof ANSWERS)[PromptAction]['state'] | 'failed';
  code: number | string;
  callbackText: string;
  queryText: string;
}

export interface PushOrder {
  phone: string;
  /** whole shillings */
  amount: number;
  reference: string;
  description: string;
  shortcode: string;
  callbackUrl: string;
}

export interface Prompt extends PushOrder {
  checkoutRequestId: string;
  merchantRequestId: string;
  at: Date;
  expiresAt: Date;
  result?: PushResult;
  /** set when paid */
  receipt?: string;
  reversedAmount: number;
}

export function promptState(prompt: Prompt): PushResult['state'] | 'waiting' {
  return prompt.result?.state ?? 'waiting';
}

export class Prompts {
  readonly #world: World;
  readonly #byId = new BoundedMap<string, Prompt>(PROMPT_LIMIT, (prompt) => this.#forget(prompt));
  readonly #byReceipt = new BoundedMap<string, Prompt>(PROMPT_LIMIT);
  readonly #byPhone = new BoundedMap<string, readonly Prompt[]>(PHONE_LIMIT);
  readonly #liveByPhone = new Map<string, { prompt: Prompt; timer: NodeJS.Timeout }>();

  constructor(world: World) {
    this.#world = world;
  }

  find(checkoutRequestId: string): Prompt | undefined {
    return this.#byId.get(checkoutRequestId);
  }

  findByReceipt(receipt: string): Prompt | undefined {
    return this.#byReceipt.get(receipt);
  }

  /** Newest first */
  promptsOf(phone: string): readonly Prompt[] {
    return this.#byPhone.get(phone) ?? [];
  }

  hasLive(phone: string): boolean {
    return this.#liveByPhone.has(phone);
  }

  show(order: PushOrder): Prompt {
    const { now, promptTimeoutMs } = this.#world;
    const at = now();
    const prompt: Prompt = {
      ...order,
      checkoutRequestId: `ws_CO_${dayFirstStamp(at)}${randomDigits(3)}${order.phone.slice(3)}${randomDigits(3)}`,
      merchantRequestId: darajaRequestId(),
      at,
      expiresAt: new Date(at.getTime() + promptTimeoutMs),
      reversedAmount: 0,
    };
    const timer = setTimeout(() => this.answer(prompt, 'timeout'), promptTimeoutMs);
    timer.unref();
    this.#liveByPhone.set(prompt.phone, { prompt, timer });
    this.#byId.set(prompt.checkoutRequestId, prompt);
    const earlier = this.promptsOf(prompt.phone);
    this.#byPhone.set(prompt.phone, [prompt, ...earlier].slice(0, ENTRIES_PER_PHONE));
    return prompt;
  }

  /** False when the prompt has been answered before. */
  answer(prompt: Prompt, action: PromptAction): boolean {
    if (prompt.result) return false;
    this.#forget(prompt);
    const forced = this.#world.faults.take('mpesa', 'pushResult', promptOccasion(prompt));
    if (forced?.code === undefined) {
      prompt.result = ANSWERS[action];
    } else {
      const words = 'The transaction could not be completed.';
      prompt.result = { state: 'failed', code: forced.code, callbackText: words, queryText: words };
    }
    if (prompt.result.code === 0) this.#settle(prompt);
    void this.#world.callbacks.send({
      provider: 'mpesa',
      ...promptOccasion(prompt),
      url: prompt.callbackUrl,
      headers: {
        'content-type': 'application/json;charset=UTF-8',
        businessshortcode: prompt.shortcode,
      },
      body: this.#callbackBody(prompt, prompt.result),
    });
    return true;
  }

  close(): void {
    for (const { timer } of this.#liveByPhone.values()) clearTimeout(timer);
    this.#liveByPhone.clear();
  }

  #forget(prompt: Prompt): void {
    const live = this.#liveByPhone.get(prompt.phone);
    if (live?.prompt !== prompt) return;
    clearTimeout(live.timer);
    this.#liveByPhone.delete(prompt.phone);
  }

  #settle(prompt: Prompt): void {
    const receipt = randomReceipt();
    prompt.receipt = receipt;
    this.#byReceipt.set(receipt, prompt);
    const sum = `Ksh${prompt.amount.toLocaleString('en-KE', { minimumFractionDigits: 2 })}`;
    this.#world.phones.receiveMessage(
      prompt.phone,
      'MPESA',
      `${receipt} Confirmed. ${sum} sent to Daraja-Sandbox for account ${prompt.reference} on ${smsStamp(this.#world.now())}.`,
    );
  }

  #callbackBody(prompt: Prompt, result: PushResult): string {
    const { faults, now } = this.#world;
    const occasion = promptOccasion(prompt);
    const stkCallback = {
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResultCode: result.code,
      ResultDesc: result.callbackText,
    };
    if (prompt.receipt === undefined) return JSON.stringify({ Body: { stkCallback } });
    const amount = faults.take('mpesa', 'amountTampered', occasion) ? prompt.amount + 1 : prompt.amount;
    const masked = faults.take('mpesa', 'phoneMasked', occasion);
    const Item = [
      { Name: 'Amount', Value: AMOUNT_MARK },
      { Name: 'MpesaReceiptNumber', Value: prompt.receipt },
      // The real item comes without a Value as well.
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: Number(yearFirstStamp(now())) },
      {
        Name: 'PhoneNumber',
        Value: masked ? `${prompt.phone.slice(0, 4)}*****${prompt.phone.slice(-3)}` : Number(prompt.phone),
      },
    ];
    const body = { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item } } } };
    return JSON.stringify(body).replace(`"${AMOUNT_MARK}"`, amount.toFixed(2));
  }
}

/** Stands for a decimal such as 10.00, which a JavaScript number cannot be written as. */
const AMOUNT_MARK = '@amount';

export function promptOccasion(prompt: Prompt): { operation: string; subjects: string[] } {
  const { phone, checkoutRequestId, reference, receipt } = prompt;
  const subjects = [phone, checkoutRequestId, reference];
  return { operation: 'push', subjects: receipt === undefined ? subjects : [...subjects, receipt] };
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}

/** Ten capitals and digits, beginning with a letter, as on the real service. */
function randomReceipt(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 9 }, () => pick(`${letters}0123456789`)).join('');
}
