// The statements behind find-orders: counts of orders without counting them, and pages of them without passing what
// lies before. $1–$3 are the wanted states everywhere, $4 and $5 of a page its offset and limit.
import type { Ctx } from '../../platform/context.ts';
import { prepare } from '../../platform/db/database.ts';
import type { Direction, Place } from '../../platform/list/nearer-end.ts';
import type { FullOrderRow, OrderListRequest } from './orders.repository.ts';

/** Null for any. */
const inState = (alias: string) =>
  `($1::text is null or ${alias}.status = $1) and ($2::text is null or ${alias}.payment_status = $2)
   and ($3::text is null or ${alias}.payment_method = $3)`;
const inAnyState = '$1::text is null and $2::text is null and $3::text is null';

const statesOf = (request: OrderListRequest) => [
  request.status ?? null,
  request.paymentStatus ?? null,
  request.paymentMethod ?? null,
];

type Statement<Row> = (ctx: Ctx, request: OrderListRequest, ...values: unknown[]) => Promise<Row[]>;

const prepareInState = <Row>(text: string): Statement<Row> => {
  const run = prepare<Row>(text);
  return (ctx, request, ...values) => run(ctx.db, [...statesOf(request), ...values]);
};

/** Gives a table of kept counts and the condition for one kind of key. */
type Kept = (kind: string) => string;

/** A statement on kept counts. When any state will do it reads the totals, which are a tenth as many rows. */
function prepareOnCounts<Row>(text: (kept: Kept) => string): Statement<Row> {
  const onTotals = prepareInState<Row>(
    text((kind) => `order_totals c where kind = '${kind}' and ${inAnyState}`),
  );
  const onCounts = prepareInState<Row>(
    text((kind) => `order_counts c where kind = '${kind}' and ${inState('c')}`),
  );
  return (ctx, request, ...values) =>
    (statesOf(request).every((state) => state === null) ? onTotals : onCounts)(ctx, request, ...values);
}

export interface Counts {
  /** Every order there is, in any state. */
  all: number;
  /** Those that are wanted. */
  total: number;
}

const everyOrder = `(select coalesce(sum(n), 0) from order_totals where kind = 'all')::bigint
  + (select coalesce(sum(n), 0) from order_count_changes)::bigint`;
const unfolded = (what: string, which = 'true') =>
  `(select coalesce(sum(${what}), 0) from order_count_changes c where ${inState('c')} and ${which})::bigint`;

export const countAll = prepareOnCounts<Counts>(
  (kept) => `
  select ${everyOrder} as all,
         (select coalesce(sum(n), 0) from ${kept('all')})::bigint + ${unfolded('n')} as total`,
);

/**
 * For rows that are looked at one by one: the keys are hashed. An `any($n)` would be gone through for every row, or be
 * planned anew each time.
 */
const isOneOf = (column: string, keys: string) => `(${column} in (select unnest(${keys}::bigint[])))`;

/** $4 suppliers, $5 users, $6 products; an order of two of them counts twice. */
export const countKeyed = prepareOnCounts<Counts>(
  (kept) => `
  select ${everyOrder} as all,
         (select coalesce(sum(n), 0) from ${kept('supplier')} and key = any($4))::bigint
         + (select coalesce(sum(n), 0) from ${kept('user')} and key = any($5))::bigint
         + (select coalesce(sum(n), 0) from ${kept('product')} and key = any($6))::bigint
         + ${unfolded(`n * (${isOneOf('supplier_id', '$4')}::int + ${isOneOf('user_id', '$5')}::int + ${isOneOf('product_id', '$6')}::int)`)} as total`,
);

/** From day $4 to day $5, both included; `all` is those of the days in any state. */
export const countDays = prepareOnCounts<Counts>(
  (kept) => `
  select (select coalesce(sum(n), 0) from order_totals where kind = 'day' and key between $4 and $5)::bigint
         + (select coalesce(sum(n), 0) from order_count_changes where day between $4 and $5)::bigint as all,
         (select coalesce(sum(n), 0) from ${kept('day')} and key between $4 and $5)::bigint
         + ${unfolded('n', 'day between $4 and $5')} as total`,
);

