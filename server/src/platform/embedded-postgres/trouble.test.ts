import { spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPackage } from './binaries.ts';
import { isRoot } from './data-dir.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';
import {
  cleanUp,
  dataDirWithDatabase,
  processesIn,
  query,
  scratchFolder,
  ServerProcess,
} from './scratch.fixture.ts';

/** What went wrong; every message is one line for a human. */
async function failureOf(dataDir: string): Promise<EmbeddedPostgresError> {
  const outcome = await startEmbeddedPostgres({ dataDir }).catch((error: unknown) => error);
  if (outcome instanceof EmbeddedPostgresError && !outcome.message.includes('\n')) return outcome;
  throw new Error('The start was expected to fail with a message of one line', { cause: outcome });
}

async function createdIn(dataDir: string): Promise<string> {
  return join(await dataDirWithDatabase(dataDir), 'postgres');
}

// A disk of its own where this user may mount one (root outside most containers).
async function mountedDisk(options: string): Promise<string | undefined> {
  const folder = await scratchFolder();
  const mounted =
    isRoot() && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  if (!mounted) return undefined;
  cleanUp(async () => spawnSync('umount', ['-l', folder]));
  return folder;
}

// Root without the right to mount still has the immutable flag in most places.
async function forbidWriting(folder: string): Promise<void> {
  if (!isRoot()) {
    await chmod(folder, 0o500);
    cleanUp(() => chmod(folder, 0o700));
    return;
  }
  spawnSync('chattr', ['+i', folder]);
  cleanUp(async () => spawnSync('chattr', ['-i', folder]));
}

describe('a folder that cannot be used', () => {
  it('is named when nothing may be written in it', async () => {
    const folder = await scratchFolder();
    // No mode stops root, but the kernel's own file systems do.
    const dataDir = isRoot()
      ? process.platform === 'linux'
        ? '/sys/ghala'
        : '/System/ghala'
      : join(folder, 'data');
    await chmod(folder, 0o500);
    const failure = await failureOf(dataDir);
    expect(failure.code).toBe('data-dir-not-writable');
    expect(failure.message).toContain(`Cannot write in ${dataDir}`);
  });

  it('is named when it can no longer be written, though a database is in it', async () => {
    const disk = await mountedDisk('size=400m');
    const dataDir = disk ?? (await scratchFolder());
    await createdIn(dataDir);
    if (disk === undefined) await forbidWriting(dataDir);
    else spawnSync('mount', ['-o', 'remount,ro', disk]);
    const failure = await failureOf(dataDir);
    expect(failure.code).toBe('data-dir-not-writable');
    expect(failure.message).toContain(`Cannot write in ${dataDir} (`);
  });

  it('is named when a file is in its place', async () => {
    const file = join(await scratchFolder(), 'file');
    await writeFile(file, 'precious');
    expect(await failureOf(file)).toMatchObject({ code: 'data-dir-not-a-folder' });
    expect(await failureOf(join(file, 'below'))).toMatchObject({ code: 'data-dir-not-a-folder' });
  });

  it('is left alone when the cluster folder holds something else', async () => {
    const dataDir = await scratchFolder();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'precious');
    expect(await failureOf(dataDir)).toMatchObject({ code: 'data-dir-foreign' });
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['thesis.txt']);
  });

  it('is named with both versions when another PostgreSQL made it', async () => {
    const dataDir = await scratchFolder();
    const cluster = await createdIn(dataDir);
    await writeFile(join(cluster, 'PG_VERSION'), '15\n');
    const failure = await failureOf(dataDir);
    expect(failure.code).toBe('incompatible-version');
    expect(failure.message).toMatch(/made by PostgreSQL 15, this server brings PostgreSQL \d+/);
  });
});

describe('a full disk', () => {
  it('is named while the database is created, nothing stays behind, and the start works once there is room', async () => {
    const disk = await mountedDisk('size=16m');
    const dataDir = join(disk ?? (await scratchFolder()), 'data');
    // Where no disk can be mounted, a limit on the size of files fails the same writes.
    const wrapper = disk === undefined ? ['sh', '-c', 'ulimit -f 4000; exec "$@"', 'sh'] : [];
    const server = new ServerProcess(dataDir, { wrapper });
    const failure = await server.event('failed');
    expect(failure).toMatchObject({ code: 'disk-full' });
    expect(failure.message).toContain(dataDir);
    await server.ended();
    expect(await readdir(dataDir)).toEqual(['server.lock']);
    if (disk !== undefined) spawnSync('mount', ['-o', 'remount,size=400m', disk]);
    await (await startEmbeddedPostgres({ dataDir })).stop();
  });

  it('is named when an existing database cannot start on it, which works again once there is room', async () => {
    const disk = await mountedDisk('size=400m');
    const dataDir = join(disk ?? (await scratchFolder()), 'data');
    const cluster = await createdIn(dataDir);
    const filler = join(disk ?? dataDir, 'filler');
    if (disk === undefined) {
      // The limit cuts the rewriting of this file.
      await rm(join(cluster, 'postgresql.conf'));
    } else {
      const { bavail, bsize } = await statfs(disk);
      await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => undefined);
    }
    const wrapper = disk === undefined ? ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh'] : [];
    const server = new ServerProcess(dataDir, { wrapper });
    expect(await server.event('failed')).toMatchObject({ code: 'disk-full' });
    await server.ended();
    await rm(filler, { force: true });
    const postgres = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => postgres.stop());
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('a PostgreSQL that does not start', () => {
  it('gives its own reason in one line, the end of its log, and frees the folder', async () => {
    const dataDir = await scratchFolder();
    const cluster = await createdIn(dataDir);
    await writeFile(join(cluster, 'local.conf'), 'no_such_setting = 1\n');
    const failure = await failureOf(dataDir);
    expect(failure.code).toBe('start-failed');
    expect(failure.message).toContain('configuration file');
    expect(failure.logTail).toContain('no_such_setting');
    expect(processesIn(dataDir)).toEqual([]);
    await rm(join(cluster, 'local.conf'));
    const postgres = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => postgres.stop());
  });

  it('is refused by name on a platform it was never built for', () => {
    expect(() => findPackage('win32', 'x64')).toThrow(
      /no embedded PostgreSQL for win32-x64: set DATABASE_URL/,
    );
  });

  it('is explained when its package was not installed', () => {
    const other = process.platform === 'darwin' ? 'linux' : 'darwin';
    expect(() => findPackage(other, 'arm64')).toThrow(/is not installed: run npm ci/);
  });
});
