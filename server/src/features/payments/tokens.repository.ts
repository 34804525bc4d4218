// The access token all servers share. Invariant: at most one server fetches a new one at a time.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export async function findToken(
  ctx: Ctx,
  provider: string,
): Promise<{ token: string; expiresAt: Date } | null> {
  const row = await ctx.db
    .selectFrom('provider_tokens')
    .select(['token', 'expires_at'])
    .where('provider', '=', provider)
    .executeTakeFirst();
  return row === undefined || row.token === null || row.expires_at === null
    ? null
    : { token: row.token, expiresAt: row.expires_at };
}

/** True for the one who is to fetch. By the database's own time: it is a lease between servers. */
export async function claimTokenFetch(ctx: Ctx, provider: string, leaseMs: number): Promise<boolean> {
  const until = sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`;
  const claimed = await ctx.db
    .insertInto('provider_tokens')
    .values({ provider, token: null, expires_at: null, fetching_until: until })
    .onConflict((conflict) =>
      conflict
        .column('provider')
        .doUpdateSet({ fetching_until: until })
        .where((eb) =>
          eb.or([
            eb('provider_tokens.fetching_until', 'is', null),
            eb('provider_tokens.fetching_until', '<', sql<Date>`now()`),
          ]),
        ),
    )
    .returning('provider')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Null gives the lease back with nothing to show for it. */
export const saveToken = (ctx: Ctx, provider: string, fetched: { token: string; expiresAt: Date } | null) =>
  ctx.db
    .updateTable('provider_tokens')
    .set({
      token: fetched?.token ?? null,
      expires_at: fetched?.expiresAt ?? null,
      fetching_until: null,
    })
    .where('provider', '=', provider)
    .execute();
