// The statements behind find-orders: counts of orders without counting them, and pages of them without passing what
// lies before. $1–$3 are the wanted states everywhere, $4 and $5 of a page its limit and offset.
import type { Ctx } from '../../platform/context.ts';
import { prepare, prepareKnowing } from '../../platform/db/database.ts';
import type { Direction, Place } from '../../platform/list/nearer-end.ts';
import { blockText, knownPlace, readEitherWay } from '../../platform/list/page-statements.ts';
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

const isOfAnyState = (request: OrderListRequest) => statesOf(request).every((state) => state === null);

type Statement<Row> = (ctx: Ctx, request: OrderListRequest, ...values: unknown[]) => Promise<Row[]>;

/** What of a call stands in the text: no state or one, and of a page its place. */
function knownOf(values: readonly unknown[], isPage: boolean): (string | number | null)[] {
  const states = values.slice(0, 3) as (string | null)[];
  if (states.filter((state) => state !== null).length > 1) return [];
  return isPage ? [...states, ...knownPlace(values[3], values[4])] : states;
}

const prepareInState = <Row>(text: string, isPage = false): Statement<Row> => {
  const run = prepareKnowing<Row>(text, (values) => knownOf(values, isPage));
  return (ctx, request, ...values) => run(ctx.db, [...statesOf(request), ...values]);
};

/** Gives a table of kept counts and the condition for one kind of key. */
type Kept = (kind: string) => string;

/** A statement on kept counts. When any state will do it reads the totals, which are a tenth as many rows. */
function prepareOnCounts<Row>(text: (kept: Kept) => string, isPage = false): Statement<Row> {
  const onTotals = prepareInState<Row>(
    text((kind) => `order_totals c where kind = '${kind}' and ${inAnyState}`),
    isPage,
  );
  const onCounts = prepareInState<Row>(
    text((kind) => `order_counts c where kind = '${kind}' and ${inState('c')}`),
    isPage,
  );
  return (ctx, request, ...values) => (isOfAnyState(request) ? onTotals : onCounts)(ctx, request, ...values);
}

export interface Counts {
  /** Every order there is, in any state. */
  all: number;
  /** Those that are wanted. */
  total: number;
}

export const noCounts: Counts = { all: 0, total: 0 };

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
 * Names for values that are lists of keys. Behind them the planner cannot see how many there are, and so plans once for
 * any number; it would plan anew each time, for longer than most of these statements run.
 */
const given = (names: Readonly<Record<string, number>>) =>
  `given as materialized (select ${Object.entries(names)
    .map(([name, number]) => `$${number}::bigint[] as ${name}`)
    .join(', ')})`;
const keysGiven = (name: string) => `(select ${name} from given)::bigint[]`;

/** For rows that are looked at one by one: the keys are hashed. Without `is true` it might become a join instead. */
const isOneOf = (column: string, keys: string) => `((${column} in (select unnest(${keys}))) is true)`;

export interface KeyedCounts {
  /** Every order there is, in any state. */
  all: number;
  ofSuppliers: number;
  ofUsers: number;
  ofProducts: number;
}

export const noKeyedCounts: KeyedCounts = { all: 0, ofSuppliers: 0, ofUsers: 0, ofProducts: 0 };

/** $4 suppliers, $5 users, $6 products. */
export const countKeyed = prepareOnCounts<KeyedCounts>((kept) => {
  const of = (kind: string, keys: string) =>
    `(select coalesce(sum(n), 0) from ${kept(kind)} and key = any(${keysGiven(keys)}))::bigint
     + ${unfolded('n', isOneOf(`${kind}_id`, keysGiven(keys)))}`;
  return `
  with ${given({ suppliers: 4, users: 5, products: 6 })}
  select ${everyOrder} as all, ${of('supplier', 'suppliers')} as "ofSuppliers", ${of('user', 'users')} as "ofUsers",
         ${of('product', 'products')} as "ofProducts"`;
});

/** From day $4 to day $5, both included; `all` is those of the days in any state. */
export const countDays = prepareOnCounts<Counts>(
  (kept) => `
  select (select coalesce(sum(n), 0) from order_totals where kind = 'day' and key between $4 and $5)::bigint
         + (select coalesce(sum(n), 0) from order_count_changes where day between $4 and $5)::bigint as all,
         (select coalesce(sum(n), 0) from ${kept('day')} and key between $4 and $5)::bigint
         + ${unfolded('n', 'day between $4 and $5')} as total`,
);

