// Demo rows into their tables, whole tables at a time. Ids are given, not drawn, so that a load that was cut off half-way
// and undone leaves no gap; the sequences are moved past them at the end.
import { sql } from 'kysely';
import type { Ctx } from '../platform/context.ts';

/** Any number will do as long as nothing else in this database takes it. */
const advisoryLock = 7_146_082_601;

const demoFact = 'demo-data';

/** Until the transaction ends, no other server gets past this line. */
export const waitForTurn = (ctx: Ctx) => sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(ctx.db);

/** Nobody has ever used this database: not for real work and not for the demo. */
export async function isUntouched(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select from facts where name = ${demoFact})
       and not exists (select from users)
       and not exists (select from suppliers)
       and not exists (select from categories) as untouched`.execute(ctx.db);
  return rows[0]?.untouched === true;
}

export type DemoTable =
  | 'users'
  | 'suppliers'
  | 'supplier_members'
  | 'categories'
  | 'products'
  | 'orders'
  | 'order_events'
  | 'payments'
  | 'refunds'
  | 'stock_movements';

/** In the order given: the tables that draw their own ids number the rows so. */
export async function insertRows(ctx: Ctx, table: DemoTable, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json) with ordinality
     order by ordinality`.execute(ctx.db);
}

const givenIds = [
  ['users', 'user_id'],
  ['suppliers', 'supplier_id'],
  ['categories', 'category_id'],
  ['products', 'product_id'],
  ['orders', 'order_id'],
  ['payments', 'payment_id'],
  ['refunds', 'refund_id'],
] as const;

export async function moveSequencesPastGivenIds(ctx: Ctx): Promise<void> {
  for (const [table, id] of givenIds) {
    await sql`
      select setval(pg_get_serial_sequence(${table}, ${id}), (select max(${sql.ref(id)}) from ${sql.table(table)}))
    `.execute(ctx.db);
  }
}

/** Without statistics the first lists would be planned as if the tables were empty. */
export const analyse = (ctx: Ctx) =>
  sql`analyze users, suppliers, supplier_members, categories, products, orders, order_events, payments, refunds, stock_movements`.execute(
    ctx.db,
  );

export const recordFact = (ctx: Ctx, value: object) =>
  ctx.db
    .insertInto('facts')
    .values({ name: demoFact, value: JSON.stringify(value), updated_at: ctx.clock.now() })
    .execute();
