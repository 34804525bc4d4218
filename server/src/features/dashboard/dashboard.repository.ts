// Reads across features, for the numbers on the dashboard; changes nothing.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export async function countEverything(
  ctx: Ctx,
): Promise<{ users: number; orders: number; payments: number }> {
  const { rows } = await sql<{ users: number; orders: number; payments: number }>`
    select (select count(*) from users where deleted_at is null) as users,
           (select count(*) from orders) as orders,
           (select count(*) from payments) as payments`.execute(ctx.db);
  return rows[0] ?? { users: 0, orders: 0, payments: 0 };
}
