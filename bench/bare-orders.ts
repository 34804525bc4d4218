// The SQL of placing an order and nothing else, run by pgbench: what the database alone can do. The statements are the
// same as those of features/orders/place-order.ts; a prepared statement each.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { EmbeddedPostgres } from '../server/src/platform/embedded-postgres/index.ts';
import type { SaleProduct } from './measure-size.ts';

const script = (first: number, count: number, userId: number) => `
\\set product random(${first}, ${first + count - 1})
begin;
select product_id, product_name, price_cents, stock_level, supplier_id from products where product_id = :product \\gset
with placed as (
  insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method, hold_until, created_at, updated_at)
  values (${userId}, :product, :supplier_id, 1, :price_cents, :price_cents, 'Cash on delivery', null, now(), now()) returning *
), event as (
  insert into order_events (order_id, field, from_value, to_value, reason, actor_user_id, created_at)
  select order_id, 'status', null, status, '', ${userId}, now() from placed
)
select placed.*, u.first_name, u.last_name, u.email, u.phone, p.product_name from placed join users u using (user_id) join products p using (product_id) \\gset
with product as (select product_id, stock_level from products where product_id = :product for no key update),
moved as (
  insert into stock_movements (product_id, quantity, reason, note, order_id, actor_user_id, created_at)
  select product_id, -1, 'ordered', '', :order_id, ${userId}, now() from product where stock_level - 1 >= 0 returning stock_after
)
select stock_level as before, (select stock_after from moved) as after from product;
insert into audit_log (at, actor_user_id, actor_name, action, subject_type, subject_id, ip, user_agent, request_id, before, after)
values (now(), ${userId}, 'Bench customer', 'order.placed', 'order', :order_id::text, '127.0.0.1', '', 'bench', null, '{"orderId": 1, "status": "pending"}');
select pg_notify('ghala_changes', '{}');
commit;
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
  connections: number,
  ms: number,
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-pgbench-'));
  try {
    const file = path.join(folder, 'place.sql');
    await writeFile(file, script(products[0]?.id ?? 1, products.length, 1));
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
