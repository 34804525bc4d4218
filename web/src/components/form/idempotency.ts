import { ApiError } from '../../lib/api-error.ts';

/** Not crypto.randomUUID, which plain http in a local network does not have. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * After a lost answer the server may have done the work: the same key must be sent again, or it is done twice.
 * After an answer that refuses, or that tells a provider's refusal, a new try is a new request.
 */
export const outcomeIsKnown = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((error.status >= 400 && error.status < 500 && error.code !== 'in_progress') ||
    error.code === 'provider_failed');
