// One random key that every server on this database shares: reset codes and forgery tokens are signed under it.
// It lies beside what it signs, so it guards against guessing and forging from outside, not against whoever can read
// the whole database; what it signs is therefore short-lived.
import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';

const factName = 'server-key';
const keyBytes = 32;

export async function readServerKey(db: Db): Promise<Buffer> {
  const fresh = JSON.stringify({ base64: randomBytes(keyBytes).toString('base64') });
  // Servers that start together all offer one; the first to be written is everybody's.
  await db
    .insertInto('facts')
    .values({ name: factName, value: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('facts')
    .select('value')
    .where('name', '=', factName)
    .executeTakeFirstOrThrow();
  return Buffer.from((value as { base64: string }).base64, 'base64');
}
