// Paystack's webhooks: signed over the raw bytes with the secret key itself. There is no timestamp, so a replay is
// possible, and harmless: nothing counts until verify confirms it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Claim } from '../../payments.tables.ts';
import { isObject, parseObject, textOf } from '../provider-call.ts';

export function isSignedBy(secretKey: string, bytes: Uint8Array, signature: unknown): boolean {
  const expected = createHmac('sha512', secretKey).update(bytes).digest();
  const given = typeof signature === 'string' && /^[0-9a-f]{128}$/i.test(signature) ? signature : '';
  return timingSafeEqual(expected, given === '' ? Buffer.alloc(expected.length) : Buffer.from(given, 'hex'));
}

export function readCharge(bytes: Uint8Array): Claim | null {
  const event = readEvent(bytes);
  if (event?.name !== 'charge.success') return null;
  const reference = textOf(event.data['reference']);
  const amount = textOf(event.data['amount']);
  if (reference === '') return null;
  return {
    paid: textOf(event.data['status']) === 'success',
    reference,
    code: textOf(event.data['status']),
    receipt: reference,
    amountCents: /^\d{1,15}$/.test(amount) ? Number(amount) : null,
  };
}

export interface RefundEvent {
  transactionReference: string;
  /** Whether the refund has come to an end, by this event. */
  ended: boolean;
}

/** Names the payment but not which of its refunds, so it only says when to ask. */
export function readRefundEvent(bytes: Uint8Array): RefundEvent | null {
  const event = readEvent(bytes);
  if (event === null || !event.name.startsWith('refund.')) return null;
  return {
    transactionReference: textOf(event.data['transaction_reference']),
    ended: event.name === 'refund.processed' || event.name === 'refund.failed',
  };
}

function readEvent(bytes: Uint8Array): { name: string; data: Readonly<Record<string, unknown>> } | null {
  const body = parseObject(Buffer.from(bytes).toString('utf8'));
  const data = body?.['data'];
  return body !== null && isObject(data) ? { name: textOf(body['event']), data } : null;
}