/** Orders that both a customer and a product matched: countKeyed has them twice. */
export const countOverlap = prepareInState<{ n: number }>(`
  select count(*) as n from orders o where user_id = any($4) and product_id = any($5) and ${inState('o')}`);

/** For a supplier: what customers ordered from these companies, less what the products matched already. */
export const countOfCustomersWithin = prepareInState<{ n: number }>(`
  select count(*) as n from orders o
   where user_id = any($4) and supplier_id = any($5) and product_id <> all($6) and ${inState('o')}`);

export const countById = prepareInState<{ n: number }>(`
  select count(*) as n from orders o
   where order_id = $4 and user_id <> all($5) and product_id <> all($6)
     and ($7::bigint[] is null or supplier_id = any($7)) and ${inState('o')}`);

/** What people sort by that lies in the order itself and has an index; ties by id, in the same direction. */
export type Ordering = 'order_id' | 'amount_cents' | 'quantity';

const orderBy = (columns: readonly string[], direction: Direction) =>
  `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`;
const columnsOf = (ordering: Ordering, alias: string) =>
  [...new Set([ordering, 'order_id'])].map((column) => `${alias}.${column}`);

/** The whole rows of a page's ids, sorted again, because a join keeps no order. */
const rowsOf = (page: string, sortedBy: readonly string[], direction: Direction) => `
  with page as materialized (${page})
  select o.order_id, o.user_id, o.product_id, o.supplier_id, o.quantity, o.unit_price_cents, o.amount_cents, o.status,
         o.payment_status, o.payment_method, o.hold_until, o.created_at, o.updated_at,
         u.first_name, u.last_name, u.email, u.phone, p.product_name
    from page
    join orders o on o.order_id = page.order_id
    join users u on u.user_id = o.user_id
    join products p on p.product_id = o.product_id
   ${orderBy(sortedBy, direction)}`;

type PageReader = (
  ctx: Ctx,
  request: OrderListRequest,
  direction: Direction,
  place: Place,
  ...values: unknown[]
) => Promise<FullOrderRow[]>;

function preparePage(
  sortedBy: readonly string[],
  page: (direction: Direction, kept: Kept) => string,
): PageReader {
  const ways = {
    desc: prepareOnCounts<FullOrderRow>((kept) => rowsOf(page('desc', kept), sortedBy, 'desc')),
    asc: prepareOnCounts<FullOrderRow>((kept) => rowsOf(page('asc', kept), sortedBy, 'asc')),
  };
  return (ctx, request, direction, { offset, limit }, ...values) =>
    ways[direction](ctx, request, offset, limit, ...values);
}

const forOrderings = (make: (ordering: Ordering) => PageReader): Readonly<Record<Ordering, PageReader>> => ({
  order_id: make('order_id'),
  amount_cents: make('amount_cents'),
  quantity: make('quantity'),
});

/** Straight along the ordering's index: good when what is wanted is dense. */
export const scanAll = forOrderings((ordering) =>
  preparePage(
    columnsOf(ordering, 'o'),
    (direction) => `
    select order_id from orders o where ${inState('o')} ${orderBy(columnsOf(ordering, 'o'), direction)} offset $4 limit $5`,
  ),
);

/** $6 suppliers, $7 users, $8 products, $9 orders; only of the suppliers $10, if not null. */
export const scanKeyed = forOrderings((ordering) =>
  preparePage(
    columnsOf(ordering, 'o'),
    (direction) => `
    select order_id from orders o
     where ${inState('o')} and ($10::bigint[] is null or supplier_id = any($10))
       and (${isOneOf('supplier_id', '$6')} or ${isOneOf('user_id', '$7')} or ${isOneOf('product_id', '$8')}
            or ${isOneOf('order_id', '$9')})
     ${orderBy(columnsOf(ordering, 'o'), direction)} offset $4 limit $5`,
  ),
);

