// One page of payments and its exact total, without counting rows: totals come from payment_counts and
// payment_count_changes (see their migrations), deep pages from the counts of blocks of ids or of days. What this cannot
// do fast (searches, mixed filters) is left to the list engine.
import { paymentMethods, type PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { Role } from '@ghala/contracts/permissions';
import type { Ctx } from '../../platform/context.ts';
import { prepare, prepareKnowing } from '../../platform/db/database.ts';
import { daysOf, isOfDays } from '../../platform/list/days.ts';
import { readFromNearerEnd, type Direction, type Place } from '../../platform/list/nearer-end.ts';
import { blockText, knownPlace, readEitherWay } from '../../platform/list/page-statements.ts';
import { hasOtherMatches, methodsNamed } from './search-payments.repository.ts';
import {
  listAnyhow,
  refundDueText,
  toPayment,
  type FullPaymentRow,
  type PaymentListRequest,
} from './payments.repository.ts';

/** A scan along an index that is expected to pass more rows than this is worth a cleverer way. */
const directScanRows = 3000;

/** $1 is the wanted methods, $2 the state; null for any. */
const inState = (alias: string) =>
  `($1::text[] is null or ${alias}.payment_method = any($1)) and ($2::text is null or ${alias}.state = $2)`;

/** Which payments, besides whose. */
interface Wanted {
  methods: readonly PaymentMethod[] | null;
  state: string | null;
}

interface Counts {
  /** Every payment there is, or of the days. */
  all: number;
  total: number;
}
const noCounts: Counts = { all: 0, total: 0 };

const sums = (kind: string, keys: string, unfolded: string) => `
  (select coalesce(sum(n), 0) from payment_counts c where kind = '${kind}' and ${keys})::bigint
  + (select coalesce(sum(n), 0) from payment_count_changes c where ${unfolded})::bigint`;

const countAll = prepare<Counts>(`
  select ${sums('all', 'true', 'true')} as all, ${sums('all', inState('c'), inState('c'))} as total`);
/** $3 are the companies. */
const countOfCompanies = prepare<Counts>(`
  select ${sums('all', 'true', 'true')} as all,
         ${sums('supplier', `key = any($3) and ${inState('c')}`, `supplier_id = any($3) and ${inState('c')}`)} as total`);
/** From day $3 to day $4, both included. */
const countDays = prepare<Counts>(`
  select ${sums('day', 'key between $3 and $4', 'day between $3 and $4')} as all,
         ${sums('day', `key between $3 and $4 and ${inState('c')}`, `day between $3 and $4 and ${inState('c')}`)} as total`);

type Ordering = 'payment_id' | 'amount_cents' | 'phone' | 'paid_at' | 'order_id';
const sortedBy = (ordering: Ordering, direction: Direction, alias: string) =>
  `order by ${[...new Set([ordering, 'payment_id'])].map((column) => `${alias}.${column} ${direction}`).join(', ')}`;

/** $3 and $4 of a page are its limit and offset. */
type PageReader = (
  ctx: Ctx,
  wanted: Wanted,
  direction: Direction,
  place: Place,
  ...values: unknown[]
) => Promise<FullPaymentRow[]>;

/** What of a page stands in its text: the state and its place. */
const knownOf = ([methods, state, limit, offset]: readonly unknown[]) =>
  methods === null ? [null, state as Wanted['state'], ...knownPlace(limit, offset)] : [];

function preparePage(ordering: Ordering, page: (direction: Direction) => string): PageReader {
  const read = readEitherWay((direction) => {
    const run = prepareKnowing<FullPaymentRow>(
      `
      with page as materialized (${page(direction)})
      select p.*, u.first_name, u.last_name,
             ${refundDueText} as refund_due
        from page
        join payments p on p.payment_id = page.payment_id
        join orders o on o.order_id = p.order_id
        join users u on u.user_id = o.user_id
       ${sortedBy(ordering, direction, 'p')}`,
      knownOf,
    );
    return (limit, offset, ctx: Ctx, { methods, state }: Wanted, ...values: unknown[]) =>
      run(ctx.db, [methods, state, limit, offset, ...values]);
  });
  return (ctx, wanted, direction, place, ...values) => read(direction, place, ctx, wanted, ...values);
}

const scanBy = (ordering: Ordering) =>
  preparePage(
    ordering,
    (direction) =>
      `select payment_id from payments p where ${inState('p')} ${sortedBy(ordering, direction, 'p')} offset $4 limit $3`,
  );
const scan: Readonly<Record<Ordering, PageReader>> = {
  payment_id: scanBy('payment_id'),
  amount_cents: scanBy('amount_cents'),
  phone: scanBy('phone'),
  paid_at: scanBy('paid_at'),
  order_id: scanBy('order_id'),
};

const scanCompanies = preparePage(
  'payment_id',
  (direction) => `
    select x.payment_id from unnest($5::bigint[]) as k cross join lateral
      (select payment_id from payments p where supplier_id = k and ${inState('p')}
        order by payment_id ${direction} limit $3::bigint + $4::bigint) x
     order by payment_id ${direction} offset $4 limit $3`,
);

const { place, chosenOf, pageOfChosen } = blockText('$3', '$4');

const blocksOf = (kind: string, key: string, within: string, changedWithin: string) => `
  select key, sum(n)::bigint as n from (
    select key, n from payment_counts c where kind = '${kind}' and ${inState('c')} and ${within}
    union all
    select ${key}, n from payment_count_changes c where ${inState('c')} and ${changedWithin}) x
   group by key having sum(n) > 0`;

/** By position, as in the orders' list: blocks of 65,536 ids, then of 1,024. */
const seek = preparePage(
  'payment_id',
  (direction) => `
    with ${place}, far as (select key, n, sum(n) over (order by key ${direction})::bigint as upto
                   from (${blocksOf('block16', 'payment_id >> 16', 'true', 'true')}) b),
    far_chosen as materialized (${chosenOf('far')}),
    near as (
      select key, (select min(before) from far_chosen) + sum(n) over (order by key ${direction})::bigint as upto, n
        from (${blocksOf('block10', 'payment_id >> 10', 'key >= (select min(key) << 6 from far_chosen) and key < (select (max(key) + 1) << 6 from far_chosen)', 'true')}) b
       where key >> 6 in (select key from far_chosen)),
    chosen as materialized (${chosenOf('near')})
    select x.payment_id from chosen cross join lateral
      (select payment_id from payments p
        where payment_id >= chosen.key << 10 and payment_id < (chosen.key + 1) << 10 and ${inState('p')} offset 0) x
     order by payment_id ${direction} ${pageOfChosen}`,
);

/** $5 and $6 bound the days, as moments: from the one, before the other. */
const scanDays = preparePage(
  'paid_at',
  (direction) => `
    select payment_id from payments p where paid_at >= $5 and paid_at < $6 and ${inState('p')}
     ${sortedBy('paid_at', direction, 'p')} offset $4 limit $3`,
);

/** By position in another order than that of ids; only what `counted` and `changed` say, or all. */
const seekBlocks = (
  ordering: Ordering,
  { kind, block, within }: { kind: string; block: string; within: string },
  counted = 'true',
  changed = 'true',
) =>
  preparePage(
    ordering,
    (direction) => `
    with ${place}, blocks as (select key, n, sum(n) over (order by key ${direction})::bigint as upto
                      from (${blocksOf(kind, block, counted, changed)}) b),
    chosen as materialized (${chosenOf('blocks')})
    select x.payment_id from chosen cross join lateral
      (select ${[...new Set([ordering, 'payment_id'])].join(', ')} from payments p where ${within} and ${inState('p')} offset 0) x
     ${sortedBy(ordering, direction, 'x')} ${pageOfChosen}`,
  );

const days = {
  kind: 'day',
  block: 'day',
  within: 'paid_at >= to_timestamp(chosen.key * 86400) and paid_at < to_timestamp((chosen.key + 1) * 86400)',
};
/** $5 and $6 are days, both included. */
const seekDays = seekBlocks('paid_at', days, 'key between $5 and $6', 'day between $5 and $6');

const seekAll: Readonly<Record<Ordering, PageReader>> = {
  payment_id: seek,
  amount_cents: seekBlocks('amount_cents', {
    kind: 'amount',
    block: 'amount_block(amount_cents)',
    within: 'amount_cents >= amount_block_start(chosen.key) and amount_cents < amount_block_end(chosen.key)',
  }),
  order_id: seekBlocks('order_id', {
    kind: 'order',
    block: 'order_id >> 12',
    within: 'order_id >= chosen.key << 12 and order_id < (chosen.key + 1) << 12',
  }),
  paid_at: seekBlocks('paid_at', days),
  // Walked along its index, which has all that is asked of it.
  phone: scan.phone,
};

interface PaymentPage {
  rows: FullPaymentRow[];
  total: number;
}

async function pageOfAll(
  ctx: Ctx,
  wanted: Wanted,
  place: Place,
  ordering: Ordering,
  direction: Direction,
): Promise<PaymentPage> {
  const [{ all, total } = noCounts] = await countAll(ctx.db, [wanted.methods, wanted.state]);
  const rows = await readFromNearerEnd(place, direction, total, (way, part) => {
    const passed = ((part.offset + part.limit) * all) / total;
    return (passed <= directScanRows ? scan : seekAll)[ordering](ctx, wanted, way, part);
  });
  return { rows, total };
}

async function pageOfCompanies(
  ctx: Ctx,
  wanted: Wanted,
  place: Place,
  companies: readonly number[],
  direction: Direction,
): Promise<PaymentPage> {
  const [{ total } = noCounts] = await countOfCompanies(ctx.db, [wanted.methods, wanted.state, companies]);
  const rows = await readFromNearerEnd(place, direction, total, (way, part) =>
    scanCompanies(ctx, wanted, way, part, companies),
  );
  return { rows, total };
}

async function pageOfDays(
  ctx: Ctx,
  wanted: Wanted,
  request: PaymentListRequest,
  direction: Direction,
): Promise<PaymentPage> {
  const { first, last, start, end } = daysOf(request);
  const [{ all, total } = noCounts] = await countDays(ctx.db, [wanted.methods, wanted.state, first, last]);
  const rows = await readFromNearerEnd(request, direction, total, (way, part) => {
    const passed = ((part.offset + part.limit) * all) / total;
    return passed <= directScanRows
      ? scanDays(ctx, wanted, way, part, start, end)
      : seekDays(ctx, wanted, way, part, first, last);
  });
  return { rows, total };
}

/** Method by method, in the order of their names; the newest first within each. */
async function pageOfMethods(
  ctx: Ctx,
  wanted: Wanted,
  { offset, limit }: Place,
  descending: boolean,
): Promise<PaymentPage> {
  const sorted = (wanted.methods ?? paymentMethods).toSorted();
  const page: PaymentPage = { rows: [], total: 0 };
  for (const method of descending ? sorted.toReversed() : sorted) {
    const place = { offset: Math.max(0, offset - page.total), limit: limit - page.rows.length };
    const part = await pageOfAll(ctx, { ...wanted, methods: [method] }, place, 'payment_id', 'desc');
    page.rows.push(...part.rows);
    page.total += part.total;
  }
  return page;
}

const orderings: Readonly<Record<string, Ordering>> = {
  paymentId: 'payment_id',
  amount: 'amount_cents',
  phoneNUmber: 'phone',
  paymentDate: 'paid_at',
  orderId: 'order_id',
};

/** Null for any; undefined when a search asks for more than methods. */
async function methodsWanted(
  ctx: Ctx,
  { search, paymentMethod }: PaymentListRequest,
): Promise<Wanted['methods'] | undefined> {
  const filtered = paymentMethod === undefined ? null : [paymentMethod];
  if (search === '') return filtered;
  const named = methodsNamed(search);
  if (named.length === 0 || (await hasOtherMatches(ctx, search, named))) return undefined;
  return filtered === null ? named : named.filter((method) => filtered.includes(method));
}

/** Null when the list engine must do it. */
async function findPage(
  ctx: Ctx,
  request: PaymentListRequest,
  companies: 'all' | readonly number[],
): Promise<PaymentPage | null> {
  if (request.refundDue !== undefined || request.orderId !== undefined) return null;
  const methods = await methodsWanted(ctx, request);
  if (methods === undefined) return null;
  const wanted: Wanted = { methods, state: request.state ?? null };
  const { key, descending } = request.sort ?? { key: 'paymentId', descending: true };
  const direction = descending ? 'desc' : 'asc';
  if (isOfDays(request)) {
    const byTime = key === 'paymentId' || key === 'paymentDate';
    return companies === 'all' && byTime ? pageOfDays(ctx, wanted, request, direction) : null;
  }
  if (companies !== 'all')
    return key === 'paymentId' ? pageOfCompanies(ctx, wanted, request, companies, direction) : null;
  if (key === 'paymentMethod') return pageOfMethods(ctx, wanted, request, descending);
  const ordering = orderings[key];
  return ordering === undefined ? null : pageOfAll(ctx, wanted, request, ordering, direction);
}

export async function list(
  ctx: Ctx,
  request: PaymentListRequest,
  companies: 'all' | readonly number[],
  role: Role,
) {
  const page = await findPage(ctx, request, companies);
  if (page === null) return listAnyhow(ctx, request, companies, role);
  return { results: page.rows.map((row) => toPayment(row, role)), total: page.total };
}
