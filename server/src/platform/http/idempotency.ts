// Idempotency-Key: the same key from the same caller gives the same answer and one effect. The key's row is written
// in the transaction of the effect itself, so a crash leaves both or neither, and a second server waits for the first.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Route } from '@ghala/contracts/route';
import type { Ctx } from '../context.ts';
import { withTransaction } from '../db/transaction.ts';
import { AppError } from '../errors.ts';
import { defineJob } from '../jobs/jobs.ts';
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

/** What is kept under a key, but for the answer: columns of idempotency_keys. */
export interface Claim {
  scope: string;
  key: string;
  route: string;
  request_hash: Buffer;
}

export function claimOf(
  ctx: Ctx,
  { method, path }: Pick<Route, 'method' | 'path'>,
  input: unknown,
): Claim | null {
  if (ctx.idempotencyKey === null) return null;
  const route = `${method} ${path}`;
  return {
    scope: ctx.actor === null ? `public:${ctx.ip}` : `user:${ctx.actor.userId}`,
    key: ctx.idempotencyKey,
    route,
    request_hash: createHash('sha256')
      .update(JSON.stringify([route, input], withoutSecrets))
      .digest(),
  };
}

/** What an earlier request with this key was answered; null when there was none that succeeded. */
export async function findAnswer(
  ctx: Ctx,
  claim: Claim,
): Promise<{ status: number | null; answer: unknown } | null> {
  const kept = await ctx.db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'answer'])
    .where('scope', '=', claim.scope)
    .where('key', '=', claim.key)
    .executeTakeFirst();
  if (kept !== undefined && !kept.request_hash.equals(claim.request_hash))
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for a different request.');
  return kept ?? null;
}

/** Runs the handler once per key. Failures are not kept: nothing happened, so the caller may try again. */
export const answerOnce = (ctx: Ctx, endpoint: Endpoint, claim: Claim, input: unknown): Promise<Answer> =>
  withTransaction(ctx, async (tx) => {
    const answered = await claimOrFind(tx, claim);
    if (answered !== null) return answered;
    const body = await endpoint.handle(tx, input);
    const status = endpoint.route.status ?? 200;
    await tx.db
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(body) })
      .where('scope', '=', claim.scope)
      .where('key', '=', claim.key)
      .execute();
    return { status, body };
  });

/** Null when the key is the caller's from now on. */
async function claimOrFind(tx: Ctx, claim: Claim): Promise<Answer | null> {
  for (;;) {
    // Waits here while another transaction holds the same key, until that one has ended.
    const claimed = await tx.db
      .insertInto('idempotency_keys')
      .values({ ...claim, status: null, answer: null, created_at: tx.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (claimed.numInsertedOrUpdatedRows !== 0n) return null;
    const kept = await findAnswer(tx, claim);
    // It may have been forgotten between the two.
    if (kept !== null) return { status: kept.status ?? 200, body: kept.answer };
  }
}

/** Longer than anybody tries again; an answer may hold names and numbers of people. */
const keepAnswersMs = 7 * 86_400_000;

export const removeOldAnswersJob = defineJob({
  name: 'remove-old-answers',
  payload: z.object({}),
  schedule: '47 2 * * *',
  handle: async (ctx: Ctx) => {
    const before = new Date(ctx.clock.now().getTime() - keepAnswersMs);
    await ctx.db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
  },
});
