import type { ErrorBody, ErrorCode } from '@ghala/contracts/errors';

type ErrorDetails = NonNullable<ErrorBody['error']['details']>;

interface ApiErrorParts {
  /** 0 when no answer came at all. */
  status: number;
  code: ErrorCode | 'no_answer';
  message: string;
  fields?: Readonly<Record<string, string>>;
  details?: Readonly<ErrorDetails>;
}

/** The one error every call fails with, whatever went wrong on the way. Aborted calls throw an AbortError instead. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ApiErrorParts['code'];
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<ErrorDetails>;

  constructor({ status, code, message, fields = {}, details = {} }: ApiErrorParts) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.details = details;
  }
}

export const noAnswer = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'no_answer',
    message: 'The server cannot be reached. Check your connection and try again.',
  });

/** What to tell a person: the server's own words, or plain ones when the fault is ours. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong on this page. Please try again.';
