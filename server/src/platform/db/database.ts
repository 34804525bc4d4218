// The connection pool and the typed query builder on it. Features add their tables to Database by declaration merging.
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { DatabaseError, Pool, types, type PoolConfig } from 'pg';
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
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
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
