// The phones of the sandbox and the messages each has received. A phone exists as soon as somebody writes to it.
import { BoundedMap } from './bounded-map.ts';

export const PHONE_LIMIT = 10_000;
/** What one phone keeps of each kind; the page shows them all, so it stays short. */
export const ENTRIES_PER_PHONE = 100;

export interface Message {
  at: string;
  from: string;
  text: string;
}

/** 254712345678 from any way a Kenyan number is written; other numbers as their digits alone. */
export function phoneNumberOf(written: string): string | undefined {
  const digits = written.replaceAll(/[\s()+-]/g, '');
  if (!/^\d{3,20}$/.test(digits)) return undefined;
  const kenyan = /^(?:(?:00)?254|0)?([71]\d{8})$/.exec(digits)?.[1];
  return kenyan === undefined ? digits : `254${kenyan}`;
}

export class Phones {
  readonly #inboxes = new BoundedMap<string, Message[]>(PHONE_LIMIT);
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Newest first, as everything a phone shows */
  messagesOf(number: string): readonly Message[] {
    return this.#inboxes.get(number) ?? [];
  }

  receiveMessage(number: string, from: string, text: string): void {
    const message = { at: this.#now().toISOString(), from, text };
    this.#inboxes.set(number, [message, ...this.messagesOf(number)].slice(0, ENTRIES_PER_PHONE));
  }
}
