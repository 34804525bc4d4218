// The list engine. A list is a base query with its joins and scope, the columns it can be searched, filtered and
// sorted by, and how a row looks on the wire; paging, totals and the shape of the answer are the same for all.
import {
  sql,
  type Expression,
  type ReferenceExpression,
  type SelectQueryBuilder,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { phoneSearchDigits } from '@ghala/contracts/phone';

// The builder's type parameters differ for every list; the engine only adds conditions, order and bounds.
type Query<DB, TB extends keyof DB, O> = SelectQueryBuilder<DB, TB, O>;

export interface ListRequest {
  offset: number;
  limit: number;
  search: string;
  sort?: { key: string; descending: boolean } | undefined;
}

export interface SearchColumns<DB, TB extends keyof DB> {
  /** Expressions that hold words; each word typed must be in one of them. */
  text: readonly Expression<string>[];
  /** A word in another table, asked by key: a joined column among the conditions would keep every index out of them. */
  related?: (word: string) => readonly Expression<SqlBool>[];
  /** Canonical phone numbers (2547…), found by any usual form. */
  phones?: readonly StringReference<DB, TB>[];
  /** Found by the exact number, with or without a leading #. */
  ids?: readonly StringReference<DB, TB>[];
}

export interface ListDefinition<DB, TB extends keyof DB, O, Row> {
  /** Joins, scope and filters included; no order, no bounds. */
  query: Query<DB, TB, O>;
  /** Selects what toRow needs. */
  select: (query: Query<DB, TB, O>) => Query<DB, TB, Row>;
  search: SearchColumns<DB, TB>;
  sortable: Readonly<Record<string, ReferenceExpression<DB, TB>>>;
  /** Newest first; also breaks ties, so that pages never overlap. */
  idColumn: ReferenceExpression<DB, TB>;
  /** A quicker way to the exact total than counting the rows. */
  total?: () => Promise<number>;
}

const maxWords = 8;

/** What a search is made of: the words between the spaces. */
export const wordsOf = (typed: string): string[] =>
  typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);

/** `%` and `_` are letters to the person who types them. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function searchCondition<DB, TB extends keyof DB>(
  typed: string,
  columns: SearchColumns<DB, TB>,
): Expression<SqlBool> {
  const everyWord = wordsOf(typed).map((word) => {
    const inOne = [
      ...columns.text.map((column) => sql<SqlBool>`${column} ilike ${likePattern(word)}`),
      ...(columns.related?.(word) ?? []),
    ];
    return sql<SqlBool>`(${sql.join(inOne, sql` or `)})`;
  });
  const ways = columns.text.length > 0 ? [sql<SqlBool>`(${sql.join(everyWord, sql` and `)})`] : [];
  const digits = phoneSearchDigits(typed);
  if (digits !== null) {
    for (const column of columns.phones ?? [])
      ways.push(sql<SqlBool>`${sql.ref(column)} like ${`%${digits}%`}`);
  }
  const number = /^#?(\d{1,15})$/.exec(typed)?.[1];
  if (number !== undefined) {
    for (const column of columns.ids ?? []) ways.push(sql<SqlBool>`${sql.ref(column)} = ${Number(number)}`);
  }
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : sql<SqlBool>`false`;
}

export const whereSearched = <DB, TB extends keyof DB, O>(
  query: Query<DB, TB, O>,
  typed: string,
  columns: SearchColumns<DB, TB>,
): Query<DB, TB, O> => (typed === '' ? query : query.where(searchCondition(typed, columns)));

export async function listPage<DB, TB extends keyof DB, O, Row, Wire>(
  definition: ListDefinition<DB, TB, O, Row>,
  request: ListRequest,
  toWire: (row: Row) => Wire,
): Promise<{ results: Wire[]; total: number }> {
  const matching = whereSearched(definition.query, request.search, definition.search);
  const column = request.sort === undefined ? undefined : definition.sortable[request.sort.key];
  const sorted =
    column === undefined
      ? definition.select(matching)
      : definition.select(matching).orderBy(column, request.sort?.descending === true ? 'desc' : 'asc');
  const rows = await sorted
    .orderBy(definition.idColumn, 'desc')
    .offset(request.offset)
    .limit(request.limit)
    .execute();
  // A page that is not full is the last one, so its end is the total; an empty one past the start tells nothing.
  const lastPage = rows.length < request.limit && (rows.length > 0 || request.offset === 0);
  const total = lastPage ? request.offset + rows.length : await (definition.total?.() ?? countRows(matching));
  return { results: rows.map((row) => toWire(row as Row)), total };
}

async function countRows<DB, TB extends keyof DB, O>(query: Query<DB, TB, O>): Promise<number> {
  const rows: unknown[] = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .execute();
  return (rows[0] as { total: number }).total;
}
