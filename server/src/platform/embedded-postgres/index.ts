// The private PostgreSQL of a server that was given no DATABASE_URL: one cluster in the data folder, one server at a
// time on it, reached through a unix socket only. Guards that every acknowledged commit survives a kill of any process.
import { chown } from 'node:fs/promises';
import { preferredAccount, handOver } from './account.ts';
import { findPackage, prepareBinaries, type Package } from './binaries.ts';
import { clusterExists, createCluster, DATABASE, DATABASE_USER, removeUnfinished } from './cluster.ts';
import { lockDataDir, type DataDirLock } from './data-dir-lock.ts';
import { giveToOwner, openDataDir, type DataDir } from './data-dir.ts';
import { fromFileSystem } from './errors.ts';
import { chooseLauncher, type Launcher } from './launcher.ts';
import { stopLeftovers } from './leftovers.ts';
import { PostgresLog } from './postgres-log.ts';
import { startPostmaster, type Postmaster } from './postmaster.ts';
import { FIXED_SETTINGS, inspectMachine, writeSettings } from './settings.ts';
import { openSocketFolder, shortHash, type SocketFolder } from './socket-folder.ts';

export { EmbeddedPostgresError } from './errors.ts';

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Told about anything that takes over a second. */
  onProgress?: (message: string) => void;
  signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  /** For the pg client; host is the folder of the unix socket. */
  connection: { host: string; user: string; database: string; password?: string; port: number };
  dataDir: string;
  /** Resolves if PostgreSQL ends without stop() having been called. Call stop() even then: it frees the folder. */
  exited: Promise<{ reason: string }>;
  /** Fast shutdown; when it resolves no process is left and the folder is free. */
  stop(): Promise<void>;
}

const UPKEEP_INTERVAL_MS = 60_000;
const NEVER = new Promise<never>(() => undefined);

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  options.signal?.throwIfAborted();
  const found = findPackage();
  const dataDir = await openDataDir(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    return await startLocked(found, dataDir, lock, options);
  } catch (error) {
    await lock.release();
    throw options.signal?.aborted ? error : fromFileSystem(error, dataDir.path);
  }
}

async function startLocked(
  found: Package,
  dataDir: DataDir,
  lock: DataDirLock,
  { onProgress = () => undefined, signal }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const launcher = await chooseLauncher(await preferredAccount(dataDir));
  const binaries = await prepareBinaries(found, launcher, dataDir, onProgress);
  const clusterName = `ghala-${shortHash(dataDir.cluster)}`;
  const log = new PostgresLog(dataDir.log);
  await removeUnfinished(dataDir);
  let recovering = false;
  if (await clusterExists(dataDir, binaries.majorVersion)) {
    recovering = await stopLeftovers(dataDir.cluster, clusterName, log, onProgress);
  } else {
    onProgress(`Creating the database in ${dataDir.path} …`);
    await createCluster(dataDir, binaries, launcher, signal);
  }
  await configure(dataDir, launcher);
  const postmaster = await startPostmaster({
    cluster: dataDir.cluster,
    clusterName,
    program: binaries.postgres,
    launcher,
    log,
    slowMessage: recovering
      ? `Recovering the database in ${dataDir.path} after a crash …`
      : 'Waiting for PostgreSQL …',
    onProgress,
    signal,
  });
  try {
    await giveToOwner(dataDir, dataDir.log);
    return present(dataDir, postmaster, log, await openSocketFolder(dataDir.cluster), lock);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

async function configure(dataDir: DataDir, { account }: Launcher): Promise<void> {
  await handOver(account, dataDir.cluster);
  for (const file of await writeSettings(dataDir.cluster, await inspectMachine(dataDir.path))) {
    if (account.kind === 'uid') await chown(file, account.uid, account.gid);
  }
}

function present(
  dataDir: DataDir,
  postmaster: Postmaster,
  log: PostgresLog,
  socket: SocketFolder,
  lock: DataDirLock,
): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  // Upkeep is best effort: what it keeps in order is not needed for correctness.
  const upkeep = setInterval(() => {
    void Promise.allSettled([log.cutIfLarge(), socket.keepFresh()]);
  }, UPKEEP_INTERVAL_MS).unref();
  const stop = async (): Promise<void> => {
    clearInterval(upkeep);
    try {
      await postmaster.stop();
      await socket.remove();
    } finally {
      await lock.release();
    }
  };
  return {
    connection: {
      host: socket.host,
      user: DATABASE_USER,
      database: DATABASE,
      port: Number(FIXED_SETTINGS['port']),
    },
    dataDir: dataDir.path,
    exited: postmaster.ended.then((reason) =>
      stopping === undefined ? { reason: `${reason} (its log: ${log.path})` } : NEVER,
    ),
    stop: () => (stopping ??= stop()),
  };
}
