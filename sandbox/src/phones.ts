// The phones of the sandbox: what each has received. A phone exists as soon as somebody writes to it.
import { BoundedMap } from './bounded-map.ts';
import type { Prompt } from './mpesa/prompts.ts';

const PHONE_LIMIT = 10_000;
/** What one phone keeps of each kind; the page shows them all, so it stays short. */
const ENTRIES_PER_PHONE = 100;

export interface Message {
  at: string;
  from: string;
  text: string;
}

export interface Phone {
  messages: Message[];
  prompts: Prompt[];
}

/** 254712345678 from any way a Kenyan number is written; other numbers as their digits alone. */
export function phoneNumberOf(written: string): string | undefined {
  const digits = written.replaceAll(/[\s()+-]/g, '');
  if (!/^\d{3,20}$/.test(digits)) return undefined;
  const kenyan = /^(?:(?:00)?254|0)?([71]\d{8})$/.exec(digits)?.[1];
  return kenyan === undefined ? digits : `254${kenyan}`;
}

export class Phones {
  readonly #phones = new BoundedMap<string, Phone>(PHONE_LIMIT);
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  find(number: string): Phone {
    return this.#phones.get(number) ?? { messages: [], prompts: [] };
  }

  receiveMessage(number: string, from: string, text: string): void {
    this.#keep(this.#ensure(number).messages, { at: this.#now().toISOString(), from, text });
  }

  receivePrompt(number: string, prompt: Prompt): void {
    this.#keep(this.#ensure(number).prompts, prompt);
  }

  #ensure(number: string): Phone {
    const known = this.#phones.get(number);
    if (known) return known;
    const phone: Phone = { messages: [], prompts: [] };
    this.#phones.set(number, phone);
    return phone;
  }

  #keep<T>(entries: T[], entry: T): void {
    entries.unshift(entry);
    if (entries.length > ENTRIES_PER_PHONE) entries.pop();
  }
}
