import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './index.ts';
import {
  cleanUp,
  dataDirWithDatabase,
  processesIn,
  query,
  scratchFolder,
  ServerProcess,
  until,
} from './scratch.fixture.ts';
import { openSocketFolder } from './socket-folder.ts';

async function start(
  dataDir: string,
  onProgress: (message: string) => void = () => undefined,
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, onProgress });
  cleanUp(() => postgres.stop());
  return postgres;
}

describe('starting on a new folder', () => {
  it('creates a database that is reached by unix socket only and never gives up a commit', async () => {
    const dataDir = join(await scratchFolder(), 'not', 'yet', 'there');
    const progress: string[] = [];
    const { connection } = await start(dataDir, (message) => progress.push(message));

    const settings = await query<{ name: string; setting: string }>(
      connection,
      'SELECT name, setting FROM pg_settings',
    );
    const byName = Object.fromEntries(settings.map(({ name, setting }) => [name, setting]));
    expect(byName).toMatchObject({
      listen_addresses: '',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      TimeZone: 'UTC',
      jit: 'off',
      max_connections: '100',
      random_page_cost: '1.1',
    });
    expect(connection).toMatchObject({ user: 'ghala', database: 'ghala' });
    expect(progress).toEqual([`Creating the database in ${dataDir} …`]);
  });

  it('stops at once when told to while it creates the database', async () => {
    const dataDir = await scratchFolder();
    const controller = new AbortController();
    const starting = startEmbeddedPostgres({ dataDir, signal: controller.signal });
    await until('creation has begun', async () =>
      (await readdir(dataDir)).some((name) => name.startsWith('postgres.new-')),
    );
    controller.abort();
    await expect(starting).rejects.toThrow('aborted');
    expect(await readdir(dataDir)).toEqual(['server.lock']);
    await start(dataDir);
  });
});

describe('the database', () => {
  let postgres: EmbeddedPostgres;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ghala-test-'));
    postgres = await startEmbeddedPostgres({ dataDir: folder });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('sorts text the same way on every machine', async () => {
    const rows = await query<{ word: string }>(
      postgres.connection,
      `SELECT word FROM (VALUES ('b'), ('É'), ('a'), ('B'), ('é')) AS words (word) ORDER BY word`,
    );
    expect(rows.map(({ word }) => word)).toEqual(['B', 'a', 'b', 'É', 'é']);
    expect(await query(postgres.connection, `SELECT lower('ÉLÉPHANT') AS lower`)).toEqual([
      { lower: 'éléphant' },
    ]);
  });

  it('gives the server an account that owns its database but cannot run programs', async () => {
    await query(postgres.connection, 'CREATE TABLE things (id int)');
    await query(postgres.connection, 'CREATE DATABASE another');
    await expect(query(postgres.connection, `COPY things FROM PROGRAM 'true'`)).rejects.toThrow(
      'permission denied',
    );
  });

  it('lets no other user of the machine near the socket', async () => {
    expect((await stat(postgres.connection.host)).mode & 0o077).toBe(0);
  });
});

