// Placing an order in one statement, and so in one round trip: the product is locked and looked at, and the order, its
// first history row, its ledger row (whose trigger takes the stock), its audit row and what is kept under its
// idempotency key are written, or none of them.
// Orders that come at the same moment share one such statement. Whatever keeps one of them from being placed there, it
// is then tried alone, where it waits for its own product only and its own reason is found.
import type { Ctx } from '../../platform/context.ts';
import { databaseFault, prepare } from '../../platform/db/database.ts';
import { gather } from '../../platform/db/gather.ts';
import { tryAgain } from '../../platform/db/transaction.ts';
import type { Claim } from '../../platform/http/idempotency.ts';
import type { Companies } from './order-parties.ts';
import type { FullOrderRow, OrderRow } from './orders.repository.ts';

export type NewOrder = Pick<
  OrderRow,
  'user_id' | 'product_id' | 'quantity' | 'amount_cents' | 'payment_method' | 'hold_until'
>;

/** Where the order is kept for whoever sends its key again, and for whom the caller acted then. */
export interface Keep extends Claim {
  companies: Companies;
}

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

/** What is written for each of the orders in `placed`; `author` tells who placed them, from where. */
const written = (placedBy: string) => `
  event as (
    insert into order_events (order_id, field, from_value, to_value, reason, actor_user_id, created_at)
    select order_id, 'status', null, status, '', actor_user_id, created_at from ${placedBy}
  ), taken as (
    insert into stock_movements (product_id, quantity, reason, order_id, actor_user_id, created_at)
    select product_id, -quantity, 'ordered', order_id, actor_user_id, created_at from ${placedBy}
  ), audited as (
    insert into audit_log (at, actor_user_id, actor_name, action, subject_type, subject_id, ip, user_agent, request_id, after)
    select created_at, actor_user_id, actor_name, 'order.placed', 'order', order_id::text, ip, user_agent, request_id,
           jsonb_build_object('orderId', order_id, 'userId', user_id, 'productId', product_id, 'quantity', quantity,
                              'amount', amount_cents / 100.0, 'paymentMethod', payment_method, 'holdUntil', hold_until)
      from ${placedBy}
  )`;

/**
 * The order is kept under its key, for `answerOf`. Somebody else who used the key meanwhile makes the whole statement
 * fail.
 */
const kept = (
  claim: string,
  companies: string,
  placedWith: string,
  person: string,
  product: string,
) => `, kept as (
    insert into idempotency_keys (scope, key, route, request_hash, answer, created_at)
    select ${claim}, jsonb_build_object('companies', ${companies}, 'order', to_jsonb(placed) || jsonb_build_object(
             'first_name', ${person}.first_name, 'last_name', ${person}.last_name, 'email', ${person}.email,
             'phone', ${person}.phone, 'product_name', ${product}.product_name)),
           placed.created_at
      from ${placedWith}
  )`;
const isUnused = (scope: string, key: string) =>
  `not exists (select from idempotency_keys k where k.scope = ${scope} and k.key = ${key})`;

const placeText = (keyed: boolean) => `
  with person as (
    select user_id, first_name, last_name, email, phone from users where user_id = $1 and deleted_at is null
  ), product as (
    select product_id, supplier_id, product_name, price_cents, stock_level from products where product_id = $2
       for no key update
  ), author as not materialized (
    select $8::bigint as actor_user_id, $9::text as actor_name, $10::text as ip, $11::text as user_agent, $12::text as request_id
  ), placed as (
    insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method,
                        hold_until, created_at, updated_at)
    select person.user_id, product_id, supplier_id, $3::integer, price_cents, $4::bigint, $5, $6, $7, $7
      from person, product
     where price_cents * $3::integer = $4::bigint and stock_level >= $3::integer${keyed ? ` and ${isUnused('$13', '$14')}` : ''}
    returning *
  ), ${written('placed cross join author')}${keyed ? kept('$13, $14, $15, $16', '$17::jsonb', 'placed, person, product', 'person', 'product') : ''}
  select person.user_id is not null as person_exists, product.price_cents, product.stock_level,
         placed.*, person.first_name, person.last_name, person.email, person.phone, product.product_name
    from (select) one left join person on true left join product on true left join placed on true`;

/** Exported for measuring what the database alone can do with it. */
export const placeSql = placeText(false);

const placeOne = { withoutKey: prepare<PlacedRow>(placeSql), withKey: prepare<PlacedRow>(placeText(true)) };

/** In one order for all, so that two statements never wait for each other's keys. */
const keyedOfMany =
  'placed join fitting f on f.order_id = placed.order_id where f.key is not null order by f.scope, f.key';

/**
 * $1 is a JSON array of wanted orders. A product that somebody else holds is passed over, so that nobody waits for
 * another's product; the others are locked in the order of their ids, so that two such statements never wait for each
 * other. Of each product, orders fit as long as its stock lasts for all that stand before them as well.
 */