/** So many orders are looked at one after the other, as they lie, in the time that one takes found by a key. */
export const inTurn = 10;

/**
 * Orders whose customer is one of $4 and whose product is one of $5, or neither is, by going through those of the
 * customers or of the products: whichever are fewest. Or through all there are, which costs less for each.
 */
const countBoth = (drivenBy: 'user' | 'product', matched: boolean) => {
  const other = drivenBy === 'user' ? 'product' : 'user';
  const [key, keys] = [`${drivenBy}_id`, keysGiven(`${drivenBy}s`)];
  const driving = matched
    ? `unnest(${keys}) as k (${key})`
    : `(select ${key} from ${drivenBy}s where not ${isOneOf(key, keys)}) k`;
  return prepareInState<{ n: number }>(`
  with ${given({ users: 4, products: 5 })}
  select count(*) as n from ${driving} join orders o using (${key})
   where ${matched ? '' : 'not '}${isOneOf(`o.${other}_id`, keysGiven(`${other}s`))} and ${inState('o')}`);
};
export const countMatchedTwice = {
  byUser: countBoth('user', true),
  byProduct: countBoth('product', true),
  byAll: prepareInState<{ n: number }>(`
  select count(*) as n from orders o
   where ${isOneOf('user_id', '$4::bigint[]')} and ${isOneOf('product_id', '$5::bigint[]')} and ${inState('o')}`),
};
export const countNeverMatched = {
  byUser: countBoth('user', false),
  byProduct: countBoth('product', false),
};

/**
 * What customers $4 ordered from companies $5, without the products $6: by going through all that the customers
 * ordered, or all that the companies sold. `offset 0` keeps the planner from doing the other.
 */
const ofCustomersWithin = (gone: string, rest: string) =>
  prepareInState<{ n: number }>(`
  select count(*) as n from (select * from orders o where ${gone} and ${inState('o')} offset 0) o
   where ${rest} and not ${isOneOf('product_id', '$6::bigint[]')}`);
export const countOfCustomersWithin = {
  byUser: ofCustomersWithin('user_id = any($4)', 'supplier_id = any($5)'),
  bySupplier: ofCustomersWithin('supplier_id = any($5)', isOneOf('user_id', '$4::bigint[]')),
};

export const countById = prepareInState<{ n: number }>(`
  select count(*) as n from orders o
   where order_id = $4 and user_id <> all($5) and product_id <> all($6)
     and ($7::bigint[] is null or supplier_id = any($7)) and ${inState('o')}`);

