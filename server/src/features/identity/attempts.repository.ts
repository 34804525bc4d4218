// Failed tries and familiar addresses, in the database so that they hold across servers and restarts. Keys arrive
// hashed. Invariant: counting is one statement, so tries made at the same moment are all counted.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export interface CounterKey {
  kind: string;
  hash: Buffer;
}

export interface CountingRule {
  /** Failures that cost nothing. */
  free: number;
  firstDelayMs: number;
  maxDelayMs: number;
  forgetAfterMs: number;
  /** Forgotten so long after the first failure (a window) or after the last one (until it is quiet). */
  forgetFrom: 'first' | 'last';
}

/** Until when the strictest of these counters holds its callers off; null when none does. */
export async function findBlock(ctx: Ctx, keys: readonly CounterKey[]): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('attempt_counters')
    .select((eb) => eb.fn.max('blocked_until').as('until'))
    .where((eb) =>
      eb.or(keys.map(({ kind, hash }) => eb.and([eb('kind', '=', kind), eb('key_hash', '=', hash)]))),
    )
    .where('blocked_until', '>', ctx.clock.now())
    // A failure that costs nothing blocks nobody, also when it was written a moment after this call looked at the clock.
    .whereRef('blocked_until', '>', 'last_at')
    .executeTakeFirst();
  return row?.until ?? null;
}

/** Each delay is twice the one before. */
export async function countFailure(ctx: Ctx, { kind, hash }: CounterKey, rule: CountingRule): Promise<void> {
  const now = ctx.clock.now();
  const forgotten = new Date(now.getTime() - rule.forgetAfterMs);
  const since = sql.ref(rule.forgetFrom === 'first' ? 'c.first_at' : 'c.last_at');
  const failures = sql`case when ${since} < ${forgotten} then 1 else c.failures + 1 end`;
  // The exponent is bounded only so that no number grows beyond what an interval holds.
  const delayMs = sql`case when ${failures} <= ${rule.free}::int then 0 else
    least(${rule.maxDelayMs}::float8, ${rule.firstDelayMs}::float8 * power(2, least(${failures} - ${rule.free}::int - 1, 30))) end`;
  await sql`
    insert into attempt_counters as c (kind, key_hash, failures, first_at, last_at, blocked_until)
    values (${kind}, ${hash}, 1, ${now}, ${now}, ${now})
    on conflict (kind, key_hash) do update set
      failures = ${failures},
      first_at = case when ${since} < ${forgotten} then ${now} else c.first_at end,
      last_at = ${now},
      blocked_until = ${now}::timestamptz + ${delayMs} * interval '1 millisecond'`.execute(ctx.db);
}

export async function clearCounters(ctx: Ctx, keys: readonly CounterKey[]): Promise<void> {
  for (const { kind, hash } of keys)
    await ctx.db
      .deleteFrom('attempt_counters')
      .where('kind', '=', kind)
      .where('key_hash', '=', hash)
      .execute();
}

export async function isFamiliar(ctx: Ctx, hash: Buffer, since: Date): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('familiar_addresses')
    .select('last_at')
    .where('key_hash', '=', hash)
    .where('last_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

export async function markFamiliar(ctx: Ctx, hash: Buffer): Promise<void> {
  const last_at = ctx.clock.now();
  await ctx.db
    .insertInto('familiar_addresses')
    .values({ key_hash: hash, last_at })
    .onConflict((conflict) => conflict.column('key_hash').doUpdateSet({ last_at }))
    .execute();
}

export async function removeOldAttempts(ctx: Ctx, counters: Date, familiar: Date): Promise<void> {
  await ctx.db.deleteFrom('attempt_counters').where('last_at', '<', counters).execute();
  await ctx.db.deleteFrom('familiar_addresses').where('last_at', '<', familiar).execute();
}
