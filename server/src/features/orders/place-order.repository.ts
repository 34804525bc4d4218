// Placing an order in one statement, and so in one round trip: the product is locked and looked at, and the order, its
// first history row, its ledger row (whose trigger takes the stock) and its audit row are written, or none of them.
import type { Ctx } from '../../platform/context.ts';
import { prepare } from '../../platform/db/database.ts';
import type { FullOrderRow, OrderRow } from './orders.repository.ts';

export type NewOrder = Pick<
  OrderRow,
  'user_id' | 'product_id' | 'quantity' | 'amount_cents' | 'payment_method' | 'hold_until'
>;

/** What was found; the order only when the person and the product exist, the amount is right and the stock suffices. */
export interface Placed {
  personExists: boolean;
  product: { priceCents: number; stockLevel: number } | null;
  order: FullOrderRow | null;
}

type PlacedRow = (FullOrderRow | Record<keyof FullOrderRow, null>) & {
  person_exists: boolean;
  price_cents: number | null;
  stock_level: number | null;
};

/** Exported for measuring what the database alone can do with it. */
export const placeSql = `
  with person as (
    select user_id, first_name, last_name, email, phone from users where user_id = $1 and deleted_at is null
  ), product as (
    select product_id, supplier_id, product_name, price_cents, stock_level from products where product_id = $2
       for no key update
  ), placed as (
    insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method,
                        hold_until, created_at, updated_at)
    select person.user_id, product_id, supplier_id, $3::integer, price_cents, $4::bigint, $5, $6, $7, $7
      from person, product
     where price_cents * $3::integer = $4::bigint and stock_level >= $3::integer
    returning *
  ), event as (
    insert into order_events (order_id, field, from_value, to_value, reason, actor_user_id, created_at)
    select order_id, 'status', null, status, '', $8::bigint, $7 from placed
  ), taken as (
    insert into stock_movements (product_id, quantity, reason, order_id, actor_user_id, created_at)
    select product_id, -quantity, 'ordered', order_id, $8::bigint, $7 from placed
  ), audited as (
    insert into audit_log (at, actor_user_id, actor_name, action, subject_type, subject_id, ip, user_agent, request_id, after)
    select $7, $8::bigint, $9, 'order.placed', 'order', order_id::text, $10, $11, $12,
           jsonb_build_object('orderId', order_id, 'userId', user_id, 'productId', product_id, 'quantity', quantity,
                              'amount', amount_cents / 100.0, 'paymentMethod', payment_method, 'holdUntil', hold_until)
      from placed
  )
  select person.user_id is not null as person_exists, product.price_cents, product.stock_level,
         placed.*, person.first_name, person.last_name, person.email, person.phone, product.product_name
    from (select) one left join person on true left join product on true left join placed on true`;

const place = prepare<PlacedRow>(placeSql);

export async function placeInOneGo(ctx: Ctx, order: NewOrder): Promise<Placed> {
  const actor = ctx.actor;
  const [row] = await place(ctx.db, [
    order.user_id,
    order.product_id,
    order.quantity,
    order.amount_cents,
    order.payment_method,
    order.hold_until,
    ctx.clock.now(),
    actor?.userId ?? null,
    actor === null ? 'system' : `${actor.firstName} ${actor.lastName}`,
    ctx.ip,
    ctx.userAgent.slice(0, 300),
    ctx.requestId,
  ]);
  const { person_exists = false, price_cents = null, stock_level = null } = row ?? {};
  return {
    personExists: person_exists,
    product:
      price_cents === null || stock_level === null
        ? null
        : { priceCents: price_cents, stockLevel: stock_level },
    order: row === undefined || row.order_id === null ? null : row,
  };
}