export interface OrderPage {
  rows: FullOrderRow[];
  total: number;
}

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
  const read = readEitherWay((direction) => {
    const run = prepareOnCounts<FullOrderRow>(
      (kept) => rowsOf(page(direction, kept), sortedBy, direction),
      true,
    );
    return (limit, offset, ctx: Ctx, request: OrderListRequest, ...values: unknown[]) =>
      run(ctx, request, limit, offset, ...values);
  });
  return (ctx, request, direction, place, ...values) => read(direction, place, ctx, request, ...values);
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
    select order_id from orders o where ${inState('o')} ${orderBy(columnsOf(ordering, 'o'), direction)} offset $5 limit $4`,
  ),
);

/** Of a page: those with any of these keys, and only of the suppliers `within`, if not null. */
const keysOfPage = `with ${given({ suppliers: 6, users: 7, products: 8, orders: 9, within: 10 })}`;
const isWanted = `(${['supplier', 'user', 'product', 'order']
  .map((kind) => isOneOf(`${kind}_id`, keysGiven(`${kind}s`)))
  .join(' or ')})`;
const isWithin = `(${keysGiven('within')} is null or o.supplier_id = any(${keysGiven('within')}))`;

const nearRows = 2 ** 13;

/** Of the first so many orders there are, those that are wanted. */
const firstAmong = (ordering: Ordering, direction: Direction, most: number | 'all', wanted: string) => {
  const sorted = orderBy(columnsOf(ordering, 'o'), direction);
  return `
    select order_id from (select * from orders o ${sorted} limit ${most}) o
     where ${inState('o')} and ${wanted} ${sorted} offset $5 limit $4`;
};

/** Straight along the ordering's index, but not far: fewer than are wanted when they do not lie close to its end. */
export const scanNear = forOrderings((ordering) =>
  preparePage(columnsOf(ordering, 'o'), (direction) => firstAmong(ordering, direction, nearRows, 'true')),
);

const scanKeyedFor = (most: number | 'all') =>
  forOrderings((ordering) =>
    preparePage(
      columnsOf(ordering, 'o'),
      (direction) => `${keysOfPage} ${firstAmong(ordering, direction, most, `${isWithin} and ${isWanted}`)}`,
    ),
  );
const boundedScans = [nearRows, 2 ** 16, 2 ** 19, 2 ** 22].map((most) => ({
  most,
  scan: scanKeyedFor(most),
}));
const unboundedScan = scanKeyedFor('all');

/**
 * Straight along the ordering's index. Gives up when it has passed so many orders, or some more: the number stands in
 * the text, because a plan that does not know it can be ruinous.
 */
export const scanKeyed = (most: number) =>
  boundedScans.find((bounded) => bounded.most >= most)?.scan ?? unboundedScan;

const sortedColumns = (ordering: Ordering) => [...new Set([ordering, 'order_id'])].join(', ');

/**
 * The first few of each of the keys. By id the key's index has them in order; by anything else all of the key's orders
 * are looked at, and `offset 0` keeps the planner from walking along everybody's instead.
 */
const firstOfEach = (
  keys: string,
  column: string,
  condition: string,
  ordering: Ordering,
  direction: Direction,
) => {
  const ofKey = `orders o where o.${column} = k and ${inState('o')} and ${condition}`;
  const from = ordering === 'order_id' ? ofKey : `(select * from ${ofKey} offset 0) o`;
  return `
    select x.* from unnest(${keysGiven(keys)}) as k cross join lateral
      (select ${sortedColumns(ordering)} from ${from} ${orderBy(columnsOf(ordering, 'o'), direction)} limit $4::bigint + $5::bigint) x`;
};

/** The same with the first few of each key merged: good when what is wanted is sparse. */
export const mergeKeyed = forOrderings((ordering) =>
  preparePage(columnsOf(ordering, 'o'), (direction) => {
    const first = (kind: string) => firstOfEach(`${kind}s`, `${kind}_id`, isWithin, ordering, direction);
    return `
    ${keysOfPage}
    select order_id from (${first('supplier')} union ${first('user')} union ${first('product')}
                          union select ${sortedColumns(ordering)} from orders o
                                 where order_id = any(${keysGiven('orders')}) and ${inState('o')} and ${isWithin}) y
     ${orderBy(columnsOf(ordering, 'y'), direction)} offset $5 limit $4`;
  }),
);

/** The same by going through what the suppliers `within` sold: good when that is little. */
export const scanWithin = forOrderings((ordering) =>
  preparePage(
    columnsOf(ordering, 'o'),
    (direction) => `
    ${keysOfPage}
    select order_id from (${firstOfEach('within', 'supplier_id', isWanted, ordering, direction)}) y
     ${orderBy(columnsOf(ordering, 'y'), direction)} offset $5 limit $4`,
  ),
);

const idsGiven = 'select order_id from unnest($1::bigint[]) order_id';
const rowsOfIds = {
  desc: prepare<FullOrderRow>(rowsOf(idsGiven, ['o.order_id'], 'desc')),
  asc: prepare<FullOrderRow>(rowsOf(idsGiven, ['o.order_id'], 'asc')),
};
export const readIds = (ctx: Ctx, direction: Direction, ids: readonly number[]): Promise<FullOrderRow[]> =>
  rowsOfIds[direction](ctx.db, [ids]);

const { place, chosenOf, pageOfChosen } = blockText('$4', '$5');

/** How many of the wanted orders each block has, of those blocks that `counted` and `changed` tell. */
const blocksOf = (kept: Kept, kind: string, block: string, counted = 'true', changed = 'true') => `
  select key, sum(n)::bigint as n from (
    select key, n from ${kept(kind)} and ${counted}
    union all
    select ${block} as key, n from order_count_changes c where ${inState('c')} and ${changed}) x
   group by key having sum(n) > 0`;

/**
 * By position: sums the counts of blocks of 65,536 ids, then of 1,024 ids, until the wanted place is reached, and reads
 * only the blocks it lies in. `offset 0` keeps the planner from walking the whole key instead.
 */
const seek = preparePage(
  ['o.order_id'],
  (direction, kept) => `
    with ${place}, far as (select key, n, sum(n) over (order by key ${direction})::bigint as upto
                   from (${blocksOf(kept, 'block16', 'order_id >> 16')}) b),
    far_chosen as materialized (${chosenOf('far')}),
    near as (
      select key, (select min(before) from far_chosen) + sum(n) over (order by key ${direction})::bigint as upto, n
        from (${blocksOf(kept, 'block10', 'order_id >> 10', 'key >= (select min(key) << 6 from far_chosen) and key < (select (max(key) + 1) << 6 from far_chosen)')}) b
       where key >> 6 in (select key from far_chosen)),
    chosen as materialized (${chosenOf('near')})
    select x.order_id from chosen cross join lateral
      (select order_id from orders o
        where order_id >= chosen.key << 10 and order_id < (chosen.key + 1) << 10 and ${inState('o')} offset 0) x
     order by order_id ${direction} ${pageOfChosen}`,
);

/** By position in another order than that of ids; see the migrations that count by day and by amount. */
const seekBlocks = (
  column: Exclude<Ordering, 'order_id'> | 'created_at',
  { kind, block, within }: { kind: string; block: string; within: string },
  counted?: string,
  changed?: string,
) =>
  preparePage(
    [`o.${column}`, 'o.order_id'],
    (direction, kept) => `
    with ${place}, blocks as (select key, n, sum(n) over (order by key ${direction})::bigint as upto
                      from (${blocksOf(kept, kind, block, counted, changed)}) b),
    chosen as materialized (${chosenOf('blocks')})
    select x.order_id from chosen cross join lateral
      (select ${column}, order_id from orders o where ${within} and ${inState('o')} offset 0) x
     ${orderBy([`x.${column}`, 'x.order_id'], direction)} ${pageOfChosen}`,
  );

export const seekAll: Readonly<Record<Ordering, PageReader>> = {
  order_id: seek,
  amount_cents: seekBlocks('amount_cents', {
    kind: 'amount',
    block: 'amount_block(amount_cents)',
    within: 'amount_cents >= amount_block_start(chosen.key) and amount_cents < amount_block_end(chosen.key)',
  }),
  quantity: seekBlocks('quantity', {
    kind: 'quantity',
    block: 'quantity_block(quantity, order_id)',
    within: `quantity = chosen.key >> 32 and order_id >= (chosen.key & 4294967295) << 16
             and order_id < ((chosen.key & 4294967295) + 1) << 16`,
  }),
};

/** $6 and $7 bound the days, as moments: from the one, before the other. */
export const scanDays = preparePage(
  ['o.created_at', 'o.order_id'],
  (direction) => `
    select order_id from orders o where created_at >= $6 and created_at < $7 and ${inState('o')}
     ${orderBy(['created_at', 'order_id'], direction)} offset $5 limit $4`,
);

/** The same by position; $6 and $7 are days, both included. */
export const seekDays = seekBlocks(
  'created_at',
  {
    kind: 'day',
    block: 'day',
    within:
      'created_at >= to_timestamp(chosen.key * 86400) and created_at < to_timestamp((chosen.key + 1) * 86400)',
  },
  'key between $6 and $7',
  'day between $6 and $7',
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
     ${orderBy(namedColumns(ordering, 'n'), direction)} offset $5 limit $4`,
  );
});

/** By position: sums what each name has until the wanted place is reached. */
export const seekNames = forNames((ordering) => {
  const { table, kind, id, name } = owners[ordering];
  return preparePage(
    namedColumns(ordering, table === 'users' ? 'u' : 'p'),
    (direction, kept) => `
    with ${place}, named as (
      select n.${id} as key, lower(n.${name}) as name, b.n,
             sum(b.n) over (order by lower(n.${name}) ${direction}, n.${id} ${direction})::bigint as upto
        from ${table} n join (${blocksOf(kept, kind, id)}) b on b.key = n.${id}),
    chosen as materialized (${chosenOf('named', 'key, name')})
    select x.order_id from chosen cross join lateral
      (select order_id from orders o where o.${id} = chosen.key and ${inState('o')} offset 0) x
     order by chosen.name ${direction}, chosen.key ${direction}, x.order_id ${direction}
    ${pageOfChosen}`,
  );
});
