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
  onIdleError: (error: Error) => void;
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
  pool.on('error', options.onIdleError);
  pool.on('connect', nameStatements);
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Texts of hot queries → the name under which each connection keeps them parsed and planned. */
const statementNames = new Map<string, string>();

/**
 * A hot query: written once as SQL, parsed and planned once per connection instead of at every call (1.5–2 times as
 * fast). Its text must not vary from call to call.
 */
export function prepare<Row>(text: string): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  statementNames.set(text, `ghala_${statementNames.size}`);
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

/** Kysely sends text and values; this adds the name where the text has one. */
function nameStatements(client: PoolClient): void {
  const send = client.query.bind(client) as (...sent: unknown[]) => unknown;
  // The pool's own query hands over a callback as the last of what it sends.
  const query = (text: unknown, values?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined;
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
