// The connection pool and the typed query builder on it. Features add their tables to Database by declaration merging.
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, Pool, types, type PoolClient, type PoolConfig } from 'pg';
import type { AuditLogTable, FactsTable, IdempotencyKeysTable } from './platform.tables.ts';

/** The platform's own tables; features declare theirs into this from their own files. */
export interface Database {
  audit_log: AuditLogTable;
  idempotency_keys: IdempotencyKeysTable;
  facts: FactsTable;
}

export type Db = Kysely<Database> | Transaction<Database>;

// int8: our ids and cents stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number);

export interface DatabaseOptions {
  connection: PoolConfig;
  poolSize: number;
  /** A connection was lost; whoever used it gets an error of their own. */
  onLostConnection: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): { db: Kysely<Database>; pool: Pool } {
  const pool = new Pool({
    ...options.connection,
    max: options.poolSize,
    application_name: 'ghala',
    // A request that cannot get a connection in this time is better refused than left hanging.
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    // The session's zone decides how dates are cut; the console speaks UTC.
    options: '-c timezone=UTC',
  });
  pool.on('error', options.onLostConnection);
  pool.on('connect', (client) => {
    // The pool listens to idle clients only; one that is lost in use would end the process.
    client.on('error', options.onLostConnection);
    nameStatements(client);
  });
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** SQL texts → the name under which each connection keeps them parsed and planned: 1.5–2 times as fast. */
const statementNames = new Map<string, string>();
/** Each connection keeps every named statement; texts that vary without end must not fill its memory. */
const maxStatementNames = 400;
/**
 * Planned anew each time: a plan that suits one pattern can be ruinous for another. Not so when the pattern is written
 * in the statement, or hidden from the planner in a select.
 */
const plannedEachTime = /\bi?like\b(?! (?:\(select |'))/i;

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined || statementNames.size >= maxStatementNames || plannedEachTime.test(text))
    return known;
  const name = `ghala_${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

const preparedTexts = new Set<string>();

/** A query written as SQL, for where the builder's own cost counts. Its text must not vary from call to call. */
export function prepare<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  preparedTexts.add(text);
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values.map(asSent)))).rows;
}

/** A list of ids as PostgreSQL reads it; the driver would take ten times as long, looking for letters to escape. */
const asSent = (value: unknown): unknown =>
  Array.isArray(value) && value.every((each) => typeof each === 'number') ? `{${value.join(',')}}` : value;

type Known = string | number | null;

const literal = (value: Known): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

/**
 * The same for a statement whose first values are mostly the same few: then they stand in the text, where the planner
 * knows them whenever it plans, which is once. `known` gives those of a call; they must come from a fixed set.
 */
export function prepareKnowing<Row>(text: string, known: (values: readonly unknown[]) => readonly Known[]) {
  const texts = new Map<string, ReturnType<typeof prepare<Row>>>();
  const prepareWith = (first: readonly Known[]) =>
    prepare<Row>(
      text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
        const number = Number(digits);
        return number > first.length ? `$${number - first.length}` : literal(first[number - 1] ?? null);
      }),
    );
  return (db: Db, values: readonly unknown[]): Promise<Row[]> => {
    const first = known(values);
    const key = JSON.stringify(first);
    const run = texts.get(key) ?? prepareWith(first);
    texts.set(key, run);
    return run(db, values.slice(first.length));
  };
}

/** Kysely sends text and values; this adds the name. */
function nameStatements(client: PoolClient): void {
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown;
  // The pool's own query hands over a callback as the last of what it sends.
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    // Without values it may be several statements in one, which cannot have a name.
    const name =
      typeof text === 'string' && ((Array.isArray(values) && values.length > 0) || preparedTexts.has(text))
        ? nameOf(text)
        : undefined;
    return name === undefined ? send(text, values, ...rest) : send({ name, text, values }, ...rest);
  };
  Object.assign(client, { query });
}

interface DatabaseFault {
  code: string;
  constraint?: string;
}

/** PostgreSQL's error, when it is one. */
export function databaseFault(error: unknown): DatabaseFault | null {
  return error instanceof DatabaseError && error.code !== undefined
    ? { code: error.code, ...(error.constraint === undefined ? {} : { constraint: error.constraint }) }
    : null;
}

export const violates = (error: unknown, constraint: string): boolean =>
  databaseFault(error)?.constraint === constraint;
