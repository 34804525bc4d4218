// Plain-SQL migrations, forward only, in name order. A lock makes servers that start together take turns.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Pool, PoolClient } from 'pg';

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');

/** Any number will do as long as nothing else in this database takes it. */
const advisoryLock = 7_146_082_551;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

export class MigrationError extends Error {}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Brings the database up to date and returns the names of what was applied. */
export async function migrate(
  pool: Pool,
  folder: string,
  onProgress: (message: string) => void,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await pool.connect();
  try {
    // Waiting for another server's turn, or changing a big table, may take longer than a request may.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    checkHistory(migrations, applied);
    const waiting = migrations.filter((migration) => !applied.has(migration.name));
    if (waiting.length > 0) onProgress(`Bringing the database up to date (${waiting.length} steps)`);
    for (const migration of waiting) await apply(client, migration);
    return waiting.map((migration) => migration.name);
  } finally {
    const tidy = await client.query('select pg_advisory_unlock_all(); reset statement_timeout').then(
      () => true,
      () => false,
    );
    client.release(!tidy);
  }
}

function checkHistory(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined) {
      throw new MigrationError(
        `The database is newer than this server: it holds ${name}. Start a newer version.`,
      );
    }
    if (expected !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after it was applied. Add a new one instead.`,
      );
    }
  }
}

async function apply(client: PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new MigrationError(`The migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
}
