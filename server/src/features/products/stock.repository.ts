// The stock ledger, by SQL. Invariant: stock moves only by inserting a row here (the table's trigger moves the level),
// so the sum of a product's rows is its stock level, and it never goes below zero.
import { sql } from 'kysely';
import type { stockReasons, StockMovement } from '@ghala/contracts/products/products.contract';
import type { Ctx } from '../../platform/context.ts';
import { listPage, type ListRequest } from '../../platform/list/list.ts';

export interface Movement {
  productId: number;
  /** Signed: what comes in or goes out. */
  quantity: number;
  reason: (typeof stockReasons)[number];
  note?: string;
  orderId?: number;
  /** The level may not pass this. */
  maxStock?: number;
}

export interface MoveResult {
  before: number;
  /** Null when the level would have left its bounds, and nothing was moved. */
  after: number | null;
}

/**
 * One round trip: locks the product's row, looks at its level, and inserts the movement only when it fits. Trying it
 * and catching the CHECK violation would spoil the caller's transaction before the true level could be told.
 */
export async function insertMovement(ctx: Ctx, movement: Movement): Promise<MoveResult | null> {
  const { productId, quantity, reason, note = '', orderId = null, maxStock = null } = movement;
  const { rows } = await sql<MoveResult>`
    with product as (
      select product_id, stock_level from products where product_id = ${productId} for no key update
    ), moved as (
      insert into stock_movements (product_id, quantity, reason, note, order_id, actor_user_id, created_at)
      select product_id, ${quantity}::integer, ${reason}::text, ${note}::text, ${orderId}::bigint,
             ${ctx.actor?.userId ?? null}::bigint, ${ctx.clock.now()}::timestamptz
        from product
       where stock_level + ${quantity}::integer >= 0
         and (${maxStock}::integer is null or stock_level + ${quantity}::integer <= ${maxStock}::integer)
      returning stock_after
    )
    select stock_level as before, (select stock_after from moved) as after from product`.execute(ctx.db);
  return rows[0] ?? null;
}

export function listMovements(
  ctx: Ctx,
  productId: number,
  request: ListRequest & { reason?: Movement['reason'] | undefined },
) {
  let query = ctx.db
    .selectFrom('stock_movements as m')
    .leftJoin('users as u', 'u.user_id', 'm.actor_user_id')
    .where('m.product_id', '=', productId);
  if (request.reason !== undefined) query = query.where('m.reason', '=', request.reason);
  return listPage(
    {
      query,
      select: (q) =>
        q.select([
          'm.movement_id',
          'm.reason',
          'm.quantity',
          'm.stock_after',
          'm.note',
          'm.order_id',
          'm.created_at',
          'u.first_name',
          'u.last_name',
        ]),
      search: {
        text: [
          sql<string>`m.note || ' ' || m.reason || ' ' || coalesce(u.first_name || ' ' || u.last_name, '')`,
        ],
        ids: ['m.order_id'],
      },
      // The ledger's order is the order of its rows; created_at may tie.
      sortable: { createdAt: 'm.movement_id' },
      idColumn: 'm.movement_id',
    },
    request,
    (row): StockMovement => ({
      movementId: row.movement_id,
      reason: row.reason,
      quantity: row.quantity,
      stockAfter: row.stock_after,
      note: row.note,
      orderId: row.order_id,
      by: row.first_name === null ? 'system' : `${row.first_name} ${row.last_name}`,
      createdAt: row.created_at.toISOString(),
    }),
  );
}
