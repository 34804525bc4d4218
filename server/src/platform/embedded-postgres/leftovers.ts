// PostgreSQL processes that outlived their server (kill -9 where the kernel does not end them with it). They are
// stopped rather than adopted: this server's settings then apply and the new postmaster is its own child.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import type { PostgresLog } from './postgres-log.ts';
import { endOrphans, shutDown } from './shutdown.ts';

export const SOCKET_FILE = '.s.PGSQL.5432';

/**
 * Call only while holding the lock on the data folder: then nobody can be using what is found here.
 * Returns whether the last run ended without a clean shutdown.
 */
export async function stopLeftovers(
  cluster: string,
  clusterName: string,
  log: PostgresLog,
  onProgress: (message: string) => void,
): Promise<boolean> {
  const found = findProcesses(cluster, clusterName);
  if (found.length > 0) {
    onProgress(`Stopping the PostgreSQL that a previous server left running in ${cluster} …`);
    const postmaster = (await recordedPostmaster(cluster)) ?? 0;
    const isGone = (): boolean => findProcesses(cluster, clusterName).length === 0;
    const toAll = (signal: NodeJS.Signals): void => send(findProcesses(cluster, clusterName), signal);
    const ended = found.includes(postmaster)
      ? await shutDown(
          { isGone, send: (signal) => (signal === 'SIGKILL' ? toAll(signal) : send([postmaster], signal)) },
          log,
        )
      : await endOrphans({ isGone, send: toAll });
    if (!ended) throw stillRunning(cluster, `process ${found[0]}`);
  }
  // A clean stop removes the file; the socket answers only if a PostgreSQL runs that we cannot see (other container).
  const unclean = (await recordedPostmaster(cluster)) !== undefined;
  if (unclean && (await answers(join(cluster, SOCKET_FILE))))
    throw stillRunning(cluster, 'perhaps in another container');
  // PostgreSQL would refuse to start if some other process now has the pid written in these files.
  for (const file of ['postmaster.pid', SOCKET_FILE, `${SOCKET_FILE}.lock`])
    await rm(join(cluster, file), { force: true });
  return unclean;
}

export async function recordedPostmaster(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Math.abs(Number.parseInt(text, 10)) || 0;
}

/** Every PostgreSQL process on this cluster, wherever its pid file points. */
export function findProcesses(cluster: string, clusterName: string): number[] {
  return process.platform === 'linux' ? findByWorkingFolder(cluster) : findByTitle(clusterName);
}

// All PostgreSQL processes have the cluster as working folder. A zombie has none, so it does not count.
function findByWorkingFolder(cluster: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!Number.isInteger(pid) || pid === process.pid) return false;
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === cluster &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
        );
      } catch {
        return false;
      }
    });
}

// The name is on the postmaster's command line and in the title of its children.
function findByTitle(clusterName: string): number[] {
  const { stdout } = spawnSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' });
  return (stdout ?? '')
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(clusterName))
    .map((line) => Number.parseInt(line, 10));
}

export function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended in the meantime.
    }
  }
}

async function answers(socket: string): Promise<boolean> {
  return new Promise((settle) => {
    const connection = createConnection(socket);
    connection.once('connect', () => {
      connection.destroy();
      settle(true);
    });
    connection.once('error', () => settle(false));
  });
}

function stillRunning(cluster: string, who: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'data-dir-in-use',
    `A PostgreSQL (${who}) still runs in ${cluster}: stop it or set DATA_DIR to another folder`,
  );
}
