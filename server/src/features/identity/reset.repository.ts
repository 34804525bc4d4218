// Requests for reset codes and the codes themselves. Invariants: only a hash of a code is stored; an account has at
// most one live code (a unique index), its newest; a code is live until used, replaced, tried too often or expired.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

/** Requests for one phone number take turns, so that two at once cannot both be the first. */
export async function lockPhone(ctx: Ctx, phone: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reset:${phone}`}, 0))`.execute(ctx.db);
}

/** When this phone number asked since then, newest first; requests the gateway failed do not count. */
export async function findRequestTimes(ctx: Ctx, phone: string, since: Date, limit: number): Promise<Date[]> {
  const rows = await ctx.db
    .selectFrom('reset_requests')
    .select('requested_at')
    .where('phone', '=', phone)
    .where('requested_at', '>', since)
    .where('gateway_failed', '=', false)
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => row.requested_at);
}

/** The time of the n-th newest request from this address since then; null when there are fewer. */
export async function findNthRequestFrom(ctx: Ctx, ip: string, since: Date, n: number): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('reset_requests')
    .select('requested_at')
    .where('ip', '=', ip)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .offset(n - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.requested_at ?? null;
}

export async function insertRequest(ctx: Ctx, phone: string, ip: string): Promise<number> {
  const row = await ctx.db
    .insertInto('reset_requests')
    .values({ phone, ip, requested_at: ctx.clock.now() })
    .returning('request_id')
    .executeTakeFirstOrThrow();
  return row.request_id;
}

export async function markGatewayFailed(ctx: Ctx, requestId: number): Promise<void> {
  await ctx.db
    .updateTable('reset_requests')
    .set({ gateway_failed: true })
    .where('request_id', '=', requestId)
    .execute();
}

/** Null when a newer request for the same phone number took its place. */
export const findNewestRequest = (ctx: Ctx, requestId: number) =>
  ctx.db
    .selectFrom('reset_requests as r')
    .select(['r.phone', 'r.requested_at'])
    .where('r.request_id', '=', requestId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reset_requests as newer')
            .select('newer.request_id')
            .whereRef('newer.phone', '=', 'r.phone')
            .whereRef('newer.request_id', '>', 'r.request_id'),
        ),
      ),
    )
    .executeTakeFirst();

/** Locked, so that codes of one account are issued one after the other. */
export const findPersonByPhone = (ctx: Ctx, phone: string) =>
  ctx.db
    .selectFrom('users')
    .select(['user_id', 'first_name', 'last_name', 'email'])
    .where('phone', '=', phone)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export async function countCodes(ctx: Ctx, userId: number, since: Date, otherThan: number): Promise<number> {
  const row = await ctx.db
    .selectFrom('reset_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('request_id', '<>', otherThan)
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface NewCode {
  requestId: number;
  /** Null for a phone nobody has. */
  userId: number | null;
  phone: string;
  codeHash: Buffer;
  expiresAt: Date;
}

/** False when the code of this request is over and done with, so that nothing must be sent for it any more. */
export async function putCode(ctx: Ctx, code: NewCode): Promise<boolean> {
  const result = await ctx.db
    .insertInto('reset_codes')
    .values({
      request_id: code.requestId,
      user_id: code.userId,
      phone: code.phone,
      code_hash: code.codeHash,
      created_at: ctx.clock.now(),
      expires_at: code.expiresAt,
      ended_at: null,
      ended_reason: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('request_id')
        // Tries stay counted: sending again must not buy new ones.
        .doUpdateSet({ code_hash: code.codeHash, expires_at: code.expiresAt })
        .where('reset_codes.ended_at', 'is', null),
    )
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function endOwnerlessCodes(ctx: Ctx, phone: string, except: number): Promise<void> {
  await ctx.db
    .updateTable('reset_codes')
    .set({ ended_at: ctx.clock.now(), ended_reason: 'a newer code was asked for' })
    .where('phone', '=', phone)
    .where('user_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('request_id', '<>', except)
    .execute();
}

export async function endCodes(
  ctx: Ctx,
  { userId, reason, except }: { userId: number; reason: string; except?: number },
): Promise<void> {
  let update = ctx.db
    .updateTable('reset_codes')
    .set({ ended_at: ctx.clock.now(), ended_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null);
  if (except !== undefined) update = update.where('request_id', '<>', except);
  await update.execute();
}

/** The live code of this phone number, locked against a second try at once; without an owner nothing matches it. */
export const findLiveCode = (ctx: Ctx, phone: string) =>
  ctx.db
    .selectFrom('reset_codes')
    .leftJoin('users', (join) =>
      join
        .onRef('users.user_id', '=', 'reset_codes.user_id')
        .on('users.phone', '=', phone)
        .on('users.deleted_at', 'is', null),
    )
    .select([
      'reset_codes.code_id',
      'reset_codes.code_hash',
      'reset_codes.tries',
      'users.user_id',
      'users.first_name',
      'users.last_name',
      'users.email',
    ])
    .where('reset_codes.phone', '=', phone)
    .where('reset_codes.ended_at', 'is', null)
    .where('reset_codes.expires_at', '>', ctx.clock.now())
    .orderBy('reset_codes.code_id', 'desc')
    .limit(1)
    .forUpdate('reset_codes')
    .executeTakeFirst();

export async function countTry(ctx: Ctx, codeId: number, last: boolean): Promise<void> {
  await ctx.db
    .updateTable('reset_codes')
    .set((eb) => ({
      tries: eb('tries', '+', 1),
      ...(last ? { ended_at: ctx.clock.now(), ended_reason: 'too many tries' } : {}),
    }))
    .where('code_id', '=', codeId)
    .execute();
}

export async function removeOldRequests(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('reset_requests').where('requested_at', '<', before).execute();
  await ctx.db.deleteFrom('reset_codes').where('created_at', '<', before).execute();
}
