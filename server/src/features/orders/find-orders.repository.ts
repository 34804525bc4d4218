// One page of orders and its exact total, as fast with ten million orders as with ten thousand. Totals come from kept
// counts (see the migrations that count orders); a deep page is found by the counts of blocks of ids, days or names; a
// search is resolved to customers and products first. What this cannot do fast is left to the list engine.
import { sql } from 'kysely';
import { orderStatuses, paymentMethods, paymentStatuses } from '@ghala/contracts/orders/orders.lifecycle';
import { phoneSearchDigits } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { daysOf, isOfDays } from '../../platform/list/days.ts';
import { likePattern, wordsOf } from '../../platform/list/list.ts';
import { readFromNearerEnd, type Direction } from '../../platform/list/nearer-end.ts';
import * as pages from './order-pages.repository.ts';
import type { NameOrdering, Ordering } from './order-pages.repository.ts';
import {
  listAnyhow,
  passes,
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

/** In which order the pages of a list are. */
interface Sorting {
  ordering: Ordering;
  direction: Direction;
}

type PageOf = (request: OrderListRequest) => Promise<OrderPage>;

/** A scan along an index that is expected to pass more rows than this is worth a cleverer way. */
const directScanRows = 3000;

const customerText = "(first_name || ' ' || last_name || ' ' || email)";

const threeLetters = /[\p{L}\p{N}]{3}/u;

/**
 * Three letters are enough for the index, whatever they are: then the pattern is hidden from the planner, so that one
 * plan serves all words. Fewer letters are better looked for in every row, and planned each time.
 */
const everyWordIn = (column: string, words: readonly string[]) =>
  sql.join(
    words.map((word) =>
      words.every((each) => threeLetters.test(each))
        ? sql`${sql.raw(column)} ilike (select ${likePattern(word)}::text)`
        : sql`${sql.raw(column)} ilike ${likePattern(word)}`,
    ),
    sql` and `,
  );

/**
 * Customers by every word. A word with an @ in it is a part of an email, all but always: then what stands before the @
 * finds the few that end so, where the letters of common domains would find everybody.
 */
function customersBy(words: readonly string[]) {
  const everyWord = everyWordIn(customerText, words);
  const account = words.map((word) => /^([^@]+)@[^@]*$/.exec(word)?.[1]).find((found) => found !== undefined);
  if (account === undefined) return sql`select user_id from users where ${everyWord}`;
  const fromBehind = Array.from(account.toLowerCase()).toReversed().join('');
  // `offset 0` makes it look at those few first, and not for the letters.
  return sql`
    select user_id from (select * from users where reverse(lower(split_part(email, '@', 1))) ~>=~ ${fromBehind}
                                               and reverse(lower(split_part(email, '@', 1))) ~<~ ${fromBehind + lastLetter}
                          offset 0) users
     where ${everyWord}
    union
    select user_id from (select * from users where first_name || last_name like '%@%' offset 0) users where ${everyWord}`;
}

/** After any other: with it, what begins with some letters is a range. */
const lastLetter = '\u{10ffff}';

/** The customers and products that hold every word typed; a number is also looked for as a phone. */
async function resolveSearch(ctx: Ctx, typed: string, companies: readonly number[] | undefined) {
  const words = wordsOf(typed);
  const digits = phoneSearchDigits(typed);
  const byPhone =
    digits === null ? sql`` : sql`union select user_id from users where phone like ${`%${digits}%`}`;
  const { rows } = await sql<{ users: number[]; products: number[] }>`
    select array_to_json(array(${customersBy(words)} ${byPhone})) as users,
           array_to_json(array(select product_id from products
                                where ${everyWordIn('product_name', words)} ${ofCompanies(companies)})) as products
  `.execute(ctx.db);
  return rows[0] ?? { users: [], products: [] };
}

const ofCompanies = (companies: readonly number[] | undefined) =>
  companies === undefined ? sql`` : sql`and supplier_id = any(${[...companies]}::bigint[])`;

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

/** Ids, and for each the words it has, as bits. */
interface Matches {
  ids: number[];
  words: number[];
}

/** What has some of the words, but not all. */
async function findPartMatches(
  ctx: Ctx,
  words: readonly string[],
  {
    table,
    id,
    text,
    companies,
  }: { table: string; id: string; text: string; companies?: readonly number[] | undefined },
): Promise<Matches> {
  const bits = sql.join(
    words.map((word, index) => sql`((${sql.raw(text)} ilike ${likePattern(word)})::int << ${index}::int)`),
    sql` | `,
  );
  const any = sql.join(
    words.map((word) => sql`${sql.raw(text)} ilike ${likePattern(word)}`),
    sql` or `,
  );
  const { rows } = await sql<Matches>`
    select coalesce(json_agg(id), '[]') as ids, coalesce(json_agg(words), '[]') as words
      from (select ${sql.raw(id)} as id, ${bits} as words from ${sql.raw(table)} where (${any}) ${ofCompanies(companies)}) x
     where words <> ${2 ** words.length - 1}::int`.execute(ctx.db);
  return rows[0] ?? { ids: [], words: [] };
}

/** For words of which the customer has some and the product has the others. */
async function mixedPage(
  ctx: Ctx,
  request: OrderListRequest,
  companies: readonly number[] | undefined,
  direction: Direction,
): Promise<OrderPage> {
  const words = wordsOf(request.search);
  const whole = await resolveSearch(ctx, request.search, companies);
  const users = await findPartMatches(ctx, words, { table: 'users', id: 'user_id', text: customerText });
  const products = await findPartMatches(ctx, words, {
    table: 'products',
    id: 'product_id',
    text: 'product_name',
    companies,
  });
  const wanted = passes(request, companies === undefined ? {} : { companies });
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (
      select order_id from orders o where user_id = any(${whole.users}::bigint[]) and ${wanted}
      union
      select order_id from orders o where product_id = any(${whole.products}::bigint[]) and ${wanted}
      union
      select o.order_id from orders o
        join unnest(${users.ids}::bigint[], ${users.words}::int[]) as u (user_id, words) on u.user_id = o.user_id
        join unnest(${products.ids}::bigint[], ${products.words}::int[]) as p (product_id, words) on p.product_id = o.product_id
       where o.user_id = any(${users.ids}::bigint[]) and o.product_id = any(${products.ids}::bigint[])
         and (u.words | p.words) = ${2 ** words.length - 1}::int and ${wanted})
    select (select count(*) from found) as total,
           array_to_json(array(select order_id from found order by order_id ${sql.raw(direction)}
                                offset ${request.offset} limit ${request.limit})) as ids`.execute(ctx.db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { total, rows: await pages.readIds(ctx, direction, ids) };
}

async function searchPage(
  ctx: Ctx,
  request: OrderListRequest,
  companies: readonly number[] | undefined,
  sorting: Sorting,
): Promise<OrderPage> {
  const { users, products } = await resolveSearch(ctx, request.search, companies);
  const count = async (query: typeof pages.countOverlap, ...values: unknown[]) =>
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
  if (companies !== undefined) {
    const ofCustomers =
      users.length === 0 ? 0 : await count(pages.countOfCustomersWithin, users, companies, products);
    return pageOfKeys(ctx, request, keys, sorting, {
      counted: { ...keys, users: [] },
      more: byId + ofCustomers,
    });
  }
  const twice =
    users.length === 0 || products.length === 0 ? 0 : await count(pages.countOverlap, users, products);
  return pageOfKeys(ctx, request, keys, sorting, { counted: keys, more: byId - twice });
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
  return (wanted) => pageOfKeys(ctx, wanted, keys, sorting, { counted: keys, more: 0 });
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

const noCounts: pages.Counts = { all: 0, total: 0 };

async function pageOfAll(
  ctx: Ctx,
  request: OrderListRequest,
  { ordering, direction }: Sorting,
): Promise<OrderPage> {
  const [{ all, total } = noCounts] = await pages.countAll(ctx, request);
  const rows = await readFromNearerEnd(request, direction, total, (way, place) => {
    // Where only some states are wanted, a scan may have to pass any number of others: the newest orders are all unpaid.
    const near = total === all && place.offset + place.limit <= directScanRows;
    const read = near || ordering !== 'order_id' ? pages.scanAll[ordering] : pages.seek;
    return read(ctx, request, way, place);
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
  { ordering, direction }: Sorting,
  { counted, more }: KeyTotal,
): Promise<OrderPage> {
  const [counts = noCounts] = await pages.countKeyed(
    ctx,
    request,
    counted.suppliers,
    counted.users,
    counted.products,
  );
  const total = counts.total + more;
  const lists = [keys.suppliers, keys.users, keys.products, keys.orders];
  const keyCount = lists.reduce((sum, list) => sum + list.length, 0);
  const rows = await readFromNearerEnd(request, direction, total, (way, place) => {
    const passed = ((place.offset + place.limit) * counts.all) / total;
    // By id each key has its first few at hand; by anything else all of its orders are looked at.
    const merged = ordering === 'order_id' ? (place.offset + place.limit) * keyCount : total;
    const read = passed <= merged ? pages.scanKeyed : pages.mergeKeyed;
    return read[ordering](ctx, request, way, place, ...lists, keys.within);
  });
  return { rows, total };
}
