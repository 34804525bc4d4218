// argon2id at OWASP's minimum; parameters are stored in the hash, so a stronger setting upgrades people at sign-in.
import { hash, verify, type Options } from '@node-rs/argon2';

// 2 is Argon2id; the package's const enum cannot be imported under type stripping.
const argon2id = 2;
const options: Options = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const currentParameters = '$argon2id$v=19$m=19456,t=2,p=1$';

export const hashPassword = (password: string): Promise<string> => hash(password, options);

export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(currentParameters);

let decoy: Promise<string> | undefined;

/** With no hash to compare to, does the same work against a decoy, so that an unknown account takes the same time. */
export async function checkPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
