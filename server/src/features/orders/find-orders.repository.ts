// One page of orders and its exact total, as fast with ten million orders as with ten thousand. Totals come from kept
// counts (see the migrations that count orders); a deep page is found by the counts of blocks of ids, days or names; a
// search is resolved to customers and products first. What this cannot do fast is left to the list engine.
import { orderStatuses, paymentMethods, paymentStatuses } from '@ghala/contracts/orders/orders.lifecycle';
import type { Ctx } from '../../platform/context.ts';
import { daysOf, isOfDays } from '../../platform/list/days.ts';
import { wordsOf } from '../../platform/list/list.ts';
import { readFromNearerEnd, type Direction } from '../../platform/list/nearer-end.ts';
import { mayMix, resolveSearch } from './match-words.repository.ts';
import { mixedPage } from './mixed-words.repository.ts';
import * as pages from './order-pages.repository.ts';
import { inTurn, noCounts, noKeyedCounts } from './order-pages.repository.ts';
import type { NameOrdering, OrderPage, Ordering } from './order-pages.repository.ts';
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

/** As the statements take them. */
const valuesOf = ({ suppliers, users, products, orders, within }: Keys) => [
  suppliers,
  users,
  products,
  orders,
  within,
];

const keyCountOf = ({ suppliers, users, products, orders }: Keys) =>
  suppliers.length + users.length + products.length + orders.length;

/** In which order the pages of a list are. */
interface Sorting {
  ordering: Ordering;
  direction: Direction;
}

type PageOf = (request: OrderListRequest) => Promise<OrderPage>;

/** A scan gives up when it has passed so many times as many rows as it was expected to. */
const thinnest = 10;

/** A scan along an index that is expected to pass more rows than this is worth a cleverer way. */
const directScanRows = 3000;

async function searchPage(
  ctx: Ctx,
  request: OrderListRequest,
  companies: readonly number[] | undefined,
  sorting: Sorting,
): Promise<OrderPage> {
  const { users, products } = await resolveSearch(ctx, request.search, companies);
  const count = async (query: typeof pages.countById, ...values: unknown[]) =>
    (await query(ctx, request, ...values))[0]?.n ?? 0;
  const number = /^#?(\d{1,15})$/.exec(request.search)?.[1];
  const byId =
    number === undefined
      ? 0
      : await count(pages.countById, Number(number), users, products, companies ?? null);
  const keys: Keys = {
    ...noKeys,
    users,
    products,
    orders: byId > 0 ? [Number(number)] : [],
    within: companies ?? null,
  };
  if (users.length === 0 && products.length === 0 && byId === 0) return { rows: [], total: 0 };
  const [[counts = noKeyedCounts], first] = await Promise.all([
    pages.countKeyed(ctx, request, companies ?? [], users, products),
    firstOfMany(ctx, request, keys, sorting),
  ]);
  const page = async (total: number): Promise<OrderPage> =>
    first === null ? pageOfKeys(ctx, request, keys, sorting, counts, total) : { rows: first, total };
  if (companies !== undefined) {
    // The products are the companies' own: all of their orders are.
    const by = counts.ofUsers <= counts.ofSuppliers ? 'byUser' : 'bySupplier';
    const ofCustomers =
      users.length === 0 ? 0 : await count(pages.countOfCustomersWithin[by], users, companies, products);
    return page(counts.ofProducts + ofCustomers + byId);
  }
  if (users.length === 0 || products.length === 0) return page(counts.ofUsers + counts.ofProducts + byId);
  // Those of the customers and those of the products, less what was matched twice; or all but what was never matched.
  const [{ total: wanted } = noCounts] = await pages.countAll(ctx, request);
  const twice = (by: keyof typeof pages.countMatchedTwice) => async () =>
    counts.ofUsers + counts.ofProducts - (await count(pages.countMatchedTwice[by], users, products));
  const never = (by: 'byUser' | 'byProduct') => async () =>
    wanted - (await count(pages.countNeverMatched[by], users, products));
  const total = await cheapest([
    [counts.ofUsers, twice('byUser')],
    [counts.ofProducts, twice('byProduct')],
    [wanted - counts.ofUsers, never('byUser')],
    [wanted - counts.ofProducts, never('byProduct')],
    [counts.all / inTurn, twice('byAll')],
  ])();
  return page(total + byId);
}

