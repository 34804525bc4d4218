// One PostgreSQL for a whole test run: the one of DATABASE_URL when set, else an embedded one in a folder of its own.
// Holds a migrated template database; each test file makes its own copy (see test-server.ts).
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, migrationsFolder } from '../src/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { dropDatabase } from './drop-database.ts';

export interface TestDatabaseServer {
  /** For the pg client; add `database`. */
  connection: Record<string, unknown>;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestDatabaseServer;
  }
}

async function openServer(): Promise<{ connection: Record<string, unknown>; close: () => Promise<void> }> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') {
    const { hostname, port, username, password } = new URL(url);
    const connection = {
      host: decodeURIComponent(hostname),
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
    };
    return { connection, close: async () => undefined };
  }
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-test-'));
  const postgres = await startEmbeddedPostgres({ dataDir });
  return {
    connection: postgres.connection,
    close: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, close } = await openServer();
  const template = `ghala_template_${process.pid}_${Date.now()}`;
  const admin = new Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${template}`);
  const pool = new Pool({ ...connection, database: template, max: 2 });
  await migrate(pool, migrationsFolder, () => undefined);
  await pool.end();
  project.provide('databaseServer', { connection, template });
  return async () => {
    await dropDatabase(admin, template);
    await admin.end();
    await close();
  };
}
