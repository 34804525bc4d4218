// The port every SMS provider is spoken to through. An adapter never throws for what a provider may do: it says which
// kind of trouble it is, because each kind is answered differently.

export interface Sms {
  /** Canonical: 2547XXXXXXXX */
  phone: string;
  text: string;
}

export type SmsOutcome =
  | { kind: 'accepted'; providerMessageId: string }
  /** This number cannot be written to; trying again will not help. */
  | { kind: 'refused'; failure: string }
  /** No usable answer, or none but an error: down, overloaded, lost on the way, or our key is not taken. */
  | { kind: 'unreachable'; failure: string }
  /** It answers, but carries nothing for us: no balance, a sender id it does not know. */
  | { kind: 'account-trouble'; failure: string };

/** Null when the gateway would take a message now. */
export type ProbeResult = { failure: string } | null;

export type ProviderName = 'africastalking' | 'twilio';

/** What a provider says of a message later on. */
export interface DeliveryReport {
  providerMessageId: string;
  state: 'sent' | 'delivered' | 'failed';
  failure: string | null;
}

export interface SmsGateway {
  readonly provider: ProviderName;
  send(sms: Sms): Promise<SmsOutcome>;
  /** Goes all the way to the provider, with our key and that number, and sends nothing. */
  probe(phone: string): Promise<ProbeResult>;
}

/** Codes and status words only: a provider's prose may repeat the text, and with it a code. */
export const failureWord = (word: string | number): string =>
  String(word)
    .replaceAll(/[^\w .-]/g, '')
    .slice(0, 60);

/** What providers name messages by; anything else is not one of theirs, and not to be stored. */
export const isMessageId = (text: string): boolean => /^[\w.:-]{1,100}$/.test(text);