const placeManyText = (keyed: boolean) => `
  with wanted as materialized (
    select * from json_to_recordset($1) as w (
      place integer, user_id bigint, product_id bigint, quantity integer, amount_cents bigint, payment_method text,
      hold_until timestamptz, at timestamptz, actor_user_id bigint, actor_name text, ip text, user_agent text, request_id text,
      scope text, key text, route text, request_hash bytea, companies text)
  ), product as materialized (
    select product_id, supplier_id, product_name, price_cents, stock_level from products
     where product_id = any(array(select product_id from wanted)) order by product_id
       for no key update skip locked
  ), fitting as materialized (
    select nextval('orders_order_id_seq') as order_id, f.* from (
      select w.*, p.supplier_id, p.product_name, p.price_cents, p.stock_level, u.first_name, u.last_name, u.email, u.phone,
             sum(w.quantity) over (partition by w.product_id order by w.place) as wanted_so_far
        from wanted w
        join product p on p.product_id = w.product_id
        join users u on u.user_id = w.user_id and u.deleted_at is null
       where p.price_cents * w.quantity = w.amount_cents${keyed ? ` and ${isUnused('w.scope', 'w.key')}` : ''}) f
     where wanted_so_far <= stock_level
  ), author as not materialized (
    select order_id, actor_user_id, actor_name, ip, user_agent, request_id from fitting
  ), placed as (
    insert into orders (order_id, user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method,
                        hold_until, created_at, updated_at)
    select order_id, user_id, product_id, supplier_id, quantity, price_cents, amount_cents, payment_method, hold_until, at, at
      from fitting
    returning *
  ), ${written('placed join author using (order_id)')}${keyed ? kept('f.scope, f.key, f.route, f.request_hash', 'f.companies::jsonb', keyedOfMany, 'f', 'f') : ''}
  select place, f.price_cents, f.stock_level, placed.*, f.first_name, f.last_name, f.email, f.phone, f.product_name
    from fitting f join placed on placed.order_id = f.order_id`;

type PlacedOfMany = FullOrderRow & { place: number; price_cents: number; stock_level: number };
const placeMany = {
  withoutKey: prepare<PlacedOfMany>(placeManyText(false)),
  withKey: prepare<PlacedOfMany>(placeManyText(true)),
};

/** In the order of the parameters of placeText; by name for placeMany. */
const wantedOf = (ctx: Ctx, order: NewOrder, keep: Keep | null) => ({
  user_id: order.user_id,
  product_id: order.product_id,
  quantity: order.quantity,
  amount_cents: order.amount_cents,
  payment_method: order.payment_method,
  hold_until: order.hold_until,
  at: ctx.clock.now(),
  actor_user_id: ctx.actor?.userId ?? null,
  actor_name: ctx.actor === null ? 'system' : `${ctx.actor.firstName} ${ctx.actor.lastName}`,
  ip: ctx.ip,
  user_agent: ctx.userAgent.slice(0, 300),
  request_id: ctx.requestId,
  ...(keep === null
    ? {}
    : {
        scope: keep.scope,
        key: keep.key,
        route: keep.route,
        request_hash: `\\x${keep.request_hash.toString('hex')}`,
        companies: JSON.stringify(keep.companies),
      }),
});

/** Data, constraint or trigger refused it, or PostgreSQL chose it to end a deadlock: the whole statement was undone. */
const undone = /^(22|23|40|P0)/;

/** Null for each order that was not placed. */
const placeTogether = gather<ReturnType<typeof wantedOf>, Placed | null>(async (ctx, wanted) => {
  const results: (Placed | null)[] = wanted.map(() => null);
  if (wanted.length === 1) return results;
  const run = wanted.some((order) => 'key' in order) ? placeMany.withKey : placeMany.withoutKey;
  try {
    const rows = await run(ctx.db, [JSON.stringify(wanted.map((order, place) => ({ place, ...order })))]);
    for (const { place, price_cents, stock_level, ...order } of rows)
      results[place] = {
        personExists: true,
        product: { priceCents: price_cents, stockLevel: stock_level },
        order,
      };
  } catch (error) {
    if (!undone.test(databaseFault(error)?.code ?? '')) throw error;
  }
  return results;
});

/** The order is null, or it throws, when the key was used before: that has to be looked up. */
export async function placeInOneGo(ctx: Ctx, order: NewOrder, keep: Keep | null = null): Promise<Placed> {
  const wanted = wantedOf(ctx, order, keep);
  return (await placeTogether(ctx, wanted)) ?? placeAlone(ctx, wanted);
}

async function placeAlone(ctx: Ctx, wanted: ReturnType<typeof wantedOf>): Promise<Placed> {
  const run = 'key' in wanted ? placeOne.withKey : placeOne.withoutKey;
  const [row] = await tryAgain(ctx, () => run(ctx.db, Object.values(wanted)));
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

/** What the statements keep under a key. Rows of the last days are read by it too: a column that is added must be optional. */
export function answerOf(kept: unknown): { order: FullOrderRow; companies: Companies } {
  const { order, companies } = kept as {
    order: Record<'created_at' | 'updated_at', string> &
      Record<'hold_until', string | null> &
      Omit<FullOrderRow, 'created_at' | 'updated_at' | 'hold_until'>;
    companies: Companies;
  };
  return {
    order: {
      ...order,
      created_at: new Date(order.created_at),
      updated_at: new Date(order.updated_at),
      hold_until: order.hold_until === null ? null : new Date(order.hold_until),
    },
    companies,
  };
}
