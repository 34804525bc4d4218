// One page of the orders for words of which the customer has some and the product has the others.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { wordsOf } from '../../platform/list/list.ts';
import { readFromNearerEnd, type Direction } from '../../platform/list/nearer-end.ts';
import { findParts, resolveSearch, type Matches } from './match-words.repository.ts';
import { countKeyed, inTurn, noKeyedCounts, readIds, type OrderPage } from './order-pages.repository.ts';
import { passes, type OrderListRequest } from './orders.repository.ts';

/** What is gone through is said outright: left to choose, the planner has taken a hundred times as long. */
export async function mixedPage(
  ctx: Ctx,
  request: OrderListRequest,
  companies: readonly number[] | undefined,
  direction: Direction,
): Promise<OrderPage> {
  const words = wordsOf(request.search);
  const whole = await resolveSearch(ctx, request.search, companies);
  const part = await findParts(ctx, words, companies);
  const wanted = passes(request, companies === undefined ? {} : { companies });
  const everyWord = sql.join(
    words.map(
      (_, word) => sql`(o.user_id in (select unnest(${having(word, whole.users, part.users)}::bigint[]))
                        or o.product_id in (select unnest(${having(word, whole.products, part.products)}::bigint[])))`,
    ),
    sql` and `,
  );
  const idsOf = (key: string, keys: readonly number[]) =>
    sql`select order_id from orders o where ${sql.raw(key)} = any(${[...keys]}::bigint[])`;
  const { users, products } = part;
  const [ofPart = noKeyedCounts] = await countKeyed(ctx, request, companies ?? [], users.ids, products.ids);
  if (companies !== undefined && ofPart.ofSuppliers * inTurn <= ofPart.all) {
    const sold = sql`(select * from orders o where ${wanted} offset 0) o`;
    return pageOfFound(ctx, request, sql`select order_id from ${sold} where ${everyWord}`, direction);
  }
  const [ofWhole = noKeyedCounts] = await countKeyed(ctx, request, [], whole.users, whole.products);
  // Of those with a part only the ids are read first, from indexes alone, which takes half as long. That there are many
  // keys is hidden from the planner: it would read the rows as well.
  const byKeys = ofWhole.ofUsers + ofWhole.ofProducts + (ofPart.ofUsers + ofPart.ofProducts) / 2;
  if (byKeys * inTurn > ofPart.all)
    return pageInTurn(ctx, request, sql`${everyWord} and ${wanted}`, direction);
  const found = sql`
    ${idsOf('user_id', whole.users)} and ${wanted}
    union
    ${idsOf('product_id', whole.products)} and ${wanted}
    union
    select order_id from (
      with given as materialized (select ${users.ids}::bigint[] as users, ${products.ids}::bigint[] as products)
      select order_id from orders where user_id = any((select users from given)::bigint[])
      intersect
      select order_id from orders where product_id = any((select products from given)::bigint[])) mixed
      join orders o using (order_id) where ${everyWord} and ${wanted}`;
  return pageOfFound(ctx, request, found, direction);
}

/** What has this word: all that have every word, and some of those that have a part. */
const having = (word: number, whole: readonly number[], part: Matches) => [
  ...whole,
  ...part.ids.filter((_, at) => ((part.words[at] ?? 0) & (1 << word)) !== 0),
];

/** By finding the ids of all of them. */
async function pageOfFound(
  ctx: Ctx,
  { offset, limit }: OrderListRequest,
  found: RawBuilder<unknown>,
  direction: Direction,
): Promise<OrderPage> {
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with found as materialized (${found})
    select (select count(*) from found) as total,
           array_to_json(array(select order_id from found order by order_id ${sql.raw(direction)}
                                offset ${offset} limit ${limit})) as ids`.execute(ctx.db);
  const { total, ids } = rows[0] ?? { total: 0, ids: [] };
  return { total, rows: await readIds(ctx, direction, ids) };
}

/** By looking at all the orders there are, as they lie. */
async function pageInTurn(
  ctx: Ctx,
  request: OrderListRequest,
  condition: RawBuilder<unknown>,
  direction: Direction,
): Promise<OrderPage> {
  const counted = await sql<{ n: number }>`select count(*) as n from orders o where ${condition}`.execute(
    ctx.db,
  );
  const total = counted.rows[0]?.n ?? 0;
  const rows = await readFromNearerEnd(request, direction, total, async (way, { offset, limit }) => {
    const found = await sql<{ order_id: number }>`
      select order_id from orders o where ${condition}
       order by order_id ${sql.raw(way)} offset ${offset} limit ${limit}`.execute(ctx.db);
    const ids = found.rows.map(({ order_id }) => order_id);
    return readIds(ctx, way, ids);
  });
  return { rows, total };
}
