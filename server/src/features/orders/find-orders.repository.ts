// One page of orders and its exact total, as fast with ten million orders as with ten thousand. Totals come from
// order_counts and order_count_changes (see their migration); a deep page is found by the counts of blocks of ids; a
// search is resolved to customers and products first. What this cannot do fast is left to the list engine.
import { sql } from 'kysely';
import { phoneSearchDigits } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { prepare } from '../../platform/db/database.ts';
import { likePattern, wordsOf } from '../../platform/list/list.ts';
import { readFromNearerEnd, type Direction } from '../../platform/list/nearer-end.ts';
import {
  listAnyhow,
  toOrder,
  type FullOrderRow,
  type OrderListRequest,
  type OrderScope,
  type PartiesOf,
} from './orders.repository.ts';

/** Which orders: those of any of these suppliers, customers or products, or with one of these ids. */
interface Keys {
  suppliers: readonly number[];
  users: readonly number[];
  products: readonly number[];
  orders: readonly number[];
  /** And only of these suppliers; null for all. */
  within: readonly number[] | null;
}

const noKeys: Keys = { suppliers: [], users: [], products: [], orders: [], within: null };

interface OrderPage {
  rows: FullOrderRow[];
  total: number;
}

/** A backward scan that is expected to pass more rows than this is worth a cleverer way. */
const directScanRows = 3000;

/** $1–$3 are the wanted states, null for any. */
const inState = (alias: string) =>
  `($1::text is null or ${alias}.status = $1) and ($2::text is null or ${alias}.payment_status = $2)
   and ($3::text is null or ${alias}.payment_method = $3)`;

const states = (request: OrderListRequest) => [
  request.status ?? null,
  request.paymentStatus ?? null,
  request.paymentMethod ?? null,
];

const countAll = prepare<{ all: number; total: number }>(`
  select (select coalesce(sum(n), 0) from order_counts where kind = 'all')::bigint
         + (select coalesce(sum(n), 0) from order_count_changes)::bigint as all,
         (select coalesce(sum(n), 0) from order_counts c where kind = 'all' and ${inState('c')})::bigint
         + (select coalesce(sum(n), 0) from order_count_changes c where ${inState('c')})::bigint as total`);

const countKeyed = prepare<{ all: number; total: number }>(`
  select (select coalesce(sum(n), 0) from order_counts where kind = 'all')::bigint
         + (select coalesce(sum(n), 0) from order_count_changes)::bigint as all,
         (select coalesce(sum(n), 0) from order_counts c where kind = 'supplier' and key = any($4) and ${inState('c')})::bigint
         + (select coalesce(sum(n), 0) from order_counts c where kind = 'user' and key = any($5) and ${inState('c')})::bigint
         + (select coalesce(sum(n), 0) from order_counts c where kind = 'product' and key = any($6) and ${inState('c')})::bigint
         + (select coalesce(sum(n * ((supplier_id = any($4))::int + (user_id = any($5))::int + (product_id = any($6))::int)), 0)
              from order_count_changes c where ${inState('c')})::bigint as total`);

/** Orders that both a customer and a product matched: the sums above have them twice. */
const countOverlap = prepare<{ n: number }>(`
  select count(*) as n from orders o where user_id = any($4) and product_id = any($5) and ${inState('o')}`);

/** For a supplier: what customers ordered from these companies, less what the products matched already. */
const countOfCustomersWithin = prepare<{ n: number }>(`
  select count(*) as n from orders o
   where user_id = any($4) and supplier_id = any($5) and product_id <> all($6) and ${inState('o')}`);

const countById = prepare<{ n: number }>(`
  select count(*) as n from orders o
   where order_id = $4 and user_id <> all($5) and product_id <> all($6)
     and ($7::bigint[] is null or supplier_id = any($7)) and ${inState('o')}`);

const rowsOf = (page: string, direction: Direction) => `
  with page as materialized (${page})
  select o.order_id, o.user_id, o.product_id, o.supplier_id, o.quantity, o.unit_price_cents, o.amount_cents, o.status,
         o.payment_status, o.payment_method, o.hold_until, o.created_at, o.updated_at,
         u.first_name, u.last_name, u.email, u.phone, p.product_name
    from page
    join orders o on o.order_id = page.order_id
    join users u on u.user_id = o.user_id
    join products p on p.product_id = o.product_id
   order by o.order_id ${direction}`;

const bothWays = (page: (direction: Direction) => string) => ({
  desc: prepare<FullOrderRow>(rowsOf(page('desc'), 'desc')),
  asc: prepare<FullOrderRow>(rowsOf(page('asc'), 'asc')),
});

