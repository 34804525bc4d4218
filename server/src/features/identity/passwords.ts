// argon2id at OWASP's minimum; parameters are stored in the hash, so a stronger setting upgrades people at sign-in.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hash, verify, type Options } from '@node-rs/argon2';
import { invalidField } from '../../platform/errors.ts';

// Argon2id is the package's own choice; currentParameters says so, and a test sees it.
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentParameters = '$argon2id$v=19$m=19456,t=2,p=1$';

export const hashPassword = (password: string): Promise<string> => hash(password, options);

export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(currentParameters);

let decoy: Promise<string> | undefined;

/** With no hash to compare to, does the same work against a decoy, so that an unknown account takes the same time. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const nobodys = await decoy;
  const matches = await verify(passwordHash ?? nobodys, password);
  return matches && passwordHash !== undefined;
}

const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
);

/** Refuses what is guessed first: the common ones in any case, one character over and over, and what names its owner. */
export function checkNewPassword(password: string, ownWords: readonly string[] = []): void {
  const typed = password.trim().toLowerCase();
  const refuse = (message: string) => invalidField('password', message);
  if (commonPasswords.has(typed) || new Set(typed).size <= 2)
    throw refuse('This password is one of the first anybody would guess. Choose another.');
  if (ownWords.some((word) => word !== '' && typed === word.toLowerCase()))
    throw refuse('Choose a password that is not your email or phone number.');
}
