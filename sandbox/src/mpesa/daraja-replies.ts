// Daraja's error envelope; codes and statuses as its documentation and third-party measurements give them.
import { randomBytes } from 'node:crypto';
import { json } from '../http.ts';
import type { Reply } from '../http.ts';

const STATUS_BY_CODE = {
  '400.002.02': 400,
  '400.008.01': 400,
  '400.008.02': 400,
  '404.001.01': 404,
  '404.001.03': 404,
  '405.001': 405,
  '429.001.01': 429,
  '500.001.1001': 500,
  '500.003.02': 500,
  '500.003.1001': 500,
} as const;

export type DarajaErrorCode = keyof typeof STATUS_BY_CODE;

export function darajaError(errorCode: DarajaErrorCode, errorMessage: string): Reply {
  return json(STATUS_BY_CODE[errorCode], { requestId: darajaRequestId(), errorCode, errorMessage });
}

export function invalidField(field: string): Reply {
  return darajaError('400.002.02', `Bad Request - Invalid ${field}`);
}

/** 29115-34620561-1 in shape */
export function darajaRequestId(): string {
  const digits = randomBytes(6).readUIntBE(0, 6).toString().padStart(15, '0');
  return `${digits.slice(0, 5)}-${digits.slice(5)}-1`;
}