/** Straight along the primary key: good when what is wanted is dense. */
const scanAll = bothWays(
  (direction) => `
    select order_id from orders o where ${inState('o')} order by order_id ${direction} offset $4 limit $5`,
);
const scanKeyed = bothWays(
  (direction) => `
    select order_id from orders o
     where ${inState('o')} and ($10::bigint[] is null or supplier_id = any($10))
       and (supplier_id = any($6) or user_id = any($7) or product_id = any($8) or order_id = any($9))
     order by order_id ${direction} offset $4 limit $5`,
);

/** The newest few of each key by its own index, merged: good when what is wanted is sparse. */
const mergeKeyed = bothWays((direction) => {
  const newest = (column: string, keys: string) => `
    select x.order_id from unnest(${keys}::bigint[]) as k cross join lateral
      (select order_id from orders o
        where o.${column} = k and ${inState('o')} and ($10::bigint[] is null or o.supplier_id = any($10))
        order by order_id ${direction} limit $4::bigint + $5::bigint) x`;
  return `
    select order_id from (${newest('supplier_id', '$6')} union ${newest('user_id', '$7')} union ${newest('product_id', '$8')}
                          union select order_id from orders o where order_id = any($9::bigint[]) and ${inState('o')}) y
     order by order_id ${direction} offset $4 limit $5`;
});

/**
 * By position: sums the counts of blocks of 65,536 ids, then of 1,024 ids, until the wanted place is reached, and reads
 * only the blocks it lies in. `offset 0` keeps the planner from walking the whole key instead.
 */
const seek = bothWays((direction) => {
  const blocks = (kind: string, shift: number, within: string) => `
    select key, sum(n)::bigint as n from (
      select key, n from order_counts c where kind = '${kind}' and ${inState('c')} ${within}
      union all
      select order_id >> ${shift} as key, n from order_count_changes c where ${inState('c')}) x
     group by key having sum(n) > 0`;
  return `
    with far as (select key, n, sum(n) over (order by key ${direction})::bigint as upto from (${blocks('block16', 16, '')}) b),
    far_chosen as materialized (select key, upto - n as before from far where upto > $4 and upto - n < $4 + $5),
    near as (
      select key, (select min(before) from far_chosen) + sum(n) over (order by key ${direction})::bigint as upto, n
        from (${blocks('block10', 10, 'and key >> 6 in (select key from far_chosen) and key >= (select min(key) << 6 from far_chosen) and key < (select (max(key) + 1) << 6 from far_chosen)')}) b
       where key >> 6 in (select key from far_chosen)),
    chosen as materialized (select key, upto - n as before from near where upto > $4 and upto - n < $4 + $5)
    select x.order_id from chosen cross join lateral
      (select order_id from orders o
        where order_id >= chosen.key << 10 and order_id < (chosen.key + 1) << 10 and ${inState('o')} offset 0) x
     order by order_id ${direction} offset $4 - coalesce((select min(before) from chosen), 0) limit $5`;
});

const customerText = "(first_name || ' ' || last_name || ' ' || email)";

/** Whether one word may be the customer's and another the product's: then neither alone tells which orders match. */
async function mayMix(ctx: Ctx, words: readonly string[]): Promise<boolean> {
  if (words.length < 2) return false;
  const { rows } = await sql<{ customer: boolean; product: boolean }>`
    select exists (select from users where ${sql.raw(customerText)} ilike pattern) as customer,
           exists (select from products where product_name ilike pattern) as product
      from unnest(${words.map(likePattern)}::text[]) as pattern`.execute(ctx.db);
  return (
    rows.every(({ customer, product }) => customer || product) &&
    rows.some(({ customer }) => customer) &&
    rows.some(({ product }) => product)
  );
}

/** The customers and products that hold every word typed; a number is also looked for as a phone. */
async function resolveSearch(ctx: Ctx, typed: string, companies: readonly number[] | undefined) {
  const every = (column: string) =>
    sql.join(
      wordsOf(typed).map((word) => sql`${sql.raw(column)} ilike ${likePattern(word)}`),
      sql` and `,
    );
  const digits = phoneSearchDigits(typed);
  const byPhone =
    digits === null ? sql`` : sql`union select user_id from users where phone like ${`%${digits}%`}`;
  const ofCompanies =
    companies === undefined ? sql`` : sql`and supplier_id = any(${[...companies]}::bigint[])`;
  const { rows } = await sql<{ users: number[]; products: number[] }>`
    select array_to_json(array(select user_id from users where ${every(customerText)} ${byPhone})) as users,
           array_to_json(array(select product_id from products where ${every('product_name')} ${ofCompanies})) as products
  `.execute(ctx.db);
  return rows[0] ?? { users: [], products: [] };
}

