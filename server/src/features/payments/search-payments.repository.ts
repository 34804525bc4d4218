// What a search for payments means, and how it finds them among millions: by sets of ids, each from an index of its own.
// Every word must be in the receipt, the method, or the customer's name or email; a number is also looked for as a
// phone, and as the id of the payment or its order.
import { sql, type RawBuilder } from 'kysely';
import { paymentMethods, type PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { phoneSearchDigits } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { likePattern, wordsOf } from '../../platform/list/list.ts';

const customer = sql.raw("(u.first_name || ' ' || u.last_name || ' ' || u.email)");

const joined = sql`from payments p join orders o on o.order_id = p.order_id join users u on u.user_id = o.user_id`;

const hasEveryWord = (words: readonly string[]) =>
  sql.join(
    words.map((word) => {
      const pattern = likePattern(word);
      return sql`(p.receipt ilike ${pattern} or p.payment_method ilike ${pattern} or ${customer} ilike ${pattern})`;
    }),
    sql` and `,
  );

const isIn = (word: string, method: PaymentMethod) => method.toLowerCase().includes(word.toLowerCase());

/** The methods that hold every word. */
export const methodsNamed = (typed: string): PaymentMethod[] =>
  paymentMethods.filter((method) => wordsOf(typed).every((word) => isIn(word, method)));

/** The ids of payments found by a number: a phone's, a payment's or an order's. */
function byNumber(typed: string): RawBuilder<unknown>[] {
  const digits = phoneSearchDigits(typed);
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  return [
    ...(digits === null ? [] : [sql`select payment_id from payments where phone like ${`%${digits}%`}`]),
    ...(number === undefined
      ? []
      : [
          sql`select payment_id from payments where payment_id = ${Number(number)}`,
          sql`select payment_id from payments where order_id = ${Number(number)}`,
        ]),
  ];
}

/** By one word from the indexes of receipts and of customers; the other words are looked for in what it finds. */
const byWord = (word: string, words: readonly string[]) => [
  sql`select p.payment_id ${joined} where p.receipt ilike ${likePattern(word)} and ${hasEveryWord(words)}`,
  sql`select p.payment_id ${joined} where ${customer} ilike ${likePattern(word)} and ${hasEveryWord(words)}`,
];

/** A condition on payments p, joined to their orders o and customers u. */
export function whereFound(typed: string): RawBuilder<boolean> {
  const words = wordsOf(typed);
  // A word that may be a method's tells too little to start from.
  const [telling] = words
    .filter((word) => !paymentMethods.some((method) => isIn(word, method)))
    .toSorted((one, other) => other.length - one.length);
  if (telling === undefined) {
    const numbers = byNumber(typed).map((ids) => sql`p.payment_id in (${ids})`);
    return sql<boolean>`(${sql.join([sql`(${hasEveryWord(words)})`, ...numbers], sql` or `)})`;
  }
  const sets = [...byWord(telling, words), ...byNumber(typed)];
  return sql<boolean>`p.payment_id in (${sql.join(sets, sql` union `)})`;
}

/** Whether a search that names these methods also finds payments by other methods. */
export async function hasOtherMatches(
  ctx: Ctx,
  typed: string,
  methods: readonly PaymentMethod[],
): Promise<boolean> {
  const words = wordsOf(typed);
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  const sets = [...byWord(longest, words), ...byNumber(typed)];
  const { rows } = await sql<{ other: boolean }>`
    select exists (select from payments p
                    where p.payment_id in (${sql.join(sets, sql` union `)})
                      and p.payment_method <> all(${[...methods]}::text[])) as other`.execute(ctx.db);
  return rows[0]?.other ?? false;
}