/** The first few of each key by its own index, merged: good when what is wanted is sparse. */
export const mergeKeyed = forOrderings((ordering) =>
  preparePage(columnsOf(ordering, 'o'), (direction) => {
    const wanted = [...new Set([ordering, 'order_id'])].join(', ');
    const first = (column: string, keys: string) => `
    select x.* from unnest((select ${keys}::bigint[])) as k cross join lateral
      (select ${wanted} from orders o
        where o.${column} = k and ${inState('o')} and ($10::bigint[] is null or o.supplier_id = any($10))
        ${orderBy(columnsOf(ordering, 'o'), direction)} limit $4::bigint + $5::bigint) x`;
    return `
    select order_id from (${first('supplier_id', '$6')} union ${first('user_id', '$7')} union ${first('product_id', '$8')}
                          union select ${wanted} from orders o where order_id = any($9::bigint[]) and ${inState('o')}) y
     ${orderBy(columnsOf(ordering, 'y'), direction)} offset $4 limit $5`;
  }),
);

const idsGiven = 'select order_id from unnest($1::bigint[]) order_id';
const rowsOfIds = {
  desc: prepare<FullOrderRow>(rowsOf(idsGiven, ['o.order_id'], 'desc')),
  asc: prepare<FullOrderRow>(rowsOf(idsGiven, ['o.order_id'], 'asc')),
};
export const readIds = (ctx: Ctx, direction: Direction, ids: readonly number[]): Promise<FullOrderRow[]> =>
  rowsOfIds[direction](ctx.db, [ids]);

/** Those blocks in which the wanted places lie, with how many orders come before each. */
const chosenOf = (blocks: string) =>
  `select key, upto - n as before from ${blocks} where upto > $4 and upto - n < $4 + $5`;

/**
 * By position: sums the counts of blocks of 65,536 ids, then of 1,024 ids, until the wanted place is reached, and reads
 * only the blocks it lies in. `offset 0` keeps the planner from walking the whole key instead.
 */
export const seek = preparePage(['o.order_id'], (direction, kept) => {
  const blocks = (kind: string, shift: number, within: string) => `
    select key, sum(n)::bigint as n from (
      select key, n from ${kept(kind)} ${within}
      union all
      select order_id >> ${shift} as key, n from order_count_changes c where ${inState('c')}) x
     group by key having sum(n) > 0`;
  return `
    with far as (select key, n, sum(n) over (order by key ${direction})::bigint as upto from (${blocks('block16', 16, '')}) b),
    far_chosen as materialized (${chosenOf('far')}),
    near as (
      select key, (select min(before) from far_chosen) + sum(n) over (order by key ${direction})::bigint as upto, n
        from (${blocks('block10', 10, 'and key >= (select min(key) << 6 from far_chosen) and key < (select (max(key) + 1) << 6 from far_chosen)')}) b
       where key >> 6 in (select key from far_chosen)),
    chosen as materialized (${chosenOf('near')})
    select x.order_id from chosen cross join lateral
      (select order_id from orders o
        where order_id >= chosen.key << 10 and order_id < (chosen.key + 1) << 10 and ${inState('o')} offset 0) x
     order by order_id ${direction} offset $4 - coalesce((select min(before) from chosen), 0) limit $5`;
});

/** $6 and $7 bound the days, as moments: from the one, before the other. */
export const scanDays = preparePage(
  ['o.created_at', 'o.order_id'],
  (direction) => `
    select order_id from orders o where created_at >= $6 and created_at < $7 and ${inState('o')}
     ${orderBy(['created_at', 'order_id'], direction)} offset $4 limit $5`,
);

