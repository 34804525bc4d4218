// What providers sent, as they sent it. Invariant: a callback is here before it is answered.
import { sql, type Selectable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Claim, ProviderCallbacksTable } from './payments.tables.ts';

export type CallbackRow = Selectable<ProviderCallbacksTable>;

export type NewCallback = Pick<
  CallbackRow,
  'provider' | 'attempt_id' | 'refund_id' | 'body' | 'body_hash' | 'outcome' | 'claim'
>;

export async function insertCallback(tx: Ctx, { claim, ...callback }: NewCallback): Promise<number> {
  const now = tx.clock.now();
  const row = await tx.db
    .insertInto('provider_callbacks')
    .values({
      ...callback,
      claim: claim === null ? null : JSON.stringify(claim),
      ip: tx.ip,
      received_at: now,
      processed_at: callback.outcome === null ? null : now,
    })
    .returning('callback_id')
    .executeTakeFirstOrThrow();
  return row.callback_id;
}

export const findCallback = (ctx: Ctx, callbackId: number): Promise<CallbackRow | undefined> =>
  ctx.db
    .selectFrom('provider_callbacks')
    .selectAll()
    .where('callback_id', '=', callbackId)
    .executeTakeFirst();

/** Callbacks nobody worked on: the job that was to do it got lost. */
export async function findUnprocessed(ctx: Ctx, byMs: number, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('provider_callbacks')
    .select('callback_id')
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(ctx.clock.now().getTime() - byMs))
    .orderBy('callback_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.callback_id);
}

/** Whether the very same bytes came before, about the same thing. */
export async function cameBefore(
  ctx: Ctx,
  callback: Pick<NewCallback, 'provider' | 'attempt_id' | 'refund_id' | 'body_hash'>,
): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('provider_callbacks')
    .select('callback_id')
    .where('body_hash', '=', callback.body_hash)
    .where('provider', '=', callback.provider)
    .where('attempt_id', 'is not distinct from', callback.attempt_id)
    .where('refund_id', 'is not distinct from', callback.refund_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const finishCallback = (tx: Ctx, callbackId: number, outcome: string) =>
  tx.db
    .updateTable('provider_callbacks')
    .set({ processed_at: tx.clock.now(), outcome })
    .where('callback_id', '=', callbackId)
    .execute();

/** Whether a callback says that an attempt for this order was paid, confirmed or not. */
export async function isSaidPaid(ctx: Ctx, orderId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('provider_callbacks as c')
    .innerJoin('payment_attempts as a', 'a.attempt_id', 'c.attempt_id')
    .select('c.callback_id')
    .where('a.order_id', '=', orderId)
    .where(sql<boolean>`c.claim @> '{"paid": true}'`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What callbacks say of an attempt, oldest first. */
export async function claimsOf(ctx: Ctx, attemptId: number): Promise<Claim[]> {
  const rows = await ctx.db
    .selectFrom('provider_callbacks')
    .select('claim')
    .where('attempt_id', '=', attemptId)
    .where('claim', 'is not', null)
    .orderBy('callback_id')
    .execute();
  return rows.flatMap(({ claim }) => (claim === null ? [] : [claim]));
}
