// What goes wrong on purpose. A fault stays until it has struck `times` times or is cleared.
import { isJsonObject } from './http.ts';
import type { JsonObject } from './http.ts';

const COMMON_FAULTS = [
  'callbacksDropped',
  'callbacksDoubled',
  'callbacksLate',
  'callbacksOutOfOrder',
  'repliesLost',
  'serverErrors',
] as const;

const FAULTS = {
  mpesa: [
    ...COMMON_FAULTS,
    'spikeArrest',
    'tokenExpired',
    'queryUnanswered',
    'querySaysFailed',
    'queryLimited',
    'amountTampered',
    'phoneMasked',
    'pushResult',
    'reversalFails',
  ],
  paystack: [...COMMON_FAULTS, 'verifyPending', 'amountTampered', 'refundFails'],
  africastalking: [...COMMON_FAULTS, 'badKey', 'emptyRecipients', 'recipientStatus', 'deliveryFails'],
  twilio: [...COMMON_FAULTS, 'badKey', 'tooManyRequests', 'optedOut', 'deliveryFails'],
} as const;

export type ProviderName = keyof typeof FAULTS;
export type FaultName<P extends ProviderName> = (typeof FAULTS)[P][number];

/** Without a code these faults would not know what to answer. */
const NEEDS_CODE = new Set<string>(['pushResult', 'recipientStatus']);
/** Long enough for any test of lateness, short enough that a forgotten one ends. */
const LATEST_MS = 60 * 60 * 1000;
const MOST_TIMES = 1_000_000;

export interface Fault {
  times?: number;
  ms?: number;
  code?: string | number;
  on?: string;
  for?: string;
}

/** One moment at which a fault may strike: what is being done, and whom it concerns (phone, reference, id). */
export interface Occasion {
  operation: string;
  subjects: string[];
}

export class FaultSettingError extends Error {}

export class Faults {
  readonly #active = new Map<ProviderName, Map<string, Fault>>();

  /** The fault that strikes now, counted as struck. */
  take<P extends ProviderName>(provider: P, name: FaultName<P>, occasion: Occasion): Fault | undefined {
    const fault = this.peek(provider, name, occasion);
    if (fault?.times === undefined) return fault;
    fault.times -= 1;
    if (fault.times === 0) this.#active.get(provider)?.delete(name);
    return fault;
  }

  peek<P extends ProviderName>(provider: P, name: FaultName<P>, occasion: Occasion): Fault | undefined {
    const fault = this.#active.get(provider)?.get(name);
    if (!fault) return undefined;
    // A token call strikes only when named: otherwise "the next reply" would mostly be a token's.
    if (fault.on === undefined ? occasion.operation === 'token' : fault.on !== occasion.operation)
      return undefined;
    if (fault.for !== undefined && !occasion.subjects.includes(fault.for)) return undefined;
    return fault;
  }

  /** Sets the faults given and leaves the others; all or nothing. */
  set(settings: JsonObject): void {
    const changes = Object.entries(settings).flatMap(([provider, faults]) => {
      const name = providerName(provider);
      if (!isJsonObject(faults)) throw new FaultSettingError(`${provider} must be an object of faults.`);
      return Object.entries(faults).map(([fault, value]) => ({
        provider: name,
        fault: faultName(name, fault),
        value: faultValue(`${provider}.${fault}`, fault, value),
      }));
    });
    for (const { provider, fault, value } of changes) {
      const faults = this.#active.get(provider) ?? new Map<string, Fault>();
      this.#active.set(provider, faults);
      if (value) faults.set(fault, value);
      else faults.delete(fault);
    }
  }

  clear(): void {
    this.#active.clear();
  }

  list(): Record<string, Record<string, Fault>> {
    return Object.fromEntries(
      Object.keys(FAULTS).map((provider) => [
        provider,
        Object.fromEntries(this.#active.get(providerName(provider)) ?? []),
      ]),
    );
  }
}

function providerName(name: string): ProviderName {
  switch (name) {
    case 'mpesa':
    case 'paystack':
    case 'africastalking':
    case 'twilio':
      return name;
    default:
      throw new FaultSettingError(`Unknown provider "${name}"; there are ${Object.keys(FAULTS).join(', ')}.`);
  }
}

function faultName(provider: ProviderName, name: string): string {
  const known: readonly string[] = FAULTS[provider];
  if (known.includes(name)) return name;
  throw new FaultSettingError(`Unknown fault "${provider}.${name}"; there are ${known.join(', ')}.`);
}

function faultValue(path: string, name: string, value: unknown): Fault | undefined {
  if (value === false || value === 0 || value === null) return undefined;
  const given =
    value === true ? {} : typeof value === 'number' ? { times: value } : isJsonObject(value) ? value : null;
  if (!given) throw new FaultSettingError(`${path} must be true, false, a count or an object.`);
  const fault: Fault = {};
  for (const [key, entry] of Object.entries(given)) readSetting(fault, path, key, entry);
  if (NEEDS_CODE.has(name) && fault.code === undefined)
    throw new FaultSettingError(`${path} needs a code, as in {"code": 403}.`);
  return fault;
}

function readSetting(fault: Fault, path: string, key: string, value: unknown): void {
  switch (key) {
    case 'times':
      fault.times = wholeNumber(`${path}.times`, value, MOST_TIMES);
      return;
    case 'ms':
      fault.ms = wholeNumber(`${path}.ms`, value, LATEST_MS);
      return;
    case 'code':
      if (typeof value !== 'string' && typeof value !== 'number')
        throw new FaultSettingError(`${path}.code must be a number or a string.`);
      fault.code = value;
      return;
    case 'on':
    case 'for':
      if (typeof value !== 'string' || value === '')
        throw new FaultSettingError(`${path}.${key} must be a string.`);
      fault[key] = value;
      return;
    default:
      throw new FaultSettingError(`Unknown setting "${path}.${key}"; there are times, ms, code, on, for.`);
  }
}

function wholeNumber(path: string, value: unknown, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new FaultSettingError(`${path} must be a whole number from 1 to ${most}.`);
}
