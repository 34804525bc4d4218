// Takes the appended count changes into the counts, so that readers have few rows to add up. Exactness does not depend
// on it: see the migration that made the tables.
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';

export async function foldCounts(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{
    taken: number;
  }>`select fold_order_counts() + fold_payment_counts() as taken`.execute(ctx.db);
  // The tables are emptied each time; vacuum lets readers skip what is gone. It cannot run inside a transaction.
  if ((rows[0]?.taken ?? 0) > 0)
    await sql`vacuum (skip_locked) order_count_changes, payment_count_changes`.execute(ctx.db);
}
