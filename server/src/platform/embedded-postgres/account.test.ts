import { spawnSync } from 'node:child_process';
import { chown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isRoot } from './data-dir.ts';
import { startEmbeddedPostgres } from './index.ts';
import { cleanUp, dataDirWithDatabase, query, scratchFolder, ServerProcess } from './scratch.fixture.ts';

async function ownersBelow(folder: string): Promise<number[]> {
  const files = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  return [...new Set(await Promise.all(files.map(async (file) => (await lstat(file)).uid)))];
}

describe('the user PostgreSQL runs as', () => {
  it('is the owner of the data folder, who keeps every file in it, also when root starts the server', async () => {
    const dataDir = await scratchFolder();
    const owner = isRoot() ? 54_000 : (process.geteuid?.() ?? 0);
    await chown(dataDir, owner, isRoot() ? owner : (process.getegid?.() ?? 0));
    await (await startEmbeddedPostgres({ dataDir })).stop();
    expect(await ownersBelow(dataDir)).toEqual([owner]);
  });

  it('is never root', async () => {
    const dataDir = await scratchFolder();
    const postgres = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => postgres.stop());
    const { uid } = await lstat(join(dataDir, 'postgres', 'postmaster.pid'));
    expect(uid).not.toBe(0);
  });

  it('gets the cluster back after root restored it from a backup under its own name', async () => {
    const dataDir = await dataDirWithDatabase();
    const cluster = join(dataDir, 'postgres');
    const names = ['', ...(await readdir(cluster, { recursive: true }))];
    for (const name of isRoot() ? names : []) await chown(join(cluster, name), 0, 0);
    const postgres = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => postgres.stop());
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  // As in a rootless container. Where none of these ways is open, this user is no such root and starts as it is.
  it('is found for a root that may not switch users', async () => {
    const wrapper = [
      ['setpriv', '--bounding-set', '-setuid,-setgid'],
      ['unshare', '--user', '--map-root-user'],
    ].find(
      ([file = '', ...args]) =>
        spawnSync(file, [...args, 'unshare', '--user', '--map-user=1', 'true']).status === 0,
    );
    const server = new ServerProcess(join(await scratchFolder(), 'data'), { wrapper: wrapper ?? [] });
    const { connection } = await server.ready();
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    server.child.kill('SIGTERM');
    await server.ended();
    expect(server.child.exitCode).toBe(0);
  });
});
