// The databases that are measured, one per size, kept in bench/out between runs because ten million orders take
// minutes to make. One made by another generator, or grown by being
// measured, is made anew; one that lacks the newest migrations gets them.
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

/** What a database was made with: the generator, and the migrations that had run. */
interface MadeWith {
  generator: string;
  migrations: string[];
}

async function madeWithNow(): Promise<MadeWith> {
  const generator = await readFile(path.join(import.meta.dirname, 'generate.ts'));
  return {
    generator: createHash('sha256').update(generator).digest('hex'),
    migrations: (await readMigrations(migrationsFolder)).map(({ checksum }) => checksum),
  };
}

/** Newer migrations can still be run on it. */
const isUsable = (known: MadeWith | undefined, now: MadeWith): boolean =>
  known !== undefined &&
  known.generator === now.generator &&
  known.migrations.every((checksum, index) => checksum === now.migrations[index]);

/** Every run places orders of its own; with too many of them the database is no longer of its size. */
const mostGrowth = 1.02;

async function countOrders(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select (select sum(n) from order_counts where kind = 'all')::float8 + (select count(*) from order_count_changes) as n`,
  );
  return rows[0]?.n ?? 0;
}

export async function openBenchDatabase(
  orders: number,
  say: (message: string) => void,
): Promise<BenchDatabase> {
  const dataDir = path.join(import.meta.dirname, 'out', `orders-${orders}`);
  const now = await madeWithNow();
  const open = async () => {
    const postgres = await startEmbeddedPostgres({ dataDir, onProgress: say });
    const client = new Client(postgres.connection);
    await client.connect();
    return { postgres, client };
  };
  let { postgres, client } = await open();
  const known = await client
    .query<{ value: MadeWith }>(`select value from facts where name = 'bench-data'`)
    .then(
      ({ rows }) => rows[0]?.value,
      () => undefined,
    );
  const usable = isUsable(known, now) && (await countOrders(client)) <= orders * mostGrowth;
  if (!usable) {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
    ({ postgres, client } = await open());
  }
  const pool = new Pool({ ...postgres.connection, max: 1 });
  await migrate(pool, migrationsFolder, () => undefined);
  await pool.end();
  if (!usable) {
    say(`Making ${orders.toLocaleString('en')} orders`);
    await generate(client, orders, say);
  }
  await client.query(
    `insert into facts (name, value) values ('bench-data', $1) on conflict (name) do update set value = excluded.value`,
    [JSON.stringify(now)],
  );
  await client.end();
  return { postgres, dataDir, sizes: sizesFor(orders) };
}
