// Reads across features, for the numbers on the dashboard; changes nothing. Orders and payments are never counted row
// by row: see the migration that made their counts.
import type { Ctx } from '../../platform/context.ts';
import { prepare } from '../../platform/db/database.ts';

interface Numbers {
  users: number;
  orders: number;
  payments: number;
}

const count = prepare<Numbers>(`
  select (select count(*) from users where deleted_at is null) as users,
         (select coalesce(sum(n), 0) from order_totals where kind = 'all')::bigint
         + (select coalesce(sum(n), 0) from order_count_changes)::bigint as orders,
         (select coalesce(sum(n), 0) from payment_counts where kind = 'all')::bigint
         + (select coalesce(sum(n), 0) from payment_count_changes)::bigint as payments`);

export async function countEverything(ctx: Ctx): Promise<Numbers> {
  const [numbers] = await count(ctx.db, []);
  return numbers ?? { users: 0, orders: 0, payments: 0 };
}