/**
 * With many keys the first page is mostly found by looking at the first few orders there are: tried while the counts are
 * summed. Null when it was not.
 */
async function firstOfMany(
  ctx: Ctx,
  request: OrderListRequest,
  keys: Keys,
  { ordering, direction }: Sorting,
): Promise<FullOrderRow[] | null> {
  if (request.offset > 0 || keys.within !== null || request.limit * keyCountOf(keys) < directScanRows)
    return null;
  const scan = pages.scanKeyed(directScanRows)[ordering];
  const found = await scan(ctx, request, direction, request, ...valuesOf(keys));
  return found.length === request.limit ? found : null;
}

/** The way with the lowest cost; the first of equals. */
function cheapest<Way>(ways: readonly [[number, Way], ...(readonly [number, Way])[]]): Way {
  return ways.reduce((best, way) => (way[0] < best[0] ? way : best))[1];
}

/** How the orders that a list is about are paged; null when the list engine must do it. */
async function findPages(
  ctx: Ctx,
  request: OrderListRequest,
  scope: OrderScope,
  sorting: Sorting,
): Promise<PageOf | null> {
  const companies = scope.companies ?? (request.supplierId === undefined ? undefined : [request.supplierId]);
  const keyed = [scope.userId, companies, request.productId].filter((key) => key !== undefined).length;
  const byId = sorting.ordering === 'order_id';
  if (keyed > 1 || (scope.companies !== undefined && request.supplierId !== undefined)) return null;
  if (isOfDays(request)) {
    if (keyed > 0 || request.search !== '' || !byId) return null;
    return (wanted) => pageOfDays(ctx, wanted, sorting.direction);
  }
  if (request.search !== '') {
    if (scope.userId !== undefined || request.productId !== undefined) return null;
    if (await mayMix(ctx, wordsOf(request.search)))
      return byId ? (wanted) => mixedPage(ctx, wanted, companies, sorting.direction) : null;
    return (wanted) => searchPage(ctx, wanted, companies, sorting);
  }
  if (keyed === 0) return (wanted) => pageOfAll(ctx, wanted, sorting);
  const keys: Keys = {
    ...noKeys,
    suppliers: companies ?? [],
    users: scope.userId === undefined ? [] : [scope.userId],
    products: request.productId === undefined ? [] : [request.productId],
  };
  return async (wanted) => {
    const [counts = noKeyedCounts] = await pages.countKeyed(
      ctx,
      wanted,
      keys.suppliers,
      keys.users,
      keys.products,
    );
    const total = counts.ofSuppliers + counts.ofUsers + counts.ofProducts;
    return pageOfKeys(ctx, wanted, keys, sorting, counts, total);
  };
}

/** An order's id rises with its time. */
const orderings: Readonly<Record<string, Ordering>> = {
  orderId: 'order_id',
  createdAt: 'order_id',
  amount: 'amount_cents',
  quantity: 'quantity',
};
const stateValues = {
  status: orderStatuses,
  paymentStatus: paymentStatuses,
  paymentMethod: paymentMethods,
} as const;
const isName = (key: string): key is NameOrdering =>
  key === 'firstName' || key === 'email' || key === 'productName';
const isState = (key: string): key is keyof typeof stateValues => key in stateValues;

export async function list(ctx: Ctx, request: OrderListRequest, scope: OrderScope, partiesOf: PartiesOf) {
  const page = await findPage(ctx, request, scope);
  if (page === null) return listAnyhow(ctx, request, scope, partiesOf);
  return { results: page.rows.map((row) => toOrder(row, partiesOf)), total: page.total };
}

async function findPage(ctx: Ctx, request: OrderListRequest, scope: OrderScope): Promise<OrderPage | null> {
  const { key, descending } = request.sort ?? { key: 'orderId', descending: true };
  const direction = descending ? 'desc' : 'asc';
  const ofAll =
    request.search === '' &&
    !isOfDays(request) &&
    [scope.userId, scope.companies, request.supplierId, request.productId].every((one) => one === undefined);
  if (isName(key)) return ofAll ? pageOfNames(ctx, request, key, direction) : null;
  const ordering = orderings[key];
  const sorting: Sorting | null = isState(key)
    ? { ordering: 'order_id', direction: 'desc' }
    : ordering === undefined
      ? null
      : { ordering, direction };
  const pageOf = sorting === null ? null : await findPages(ctx, request, scope, sorting);
  if (pageOf === null) return null;
  return isState(key) ? pageOfStates(request, key, descending, pageOf) : pageOf(request);
}

