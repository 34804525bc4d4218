import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { cleanUp, dataDirWithDatabase, query, scratchFolder, ServerProcess } from './scratch.fixture.ts';

describe('one server per data folder', () => {
  it('refuses a second one by name of the first, which goes on unharmed', async () => {
    const dataDir = await dataDirWithDatabase();
    const first = new ServerProcess(dataDir);
    const { connection } = await first.ready();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      code: 'data-dir-in-use',
      message: expect.stringContaining(`(process ${first.child.pid})`) as string,
    });
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(first.events.map(({ event }) => event)).not.toContain('exited');
  });

  it('refuses a second one in the same process, and lets it in after the first stopped', async () => {
    const dataDir = await dataDirWithDatabase();
    const first = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => first.stop());
    for (const _ of [1, 2]) {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({ code: 'data-dir-in-use' });
    }
    const second = new ServerProcess(dataDir);
    expect(await second.event('failed')).toMatchObject({ code: 'data-dir-in-use' });
    expect(await query(first.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await first.stop();
    const third = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => third.stop());
  });

  it('lets exactly one of several win that start at the same moment', async () => {
    const dataDir = await scratchFolder();
    const servers = Array.from({ length: 4 }, () => new ServerProcess(dataDir));
    const outcomes = await Promise.all(
      servers.map((server) => Promise.any([server.event('ready'), server.event('failed')])),
    );
    expect(outcomes.filter(({ event }) => event === 'ready')).toHaveLength(1);
    expect(outcomes.filter(({ code }) => code === 'data-dir-in-use')).toHaveLength(3);
  });
});
