import { appendFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PostgresLog, reasonIn } from './postgres-log.ts';
import { scratchFolder } from './scratch.fixture.ts';

describe("PostgreSQL's log", () => {
  it('is cut while PostgreSQL runs, which goes on writing to the same file', async () => {
    const log = new PostgresLog(join(await scratchFolder(), 'postgres.log'));
    const handle = await log.open();
    await truncate(log.path, 17 * 1024 ** 2);
    await log.cutIfLarge();
    await handle.write('after the cut\n');
    await handle.close();
    expect((await stat(`${log.path}.1`)).size).toBe(17 * 1024 ** 2);
    expect(await log.tail()).toBe('after the cut');
  });

  it('gives only the end of what was written since it was opened', async () => {
    const log = new PostgresLog(join(await scratchFolder(), 'postgres.log'));
    await writeFile(log.path, 'an earlier run\n');
    await (await log.open()).close();
    expect(await log.tail()).toBe('');
    await appendFile(log.path, `${'x'.repeat(10_000)}\nthe end\n`);
    expect(await log.tail()).toMatch(/^x{4000,4096}\nthe end$/);
  });

  it('yields the line that says why PostgreSQL gave up', () => {
    const log = [
      '2026-01-01 10:00:00.000 UTC [7] LOG:  starting PostgreSQL',
      '2026-01-01 10:00:00.001 UTC [7] FATAL:  could not create lock file "postmaster.pid"',
      '2026-01-01 10:00:00.002 UTC [7] LOG:  database system is shut down',
    ].join('\n');
    expect(reasonIn(log)).toBe('could not create lock file "postmaster.pid"');
    expect(reasonIn('')).toBeUndefined();
  });
});
