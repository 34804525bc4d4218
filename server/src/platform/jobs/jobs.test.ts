import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { dropDatabase } from '../../../test/drop-database.ts';
import { systemClock } from '../clock/clock.ts';
import { systemCtx } from '../context.ts';
import { openDatabase } from '../db/database.ts';
import { createLog } from '../log/log.ts';
import { createJobRunner, defineJob } from './jobs.ts';

it('starts when the database comes late, and runs what was sent together once each', async () => {
  const server = inject('databaseServer').connection;
  const connection = { ...server, database: `ghala_jobs_${process.pid}_${randomBytes(6).toString('hex')}` };
  const admin = new Client({ ...server, database: 'postgres' });
  await admin.connect();
  const log = createLog('silent');
  const { db } = openDatabase({ connection, poolSize: 2, onLostConnection: () => undefined });
  const done: number[] = [];
  const note = defineJob({
    name: 'note',
    payload: z.object({ n: z.int() }),
    handle: async (_ctx, { n }) => {
      done.push(n);
    },
  });
  const runner = createJobRunner({ connection, jobs: [note], log, contextFor: (id) => contextFor(id) });
  const contextFor = (id: string) =>
    systemCtx({ db, clock: systemClock, log, jobs: runner, announce: () => undefined }, id);
  try {
    const ctx = contextFor('test');
    const starting = runner.start();
    await expect(runner.send(ctx, note, { n: 0 })).rejects.toThrow('does not exist');
    await admin.query(`create database ${connection.database}`);
    await starting;
    await Promise.all([1, 2, 3].map((n) => runner.send(ctx, note, { n })));
    await vi.waitFor(() => expect(done).toHaveLength(3), { timeout: 10_000 });
    expect(new Set(done)).toEqual(new Set([1, 2, 3]));
  } finally {
    await runner.stop();
    await db.destroy();
    await dropDatabase(admin, connection.database);
    await admin.end();
  }
});