describe('starting on an existing folder', () => {
  it('finds everything again, says nothing and leaves no process or socket behind when stopped', async () => {
    const dataDir = await dataDirWithDatabase();
    const first = await start(dataDir);
    await query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await Promise.all([first.stop(), first.stop()]);
    expect(processesIn(dataDir)).toEqual([]);

    const progress: string[] = [];
    const second = await start(dataDir, (message) => progress.push(message));
    expect(await query(second.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    expect(progress).toEqual([]);
    const left = await readdir(join(dataDir, 'postgres'));
    expect(left.filter((name) => name.startsWith('.s.') || name === 'postmaster.pid')).toEqual([]);
  });

  it('applies the settings of this version, then those of the operator, but never unsafe ones', async () => {
    const dataDir = await dataDirWithDatabase();
    const cluster = join(dataDir, 'postgres');
    await writeFile(join(cluster, 'postgresql.conf'), 'max_connections = 7\n');
    await writeFile(join(cluster, 'local.conf'), "work_mem = '5MB'\nfsync = off\nlisten_addresses = '*'\n");
    const { connection } = await start(dataDir);
    expect(
      await query(
        connection,
        `SELECT current_setting('max_connections') AS connections, current_setting('work_mem') AS work_mem,
                current_setting('fsync') AS fsync, current_setting('listen_addresses') AS addresses`,
      ),
    ).toEqual([{ connections: '100', work_mem: '5MB', fsync: 'on', addresses: '' }]);
  });

  it('takes a cluster that was copied without its modes', async () => {
    const dataDir = await dataDirWithDatabase();
    await chmod(join(dataDir, 'postgres'), 0o755);
    const { connection } = await start(dataDir);
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('follows links to the folder and to the cluster', async () => {
    const scratch = await scratchFolder();
    const dataDir = await dataDirWithDatabase(join(scratch, 'data'));
    await rename(join(dataDir, 'postgres'), join(scratch, 'other-disk'));
    await symlink(join(scratch, 'other-disk'), join(dataDir, 'postgres'));
    await symlink(dataDir, join(scratch, 'link'));
    const { connection } = await start(join(scratch, 'link'));
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('keeps its log in the folder and bounds its size', async () => {
    const dataDir = await dataDirWithDatabase();
    await (await start(dataDir)).stop();
    const log = join(dataDir, 'postgres.log');
    expect(await readFile(log, 'utf8')).toContain('ready to accept connections');
    await truncate(log, 2 * 1024 ** 2);
    await start(dataDir);
    expect((await stat(log)).size).toBeLessThan(10_000);
    expect((await stat(`${log}.1`)).size).toBe(2 * 1024 ** 2);
  });
});

describe('any folder', () => {
  // As root PostgreSQL runs under another uid, which cannot cross the folder; as an ordinary user it can.
  it('works below a folder that only its owner may enter', async () => {
    const home = join(await scratchFolder(), 'home');
    await mkdir(home, { mode: 0o700 });
    const dataDir = join(home, 'data');
    await (await start(dataDir)).stop();
    const { connection } = await start(dataDir);
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('works at a path too long for a socket, through a short private link that stop removes', async () => {
    const dataDir = join(await scratchFolder(), 'a-long-name-'.repeat(9), 'with spaces and ümlauts');
    const postgres = await start(dataDir);
    const { host } = postgres.connection;
    expect(Buffer.byteLength(host)).toBeLessThan(90);
    expect((await stat(join(host, '..'))).mode & 0o777).toBe(0o700);
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await postgres.stop();
    await expect(stat(join(host, '..'))).rejects.toThrow('ENOENT');
  });

  it('gives a long path the same short link every time and puts it back when it was swept away', async () => {
    const cluster = join(await scratchFolder(), 'x'.repeat(120), 'postgres');
    const socket = await openSocketFolder(cluster);
    cleanUp(() => socket.remove());
    await socket.remove();
    await socket.keepFresh();
    expect((await openSocketFolder(cluster)).host).toBe(socket.host);
  });
});

describe('Ctrl-C', () => {
  it('reaches the server but not PostgreSQL, which goes on until it is stopped', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = new ServerProcess(dataDir, { flag: '--ignore-interrupt' });
    const { connection, postmaster } = await server.ready();
    process.kill(-(server.child.pid ?? 0), 'SIGINT');
    await server.event('interrupted');
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(processesIn(dataDir)).toContain(postmaster);
    server.child.kill('SIGTERM');
    await server.ended();
    expect(server.child.exitCode).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
  });
});

describe('a server that exits without stopping PostgreSQL', () => {
  it('still leaves no process behind', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = new ServerProcess(dataDir, { flag: '--exit' });
    const { postmaster } = await server.ready();
    expect(postmaster).toBeGreaterThan(0);
    await server.ended();
    await until('PostgreSQL ends', () => processesIn(dataDir).length === 0);
  });
});
