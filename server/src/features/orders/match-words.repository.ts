// What somebody typed, resolved to the customers and products that have those words.
import { sql } from 'kysely';
import { phoneSearchDigits } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { likePattern, wordsOf } from '../../platform/list/list.ts';

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
export async function resolveSearch(ctx: Ctx, typed: string, companies: readonly number[] | undefined) {
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
export async function mayMix(ctx: Ctx, words: readonly string[]): Promise<boolean> {
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
export interface Matches {
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

/** The customers and the products that have some of the words each. */
export const findParts = async (
  ctx: Ctx,
  words: readonly string[],
  companies: readonly number[] | undefined,
) => ({
  users: await findPartMatches(ctx, words, { table: 'users', id: 'user_id', text: customerText }),
  products: await findPartMatches(ctx, words, {
    table: 'products',
    id: 'product_id',
    text: 'product_name',
    companies,
  }),
});
