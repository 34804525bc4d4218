// Any thrown thing becomes one truthful status and one JSON shape. What we did not foresee is logged whole and
// answered without details.
import { errorStatus, type ErrorBody, type ErrorCode } from '@ghala/contracts/errors';
import { databaseFault } from '../db/database.ts';
import { AppError } from '../errors.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  retryAfterSeconds?: number;
  unforeseen: boolean;
}

const fastifyCodes: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
};

const messages: Partial<Record<ErrorCode, string>> = {
  body_too_large: 'That is more than this call takes.',
  unsupported_media_type: 'Send JSON, with Content-Type: application/json.',
  malformed: 'The request could not be read.',
  unavailable: 'The server is busy or just starting. Please try again in a moment.',
};

/** PostgreSQL is starting, stopping, out of connections, or out of room; or a statement ran out of time. */
const unavailableFaults = /^(?:08|53|57P0|57014|55P03)/;
const connectionTrouble =
  /timeout exceeded when trying to connect|Connection terminated|ECONNREFUSED|ENOENT|ECONNRESET/;

function codeOf(error: unknown): ErrorCode {
  const fault = databaseFault(error);
  if (fault !== null) return unavailableFaults.test(fault.code) ? 'unavailable' : 'internal';
  if (!(error instanceof Error)) return 'internal';
  const code = 'code' in error ? String(error.code) : '';
  if (code in fastifyCodes) return fastifyCodes[code] ?? 'internal';
  if (connectionTrouble.test(error.message)) return 'unavailable';
  const status = 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? 'malformed' : 'internal';
}

export function answerError(error: unknown, requestId: string): ErrorAnswer {
  if (error instanceof AppError) {
    const { fields, details, retryAfterSeconds } = error.extras;
    return {
      status: errorStatus[error.code],
      body: {
        error: {
          code: error.code,
          message: error.message,
          ...(fields === undefined ? {} : { fields }),
          ...(details === undefined ? {} : { details }),
          requestId,
        },
      },
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      unforeseen: false,
    };
  }
  const code = codeOf(error);
  return {
    status: errorStatus[code],
    body: { error: { code, message: messages[code] ?? 'Something went wrong on our side.', requestId } },
    ...(code === 'unavailable' ? { retryAfterSeconds: 2 } : {}),
    unforeseen: errorStatus[code] >= 500,
  };
}