async function searchPage(
  ctx: Ctx,
  request: OrderListRequest,
  companies: readonly number[] | undefined,
  direction: Direction,
): Promise<OrderPage> {
  const { users, products } = await resolveSearch(ctx, request.search, companies);
  const count = async (query: typeof countOverlap, ...values: unknown[]) =>
    (await query(ctx.db, [...states(request), ...values]))[0]?.n ?? 0;
  const number = /^#?(\d{1,15})$/.exec(request.search)?.[1];
  const byId =
    number === undefined ? 0 : await count(countById, Number(number), users, products, companies ?? null);
  const keys: Keys = {
    ...noKeys,
    users,
    products,
    orders: byId > 0 ? [Number(number)] : [],
    within: companies ?? null,
  };
  if (companies !== undefined) {
    const ofCustomers =
      users.length === 0 ? 0 : await count(countOfCustomersWithin, users, companies, products);
    return pageOfKeys(ctx, request, keys, direction, {
      counted: { ...keys, users: [] },
      more: byId + ofCustomers,
    });
  }
  const twice = users.length === 0 || products.length === 0 ? 0 : await count(countOverlap, users, products);
  return pageOfKeys(ctx, request, keys, direction, { counted: keys, more: byId - twice });
}

/** Null when the list engine must do it: another order than by id, days, or a search within one customer's orders. */
function fastDirection(request: OrderListRequest, scope: OrderScope): Direction | null {
  const keys = [scope.userId, scope.companies ?? request.supplierId, request.productId].filter(
    (key) => key !== undefined,
  );
  const supplierTwice = scope.companies !== undefined && request.supplierId !== undefined;
  const byId =
    request.sort === undefined || request.sort.key === 'orderId' || request.sort.key === 'createdAt';
  if (!byId || request.from !== undefined || request.to !== undefined || keys.length > 1 || supplierTwice)
    return null;
  if (request.search !== '' && (scope.userId !== undefined || request.productId !== undefined)) return null;
  return request.sort === undefined || request.sort.descending ? 'desc' : 'asc';
}

export async function list(ctx: Ctx, request: OrderListRequest, scope: OrderScope, partiesOf: PartiesOf) {
  const direction = fastDirection(request, scope);
  if (direction === null || (await mayMix(ctx, wordsOf(request.search))))
    return listAnyhow(ctx, request, scope, partiesOf);
  const { rows, total } = await findPage(ctx, request, scope, direction);
  return { results: rows.map((row) => toOrder(row, partiesOf)), total };
}

async function findPage(
  ctx: Ctx,
  request: OrderListRequest,
  scope: OrderScope,
  direction: Direction,
): Promise<OrderPage> {
  const companies = scope.companies ?? (request.supplierId === undefined ? undefined : [request.supplierId]);
  if (request.search !== '') return searchPage(ctx, request, companies, direction);
  if (companies === undefined && scope.userId === undefined && request.productId === undefined) {
    return pageOfAll(ctx, request, direction);
  }
  const keys: Keys = {
    ...noKeys,
    suppliers: companies ?? [],
    users: scope.userId === undefined ? [] : [scope.userId],
    products: request.productId === undefined ? [] : [request.productId],
  };
  return pageOfKeys(ctx, request, keys, direction, { counted: keys, more: 0 });
}

async function pageOfAll(ctx: Ctx, request: OrderListRequest, direction: Direction): Promise<OrderPage> {
  const [counts] = await countAll(ctx.db, states(request));
  const { all, total } = counts ?? { all: 0, total: 0 };
  const rows = await readFromNearerEnd(request, direction, total, (way, { offset, limit }) => {
    const passed = ((offset + limit) * all) / total;
    const read = passed <= directScanRows ? scanAll : seek;
    return read[way](ctx.db, [...states(request), offset, limit]);
  });
  return { rows, total };
}

interface KeyTotal {
  /** Whose counts are summed. */
  counted: Keys;
  /** What the sum has too few or too many. */
  more: number;
}

async function pageOfKeys(
  ctx: Ctx,
  request: OrderListRequest,
  keys: Keys,
  direction: Direction,
  { counted, more }: KeyTotal,
): Promise<OrderPage> {
  const [counts] = await countKeyed(ctx.db, [
    ...states(request),
    counted.suppliers,
    counted.users,
    counted.products,
  ]);
  const all = counts?.all ?? 0;
  const total = (counts?.total ?? 0) + more;
  const lists = [keys.suppliers, keys.users, keys.products, keys.orders];
  const keyCount = lists.reduce((sum, list) => sum + list.length, 0);
  const rows = await readFromNearerEnd(request, direction, total, (way, { offset, limit }) => {
    const passed = ((offset + limit) * all) / total;
    const merged = (offset + limit) * keyCount;
    const read = passed <= merged ? scanKeyed : mergeKeyed;
    return read[way](ctx.db, [...states(request), offset, limit, ...lists, keys.within]);
  });
  return { rows, total };
}