/** State by state, in the order of their names; the newest first within each. */
async function pageOfStates(
  request: OrderListRequest,
  field: keyof typeof stateValues,
  descending: boolean,
  pageOf: PageOf,
): Promise<OrderPage> {
  const sorted = stateValues[field].toSorted((one, other) => (one < other ? -1 : 1));
  const wanted = request[field];
  const values = wanted === undefined ? (descending ? sorted.toReversed() : sorted) : [wanted];
  const page: OrderPage = { rows: [], total: 0 };
  for (const value of values) {
    const part = await pageOf({
      ...request,
      [field]: value,
      offset: Math.max(0, request.offset - page.total),
      limit: request.limit - page.rows.length,
    });
    page.rows.push(...part.rows);
    page.total += part.total;
  }
  return page;
}

async function pageOfAll(
  ctx: Ctx,
  request: OrderListRequest,
  { ordering, direction }: Sorting,
): Promise<OrderPage> {
  const [{ all, total } = noCounts] = await pages.countAll(ctx, request);
  const rows = await readFromNearerEnd(request, direction, total, async (way, place) => {
    const needed = place.offset + place.limit;
    if (total === all && needed <= directScanRows) return pages.scanAll[ordering](ctx, request, way, place);
    // Where only some states are wanted, a scan may have to pass any number of others: the newest orders are all unpaid.
    if (ordering !== 'order_id' && (needed * all) / total <= directScanRows) {
      const found = await pages.scanNear[ordering](ctx, request, way, place);
      if (found.length === place.limit) return found;
    }
    return pages.seekAll[ordering](ctx, request, way, place);
  });
  return { rows, total };
}

async function pageOfDays(ctx: Ctx, request: OrderListRequest, direction: Direction): Promise<OrderPage> {
  const { first, last, start, end } = daysOf(request);
  const [{ all, total } = noCounts] = await pages.countDays(ctx, request, first, last);
  const rows = await readFromNearerEnd(request, direction, total, (way, place) => {
    const passed = ((place.offset + place.limit) * all) / total;
    return passed <= directScanRows
      ? pages.scanDays(ctx, request, way, place, start, end)
      : pages.seekDays(ctx, request, way, place, first, last);
  });
  return { rows, total };
}

/** As many names, with as many orders each, are looked at. */
const nameScanRows = 200;

async function pageOfNames(
  ctx: Ctx,
  request: OrderListRequest,
  name: NameOrdering,
  direction: Direction,
): Promise<OrderPage> {
  const [{ total } = noCounts] = await pages.countAll(ctx, request);
  const rows = await readFromNearerEnd(request, direction, total, (way, place) => {
    const read = place.offset + place.limit <= nameScanRows ? pages.scanNames : pages.seekNames;
    return read[name](ctx, request, way, place);
  });
  return { rows, total };
}

async function pageOfKeys(
  ctx: Ctx,
  request: OrderListRequest,
  keys: Keys,
  { ordering, direction }: Sorting,
  counts: pages.KeyedCounts,
  total: number,
): Promise<OrderPage> {
  const values = valuesOf(keys);
  const keyCount = keyCountOf(keys);
  const byId = ordering === 'order_id';
  const rows = await readFromNearerEnd(request, direction, total, async (way, place) => {
    const needed = place.offset + place.limit;
    const share = Math.min(1, needed / total);
    const passed = share * counts.all;
    // By id each key has its first few at hand; by anything else, or within some companies, all of its orders are
    // looked at.
    const merged = keys.within !== null ? counts.ofUsers + total : byId ? needed * keyCount : total;
    const within = keys.within === null ? Infinity : counts.ofSuppliers * (byId ? share : 1);
    if (passed <= Math.min(merged, within)) {
      // What is wanted may lie thinner at this end than elsewhere: then another way is taken after all.
      const scan = pages.scanKeyed(passed * thinnest + directScanRows);
      const found = await scan[ordering](ctx, request, way, place, ...values);
      if (found.length === place.limit) return found;
    }
    const read = merged <= within ? pages.mergeKeyed : pages.scanWithin;
    return read[ordering](ctx, request, way, place, ...values);
  });
  return { rows, total };
}
