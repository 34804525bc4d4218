// The cluster folder: told apart as absent or ours, and created whole or not at all.
import { chown, mkdtemp, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { accountForInitdb, canReach, handOver, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { syncFolder, UNFINISHED_PREFIX, type DataDir } from './data-dir.ts';
import {
  cannotRunError,
  diskFullError,
  EmbeddedPostgresError,
  errnoOf,
  fromFileSystem,
  saysCannotRun,
  saysDiskFull,
} from './errors.ts';
import { chooseLauncher, run, type Launcher, type Outcome } from './launcher.ts';
import { reasonIn } from './postgres-log.ts';

export const DATABASE = 'ghala';
/** Owns the database and may make others (tests do), but is no superuser: injected SQL could not run programs. */
export const DATABASE_USER = 'ghala';
const SUPERUSER = 'postgres';

export async function clusterExists(dataDir: DataDir, majorVersion: string): Promise<boolean> {
  try {
    const version = (await readFile(join(dataDir.cluster, 'PG_VERSION'), 'utf8')).trim();
    if (version === majorVersion) return true;
    throw new EmbeddedPostgresError(
      'incompatible-version',
      `${dataDir.cluster} was made by PostgreSQL ${version}, this server brings PostgreSQL ${majorVersion}: restore a backup into a new DATA_DIR, or go back to the version of the server that made it`,
    );
  } catch (error) {
    if (errnoOf(error) === 'EACCES') {
      throw new EmbeddedPostgresError(
        'data-dir-not-writable',
        `${dataDir.cluster} belongs to another user: start the server as its owner or hand it over with chown -R`,
        { cause: error },
      );
    }
    if (errnoOf(error) !== 'ENOENT') throw fromFileSystem(error, dataDir.cluster);
  }
  const content = await readdir(dataDir.cluster).catch(() => []);
  if (content.length > 0) {
    throw new EmbeddedPostgresError(
      'data-dir-foreign',
      `${dataDir.cluster} holds files that are not a PostgreSQL database: move them away or set DATA_DIR to another folder`,
    );
  }
  return false;
}

export async function createCluster(
  dataDir: DataDir,
  binaries: Binaries,
  launcher: Launcher,
  signal: AbortSignal | undefined,
): Promise<void> {
  const builder = await builderFor(launcher);
  const folder = await mkdtemp(dataDir.unfinishedPrefix).catch((error: unknown) => {
    throw fromFileSystem(error, dataDir.path);
  });
  try {
    if (builder.account.kind === 'uid') await chown(folder, builder.account.uid, builder.account.gid);
    const location = await locationFor(builder.account, folder);
    const step = async (program: string, args: string[], input?: string): Promise<void> => {
      const outcome = await run(builder, program, args, {
        cwd: folder,
        signal,
        ...(input === undefined ? {} : { input }),
      });
      if (!outcome.succeeded) throw creationError(dataDir, outcome);
    };
    await step(binaries.initdb, [
      `--pgdata=${location}`,
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      // PostgreSQL's own collation: the same order on every machine, whatever its C library.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--auth-local=trust',
      '--auth-host=reject',
    ]);
    await step(
      binaries.postgres,
      ['--single', '-D', location, '-c', 'exit_on_error=on', 'postgres'],
      [
        `CREATE ROLE ${DATABASE_USER} LOGIN CREATEDB`,
        `GRANT pg_monitor, pg_checkpoint TO ${DATABASE_USER}`,
        `CREATE DATABASE ${DATABASE} OWNER ${DATABASE_USER}`,
        '',
      ].join('\n'),
    );
    await handOver(launcher.account, folder);
    await rmdir(dataDir.cluster).catch(() => undefined);
    await rename(folder, dataDir.cluster);
    await syncFolder(dataDir.path);
  } catch (error) {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    throw signal?.aborted ? error : fromFileSystem(error, dataDir.path);
  }
}

async function builderFor(launcher: Launcher): Promise<Launcher> {
  const account = await accountForInitdb(launcher.account);
  return account.kind === launcher.account.kind ? { ...launcher, account } : chooseLauncher(account);
}

/** Folders of a creation that was cut off. Their programs died with the server or find nothing left to write to. */
export async function removeUnfinished(dataDir: DataDir): Promise<void> {
  for (const name of await readdir(dataDir.path)) {
    if (!name.startsWith(UNFINISHED_PREFIX)) continue;
    await rm(join(dataDir.path, name), { recursive: true, force: true, maxRetries: 5 }).catch(
      () => undefined,
    );
  }
}

/**
 * The cluster's path as PostgreSQL is to use it. Below a folder its user cannot cross (a 0700 home of root) the
 * absolute path is closed to it, but the working folder it inherits is not.
 */
export async function locationFor(account: Account, folder: string): Promise<string> {
  if (await canReach(account, folder)) return folder;
  if (process.platform === 'linux') return '/proc/self/cwd';
  throw new EmbeddedPostgresError(
    'data-dir-not-writable',
    `PostgreSQL cannot run as root and no other user can reach ${folder}: start the server as an ordinary user or set DATA_DIR to a folder others may cross`,
  );
}

function creationError(dataDir: DataDir, { output }: Outcome): EmbeddedPostgresError {
  const logTail = output.slice(-4096).trim();
  if (saysDiskFull(output)) return diskFullError(dataDir.path, { logTail });
  if (saysCannotRun(output)) return cannotRunError({ logTail });
  const line =
    logTail.split('\n').findLast((text) => /error|fatal|could not/i.test(text)) ?? reasonIn(logTail);
  return new EmbeddedPostgresError(
    'start-failed',
    `Could not create the database in ${dataDir.path}: ${line ?? 'initdb gave no reason'}`,
    { logTail },
  );
}
