// The databases that are measured, one per size, kept in bench/out between runs because ten million orders take
// minutes to make. One whose migrations or generator changed since is made anew.
import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Client, Pool } from 'pg';
import { migrate, migrationsFolder, readMigrations } from '../server/src/platform/db/migrate.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../server/src/platform/embedded-postgres/index.ts';
import { generate, sizesFor, type Sizes } from './generate.ts';

export interface BenchDatabase {
  postgres: EmbeddedPostgres;
  dataDir: string;
  sizes: Sizes;
}

async function versionOfData(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(path.join(import.meta.dirname, 'generate.ts')));
  for (const { checksum } of await readMigrations(migrationsFolder)) hash.update(checksum);
  return hash.digest('hex');
}

export async function openBenchDatabase(
  orders: number,
  say: (message: string) => void,
): Promise<BenchDatabase> {
  const dataDir = path.join(import.meta.dirname, 'out', `orders-${orders}`);
  const version = await versionOfData();
  const open = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, onProgress: say });
    const client = new Client(postgres.connection);
    await client.connect();
    return { postgres, client };
  };
  let { postgres, client } = await open();
  const known = await client
    .query<{ value: { version: string } }>(`select value from facts where name = 'bench-data'`)
    .then(
      ({ rows }) => rows[0]?.value.version,
      () => undefined,
    );
  if (known !== version) {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    ({ postgres, client } = await open());
    say(`Making ${orders.toLocaleString('en')} orders`);
    const pool = new Pool({ ...postgres.connection, max: 1 });
    await migrate(pool, migrationsFolder, () => undefined);
    await pool.end();
    await generate(client, orders, say);
    await client.query(`insert into facts (name, value) values ('bench-data', $1)`, [
      JSON.stringify({ version }),
    ]);
  }
  await client.end();
  return { postgres, dataDir, sizes: sizesFor(orders) };
}
