// Orders that are being placed by another server while this one brings the counts up to date.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { dropDatabase } from '../../../test/drop-database.ts';
import { migrate, migrationsFolder } from '../../platform/db/migrate.ts';

const byAmount = '20261115-1600-count-orders-by-amount.sql';

it('counts an order that was under way, and those before and after it', async () => {
  const { connection } = inject('databaseServer');
  const admin = new Client({ ...connection, database: 'postgres' });
  await admin.connect();
  const database = `ghala_upgrade_${process.pid}_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${database}`);
  const pool = new Pool({ ...connection, database });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-upgrade-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    await rm(path.join(folder, byAmount));
    await migrate(pool, folder, () => undefined);
    await pool.query(
      `insert into suppliers (supplier_id, supplier_name, contact_person, contact_number, email, address)
       values (1, 'Shop', 'Otieno', '254711111111', 'shop@test.example', 'Nairobi');
       insert into categories (category_id, category_name) values (1000, 'Things');
       insert into users (user_id, first_name, last_name, email, phone, role, password_hash)
       values (1000, 'Achieng', 'Odhiambo', 'a@test.example', '254710000001', 'user', '-');
       insert into products (product_id, supplier_id, category_id, product_name, product_description, price_cents)
       values (1, 1, 1000, 'Thing', 'A thing', 100)`,
    );
    const place = (client: Pick<Pool, 'query'>) =>
      client.query(
        `insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method)
         values (1000, 1, 1, 3, 100, 300, 'Mpesa')`,
      );
    await place(pool);
    await pool.query('select fold_order_counts()');
    await place(pool);
    const other = await pool.connect();
    await other.query('begin');
    await place(other);
    const upgrade = migrate(pool, migrationsFolder, () => undefined);
    await vi.waitFor(async () => {
      const waiting = await admin.query(
        `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
        [database],
      );
      expect(waiting.rowCount).toBe(1);
    });
    await other.query('commit');
    other.release();
    await upgrade;
    await place(pool);
    await pool.query('select fold_order_counts()');
    const { rows } = await pool.query(
      `select kind, key::int, n::int from order_totals where kind in ('all', 'amount') order by kind`,
    );
    expect(rows).toEqual([
      { kind: 'all', key: 0, n: 4 },
      { kind: 'amount', key: 300, n: 4 },
    ]);
  } finally {
    await pool.end();
    await rm(folder, { recursive: true });
    await dropDatabase(admin, database);
    await admin.end();
  }
});
