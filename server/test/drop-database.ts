import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';

const goodbyeDeadlineMs = 5000;

/** pg's end() resolves before the server has let the connection go; dropping then would kill it with an error. */
export async function dropDatabase(admin: Client, name: string): Promise<void> {
  const deadline = Date.now() + goodbyeDeadlineMs;
  const inUse = async () =>
    (await admin.query('select 1 from pg_stat_activity where datname = $1 limit 1', [name])).rowCount === 1;
  while ((await inUse()) && Date.now() < deadline) await wait(10);
  await admin.query(`drop database if exists ${name} with (force)`);
}
