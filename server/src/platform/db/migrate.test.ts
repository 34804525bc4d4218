import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { dropDatabase } from '../../../test/drop-database.ts';
import { migrate } from './migrate.ts';

let folder: string;
let pools: Pool[];
let database: string;
let admin: Client;

beforeEach(async () => {
  const { connection } = inject('databaseServer');
  folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-migrate-'));
  database = `ghala_migrate_${process.pid}_${Date.now()}`;
  admin = new Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database}`);
  pools = [1, 2, 3].map(() => new Pool({ ...connection, database, max: 2 }));
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await dropDatabase(admin, database);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

const quiet = () => undefined;

it('applies each migration once when servers start together', async () => {
  await writeFile(path.join(folder, '1-a.sql'), 'create table a (n integer); select pg_sleep(0.2);');
  await writeFile(path.join(folder, '2-b.sql'), 'insert into a values (1)');
  const applied = await Promise.all(pools.map((pool) => migrate(pool, folder, quiet)));
  expect(applied.flat().toSorted()).toEqual(['1-a.sql', '2-b.sql']);
  expect((await pools[0]?.query('select n from a'))?.rows).toEqual([{ n: 1 }]);
});

it('leaves nothing of a migration that fails, and says which', async () => {
  const [pool] = pools as [Pool];
  await writeFile(path.join(folder, '1-a.sql'), 'create table a (n integer); select no_such_function();');
  await expect(migrate(pool, folder, quiet)).rejects.toThrow('1-a.sql');
  expect((await pool.query(`select to_regclass('a') as a`)).rows).toEqual([{ a: null }]);
});

it('refuses a database that is newer, and a migration that was changed', async () => {
  const [pool] = pools as [Pool];
  await writeFile(path.join(folder, '1-a.sql'), 'create table a (n integer)');
  await migrate(pool, folder, quiet);
  await writeFile(path.join(folder, '1-a.sql'), 'create table a (n bigint)');
  await expect(migrate(pool, folder, quiet)).rejects.toThrow('was changed after it was applied');
  await rm(path.join(folder, '1-a.sql'));
  await expect(migrate(pool, folder, quiet)).rejects.toThrow('newer than this server');
});
