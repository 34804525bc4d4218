// Idempotency-Key: the same key from the same caller gives the same answer and one effect. The key's row is written
// in the transaction of the effect itself, so a crash leaves both or neither, and a second server waits for the first.
import { createHash } from 'node:crypto';
import type { Ctx } from '../context.ts';
import { withTransaction } from '../db/transaction.ts';
import { AppError } from '../errors.ts';
import type { Endpoint } from './implement.ts';

const maxKeyLength = 255;

/** The key of a request; null when it has none. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header === '') return null;
  if (header.length > maxKeyLength)
    throw new AppError('malformed', `Idempotency-Key may have at most ${maxKeyLength} characters.`);
  return header;
}

export interface Answer {
  status: number;
  body: unknown;
}

/** A fast hash is no place for a password: whoever reads it could try millions a second. */
const withoutSecrets = (name: string, value: unknown): unknown =>
  /password|otp/i.test(name) ? undefined : value;

/** Runs the handler once per key. Failures are not kept: nothing happened, so the caller may try again. */
export async function answerOnce(ctx: Ctx, endpoint: Endpoint, key: string, input: unknown): Promise<Answer> {
  const scope = ctx.actor === null ? `public:${ctx.ip}` : `user:${ctx.actor.userId}`;
  const route = `${endpoint.route.method} ${endpoint.route.path}`;
  const requestHash = createHash('sha256')
    .update(JSON.stringify([route, input], withoutSecrets))
    .digest();

  return withTransaction(ctx, async (tx) => {
    // Waits here while another transaction holds the same key, until that one has ended.
    const claimed = await tx.db
      .insertInto('idempotency_keys')
      .values({
        scope,
        key,
        route,
        request_hash: requestHash,
        status: null,
        answer: null,
        created_at: ctx.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows === 0n) {
      const kept = await tx.db
        .selectFrom('idempotency_keys')
        .select(['request_hash', 'status', 'answer'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      if (!kept.request_hash.equals(requestHash)) {
        throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for a different request.');
      }
      return { status: kept.status ?? 200, body: kept.answer };
    }
    const body = await endpoint.handle(tx, input);
    const status = endpoint.route.status ?? 200;
    await tx.db
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(body) })
      .where('scope', '=', scope)
      .where('key', '=', key)
      .execute();
    return { status, body };
  });
}
