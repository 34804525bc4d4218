// The port every payment provider is spoken to through. An adapter never throws for what a provider may do: it says
// which of a few things happened, because money depends on telling them apart.
import type { Ctx } from '../../../platform/context.ts';
import type { Claim, OnlineMethod } from '../payments.tables.ts';

export interface PaymentToStart {
  attemptId: number;
  orderId: number;
  amountCents: number;
  /** Canonical; '' when the method needs none. */
  phone: string;
  email: string;
  /** Our own reference; null when the provider gives one. */
  reference: string | null;
  /** Where the provider tells how it ended. */
  callbackUrl: string;
  /** Where the payer's browser comes back to. */
  returnUrl: string;
}

export type Start =
  | { kind: 'accepted'; reference: string; authorizationUrl: string | null }
  /** Nobody was asked to pay. `busy`: trying again in a moment may help. */
  | { kind: 'refused'; code: string; busy: boolean }
  /** No usable answer: the payer may or may not have been asked. */
  | { kind: 'lost' };

export type Verdict =
  | { kind: 'paid'; amountCents: number | null; receipt: string | null; paidAt: Date | null }
  | { kind: 'failed'; code: string }
  /** `idle`: nobody is paying just now, though somebody still could. */
  | { kind: 'open'; idle: boolean }
  /** A code nobody knows: not to be taken for an end. */
  | { kind: 'unclear'; code: string }
  /** No usable answer. */
  | { kind: 'silent' };

export interface RefundToSend {
  receipt: string;
  amountCents: number;
  reason: string;
  /** Unlike any other's; written on it, so that it can be found again. */
  mark: string;
  resultUrl: string;
  timeoutUrl: string;
}

/** A refund whose answer got lost. */
export interface RefundToFind {
  mark: string;
  amountCents: number;
  /** It was sent no earlier than this. */
  since: Date;
}

export type RefundSent =
  | { kind: 'sent'; reference: string }
  | { kind: 'refused'; code: string }
  | { kind: 'lost' };

export type RefundFound =
  | { kind: 'found'; reference: string }
  /** It has none by that mark, which proves nothing while it may still be at taking it. */
  | { kind: 'none' }
  /** No usable answer. */
  | { kind: 'silent' };

export type RefundVerdict =
  | { kind: 'done' }
  | { kind: 'failed'; code: string }
  | { kind: 'open' }
  | { kind: 'silent' };

/** What the payer is told, and when they may be asked again. */
export interface Ending {
  words: string;
  /** From the moment they were asked. */
  waitMs: number;
}

/** What holds for a provider whether or not this server uses it. */
export interface ProviderRules {
  describe(code: string): Ending;
  /** What a callback says; null when it cannot be read. */
  readCallback(bytes: Uint8Array): Claim | null;
  /** A payment nobody answered is given up after this long, though money that still comes is booked. */
  readonly giveUpAfterMs: number | 'hold';
  /** How often in a row it must say that a payment failed, when no callback says the same. */
  readonly failuresToBelieve: number;
  /** Whether giving up leaves it open if the payer paid, so that they must not be asked again. */
  readonly givenUpMayBePaid: boolean;
  /** Whether the payer can still make a payment that failed, where they are. */
  readonly failedMayBePaid: boolean;
  /** Whether it can be asked how a refund stands, and does not only tell by itself. */
  readonly tellsOfRefundsWhenAsked: boolean;
}

export interface PaymentProvider {
  readonly method: OnlineMethod;
  /** Our own reference for a new payment; null when the provider gives one. */
  newReference(): string | null;
  start(ctx: Ctx, payment: PaymentToStart): Promise<Start>;
  /** How the payment stands by the provider's own books. */
  ask(ctx: Ctx, reference: string): Promise<Verdict>;
  refund(ctx: Ctx, refund: RefundToSend): Promise<RefundSent>;
  /** How a refund stands; null when the provider only tells it by itself. */
  askRefund: ((ctx: Ctx, reference: string) => Promise<RefundVerdict>) | null;
  /** What the provider calls a refund whose answer got lost. */
  findRefund: ((ctx: Ctx, refund: RefundToFind) => Promise<RefundFound>) | null;
}
