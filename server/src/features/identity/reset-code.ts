// A code as people see it and as it is stored. Stored codes are signed under the server's key and bound to one account.
import { createHmac, randomInt } from 'node:crypto';
import { resetCodeDigits } from '@ghala/contracts/identity/identity.contract';

export const codeLifeMs = 10 * 60_000;
/** Wrong tries a code survives but one: at the fifth it is dead. */
export const maxTries = 5;

export const newCode = (): string => String(randomInt(10 ** resetCodeDigits)).padStart(resetCodeDigits, '0');

export const hashCode = (serverKey: Buffer, userId: number, code: string): Buffer =>
  createHmac('sha256', serverKey).update(`reset-code:${userId}:${code}`).digest();
