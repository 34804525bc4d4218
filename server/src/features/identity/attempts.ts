// Brute-force defence: a growing delay per account and per address, for passwords and for codes. Failures are counted
// after the check and looked at before and after it, so that a thousand guesses sent at once gain no more than one by
// one, and right passwords sent at once are never held off. An account's owner has two ways round a stranger's
// failures: an address they signed in from before counts by itself, and a reset by SMS clears everything.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import * as repository from './attempts.repository.ts';
import type { CounterKey, CountingRule } from './attempts.repository.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A few slips are free; at the cap an account sees 12 guesses an hour, which no password beyond the common ones fears. */
const accountRule: CountingRule = {
  free: 5,
  firstDelayMs: 1000,
  maxDelayMs: 5 * minuteMs,
  forgetAfterMs: hourMs,
  forgetFrom: 'last',
};
/** Generous: an office, a campus or a mobile carrier may be one address. */
const addressRule: CountingRule = {
  free: 100,
  firstDelayMs: 1000,
  maxDelayMs: minuteMs,
  forgetAfterMs: 15 * minuteMs,
  forgetFrom: 'first',
};

const rules = {
  'sign-in-account': accountRule,
  /** The same account from the same address. */
  'sign-in-account-here': accountRule,
  'sign-in-address': addressRule,
  'code-phone': { ...accountRule, maxDelayMs: minuteMs },
  'code-address': addressRule,
  /** Accounts made, not failures: 200 an hour without delay, for schools and courses that sign up together. */
  'register-address': { ...addressRule, free: 200, forgetAfterMs: hourMs },
} as const satisfies Record<string, CountingRule>;

type Kind = keyof typeof rules;
/** An address that was not used for so long is a stranger's again. */
const familiarMs = 30 * 24 * hourMs;
const keepCountersMs = 24 * hourMs;

/** One IPv6 customer holds a whole /64, so the address counts by that. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0')].slice(0, 4).join(':').toLowerCase();
}

const hashOf = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();
const key = (kind: Kind, ...parts: string[]): CounterKey => ({ kind, hash: hashOf(...parts) });

export const tooMany = (untilMs: number, nowMs: number, what = 'Too many tries.'): AppError => {
  const retryAfterSeconds = Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
  const wait =
    retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new AppError('rate_limited', `${what} Please wait ${wait}, then try again.`, {
    retryAfterSeconds,
    details: { retryAfterSeconds },
  });
};

export interface Guard {
  /** Throws rate_limited while a delay runs. Call it before the check, and again after one that succeeded. */
  check(ctx: Ctx): Promise<void>;
  failed(ctx: Ctx): Promise<void>;
  succeeded(ctx: Ctx): Promise<void>;
}

async function checkKeys(ctx: Ctx, keys: readonly CounterKey[]): Promise<void> {
  const until = await repository.findBlock(ctx, keys);
  if (until === null) return;
  ctx.log.warn({ requestId: ctx.requestId, kinds: keys.map(({ kind }) => kind) }, 'held off after failures');
  throw tooMany(until.getTime(), ctx.clock.now().getTime());
}

/** In a fixed order, so that two callers never wait for each other's rows. */
async function countAll(ctx: Ctx, keys: readonly CounterKey[]): Promise<void> {
  for (const each of keys) await repository.countFailure(ctx, each, rules[each.kind as Kind]);
}

/** Guards the password of the account with this email, whether there is one or not. */
export function passwordGuard(email: string, ip: string): Guard {
  const account = email.trim().toLowerCase();
  const address = addressKey(ip);
  const everywhere = key('sign-in-account', account);
  const here = key('sign-in-account-here', account, address);
  const anybodyHere = key('sign-in-address', address);
  const familiar = hashOf('familiar', account, address);
  return {
    async check(ctx) {
      const since = new Date(ctx.clock.now().getTime() - familiarMs);
      const known = await repository.isFamiliar(ctx, familiar, since);
      await checkKeys(ctx, known ? [here] : [everywhere, anybodyHere]);
    },
    failed: (ctx) => countAll(ctx, [everywhere, here, anybodyHere]),
    // The address itself is not cleared: else one good account there would pay for guesses at all others.
    async succeeded(ctx) {
      await repository.clearCounters(ctx, [everywhere, here]);
      await repository.markFamiliar(ctx, familiar);
    },
  };
}

/** Guards the codes of a phone number, known or not; asking for a new code does not reset the count. */
export function codeGuard(phone: string, ip: string): Guard {
  const byPhone = key('code-phone', phone);
  const keys = [byPhone, key('code-address', addressKey(ip))];
  return {
    check: (ctx) => checkKeys(ctx, keys),
    failed: (ctx) => countAll(ctx, keys),
    succeeded: (ctx) => repository.clearCounters(ctx, [byPhone]),
  };
}

/** Counts a registration from this address, and holds it off beyond what people do. */
export async function countRegistration(ctx: Ctx): Promise<void> {
  const keys = [key('register-address', addressKey(ctx.ip))];
  await checkKeys(ctx, keys);
  await countAll(ctx, keys);
}

export async function removeOldAttempts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  await repository.removeOldAttempts(ctx, new Date(now - keepCountersMs), new Date(now - familiarMs));
}