/** The same by position; $6 and $7 are days, both included. */
export const seekDays = preparePage(
  ['o.created_at', 'o.order_id'],
  (direction, kept) => `
    with days as (
      select key, n, sum(n) over (order by key ${direction})::bigint as upto from (
        select key, sum(n)::bigint as n from (
          select key, n from ${kept('day')} and key between $6 and $7
          union all
          select day, n from order_count_changes c where day between $6 and $7 and ${inState('c')}) x
         group by key having sum(n) > 0) b),
    chosen as materialized (${chosenOf('days')})
    select x.order_id from chosen cross join lateral
      (select order_id, created_at from orders o
        where created_at >= to_timestamp(chosen.key * 86400) and created_at < to_timestamp((chosen.key + 1) * 86400)
          and ${inState('o')} offset 0) x
     ${orderBy(['created_at', 'order_id'], direction)} offset $4 - coalesce((select min(before) from chosen), 0) limit $5`,
);

/** What people sort by that lies in the customer or the product; ties by their id, then the order's. */
export type NameOrdering = 'firstName' | 'email' | 'productName';

const owners: Readonly<Record<NameOrdering, { table: string; kind: string; id: string; name: string }>> = {
  firstName: { table: 'users', kind: 'user', id: 'user_id', name: 'first_name' },
  email: { table: 'users', kind: 'user', id: 'user_id', name: 'email' },
  productName: { table: 'products', kind: 'product', id: 'product_id', name: 'product_name' },
};

const forNames = (
  make: (ordering: NameOrdering) => PageReader,
): Readonly<Record<NameOrdering, PageReader>> => ({
  firstName: make('firstName'),
  email: make('email'),
  productName: make('productName'),
});
const namedColumns = (ordering: NameOrdering, alias: string) => {
  const { id, name } = owners[ordering];
  return [`lower(${alias}.${name})`, `${alias}.${id}`, 'o.order_id'];
};

/**
 * Name by name along the name's index, and the first orders of each: good for the first pages. Whoever has an order has
 * one row of the page at least, so as many names as rows are enough.
 */
export const scanNames = forNames((ordering) => {
  const { table, id, name } = owners[ordering];
  const orders = (direction: Direction, limit: string) => `
      (select order_id from orders o where o.${id} = n.${id} and ${inState('o')} order by order_id ${direction} limit ${limit})`;
  return preparePage(
    namedColumns(ordering, table === 'users' ? 'u' : 'p'),
    (direction) => `
    with named as materialized (
      select n.${id}, n.${name} from ${table} n cross join lateral ${orders(direction, '1')} o
       ${orderBy([`lower(n.${name})`, `n.${id}`], direction)} limit $4::bigint + $5::bigint)
    select o.order_id from named n cross join lateral ${orders(direction, '$4::bigint + $5::bigint')} o
     ${orderBy(namedColumns(ordering, 'n'), direction)} offset $4 limit $5`,
  );
});

/** By position: sums what each name has until the wanted place is reached. */
export const seekNames = forNames((ordering) => {
  const { table, kind, id, name } = owners[ordering];
  return preparePage(
    namedColumns(ordering, table === 'users' ? 'u' : 'p'),
    (direction, kept) => `
    with named as (
      select n.${id} as key, lower(n.${name}) as name, b.n,
             sum(b.n) over (order by lower(n.${name}) ${direction}, n.${id} ${direction})::bigint as upto
        from ${table} n join (
          select key, sum(n)::bigint as n from (
            select key, n from ${kept(kind)}
            union all
            select ${id}, n from order_count_changes c where ${inState('c')}) x
           group by key having sum(n) > 0) b on b.key = n.${id}),
    chosen as materialized (select key, name, upto - n as before from named where upto > $4 and upto - n < $4 + $5)
    select x.order_id from chosen cross join lateral
      (select order_id from orders o where o.${id} = chosen.key and ${inState('o')} offset 0) x
     order by chosen.name ${direction}, chosen.key ${direction}, x.order_id ${direction}
    offset $4 - coalesce((select min(before) from chosen), 0) limit $5`,
  );
});
