// The one error type that a use-case throws to answer a caller with something other than success.
import type { ErrorCode } from '@ghala/contracts/errors';

export interface AppErrorExtras {
  fields?: Record<string, string>;
  details?: Record<string, string | number | boolean | null>;
  retryAfterSeconds?: number;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extras: AppErrorExtras;

  constructor(code: ErrorCode, message: string, extras: AppErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'AppError';
    this.code = code;
    this.extras = extras;
  }
}

export const notFound = (thing: string) => new AppError('not_found', `There is no such ${thing}.`);

export const forbidden = (message = 'You may not do this.') => new AppError('forbidden', message);

export const invalidField = (name: string, message: string) =>
  new AppError('validation_failed', message, { fields: { [name]: message } });
