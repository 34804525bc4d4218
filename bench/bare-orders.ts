// The SQL of placing an order and nothing else, run by pgbench as a prepared statement: what the database alone can do.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { placeSql } from '../server/src/features/orders/place-order.repository.ts';
import type { EmbeddedPostgres } from '../server/src/platform/embedded-postgres/index.ts';
import type { SaleProduct } from './measure-sizes.ts';

/** In the order of the statement's parameters. The console is told the amount; here the price is looked up for it. */
const valuesFor = (userId: number): string[] => [
  String(userId),
  ':product',
  '1',
  '(select price_cents from products where product_id = :product)',
  `'Cash on delivery'`,
  'null::timestamptz',
  'now()',
  String(userId),
  `'Bench customer'`,
  `'127.0.0.1'`,
  `''`,
  `'bench'`,
];

const script = (first: number, count: number, userId: number) => `
\\set product random(${first}, ${first + count - 1})
${placeSql.replaceAll(/\$(\d+)/g, (_all, n: string) => valuesFor(userId)[Number(n) - 1] ?? 'null')};
`;

function findPgbench(): string {
  const found = globSync([
    '/usr/bin/pgbench',
    '/usr/local/bin/pgbench',
    '/usr/lib/postgresql/*/bin/pgbench',
  ]).at(-1);
  if (found === undefined)
    throw new Error(
      'The bench needs pgbench: install Debian’s postgresql-contrib or your system’s PostgreSQL.',
    );
  return found;
}

export async function placeByBareSql(
  { host, user, database, port }: EmbeddedPostgres['connection'],
  products: readonly SaleProduct[],
  userId: number,
  connections: number,
  ms: number,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-pgbench-'));
  try {
    const file = path.join(folder, 'place.sql');
    await writeFile(file, script(products[0]?.id ?? 1, products.length, userId));
    const run = (seconds: number) =>
      spawnSync(
        findPgbench(),
        [
          '-n',
          '-M',
          'prepared',
          '-c',
          String(connections),
          '-j',
          '2',
          '-T',
          String(seconds),
          '-f',
          file,
          '-h',
          host,
          '-p',
          String(port),
          '-U',
          user,
          database,
        ],
        { encoding: 'utf8' },
      );
    run(1);
    const { stdout, stderr } = run(Math.round(ms / 1000));
    const tps = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench told no speed: ${stdout}${stderr}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
