import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import {
  cleanUp,
  dataDirWithDatabase,
  processesIn,
  query,
  scratchFolder,
  ServerProcess,
  until,
} from './scratch.fixture.ts';

async function startWithCommit(dataDir: string): Promise<ServerProcess> {
  const server = new ServerProcess(dataDir);
  const { connection } = await server.ready();
  await query(connection, 'CREATE TABLE kept AS SELECT 42 AS answer');
  return server;
}

/** Starts once more, reads what was committed and stops again. */
async function commitsIn(dataDir: string): Promise<unknown[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  cleanUp(() => postgres.stop());
  const rows = await query(postgres.connection, 'SELECT answer FROM kept');
  await postgres.stop();
  return rows;
}

describe('kill -9', () => {
  it('of the server ends PostgreSQL where the kernel can, and the next start has every commit', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    server.child.kill('SIGKILL');
    await server.ended();
    if (process.platform === 'linux') await until('PostgreSQL ends', () => processesIn(dataDir).length === 0);
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });

  it('of the server with an immediate restart has every commit', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    server.child.kill('SIGKILL');
    await server.ended();
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });

  it('of a server whose PostgreSQL lives on: the next start replaces it', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    server.child.kill('SIGTERM');
    await server.ended();
    const untied = new ServerProcess(dataDir, { flag: '--untied' });
    const { postmaster } = await untied.ready();
    untied.child.kill('SIGKILL');
    await untied.ended();
    expect(processesIn(dataDir)).toContain(postmaster);

    const progress: string[] = [];
    const postgres = await startEmbeddedPostgres({
      dataDir,
      onProgress: (message) => progress.push(message),
    });
    cleanUp(() => postgres.stop());
    expect(processesIn(dataDir)).not.toContain(postmaster);
    expect(progress).toEqual([expect.stringContaining('a previous server left running')]);
    expect(await query(postgres.connection, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('of PostgreSQL is reported, and the next start has every commit', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    process.kill((await server.ready()).postmaster, 'SIGKILL');
    expect((await server.event('exited')).reason).toContain('PostgreSQL was ended by SIGKILL');
    server.child.kill('SIGTERM');
    await server.ended();
    expect(processesIn(dataDir)).toEqual([]);
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });

  it('of both has every commit at the next start', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    process.kill((await server.ready()).postmaster, 'SIGKILL');
    server.child.kill('SIGKILL');
    await server.ended();
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });

  it('of a backend and a stop right after leaves nothing running', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    const { postmaster, connection } = await server.ready();
    const [backend] = await query<{ pid: number }>(
      connection,
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'background writer'`,
    );
    process.kill(backend?.pid ?? 0, 'SIGKILL');
    const log = join(dataDir, 'postgres.log');
    await until('PostgreSQL recovers', async () => (await readFile(log, 'utf8')).includes('reinitializing'));
    server.child.kill('SIGTERM');
    await server.ended();
    expect(processesIn(dataDir)).not.toContain(postmaster);
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });

  it('in the middle of creating the database: the next start makes it again', async () => {
    const dataDir = await scratchFolder();
    const server = new ServerProcess(dataDir);
    const unfinished = async (): Promise<string[]> =>
      (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
    await until('creation is under way', async () => {
      const [folder] = await unfinished();
      return folder !== undefined && existsSync(join(dataDir, folder, 'PG_VERSION'));
    });
    server.child.kill('SIGKILL');
    await server.ended();
    expect(await unfinished()).toHaveLength(1);

    const postgres = await startEmbeddedPostgres({ dataDir });
    cleanUp(() => postgres.stop());
    expect(await query(postgres.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await unfinished()).toEqual([]);
  });
});

describe('files of a crash', () => {
  it('do not stop a start when some other process now has the pid they name', async () => {
    const dataDir = await dataDirWithDatabase();
    const server = await startWithCommit(dataDir);
    process.kill((await server.ready()).postmaster, 'SIGKILL');
    server.child.kill('SIGKILL');
    await server.ended();
    await until('the backends are gone', () => processesIn(dataDir).length === 0);
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const file = join(dataDir, 'postgres', name);
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace(/^\d+/, String(process.ppid)));
    }
    await writeFile(join(dataDir, 'server.pid'), `${process.ppid}\n`);
    expect(await commitsIn(dataDir)).toEqual([{ answer: 42 }]);
  });
});
