// One server per data folder. The lock is SQLite's write lock on an empty file: a kernel lock of this process, so
// kill -9 frees it at once, no stale pid can hold it, and it also works between containers that share the folder.
// The file must never be opened by anything else in this process: closing any descriptor on it drops a POSIX lock.
import { access, constants, open, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { giveToOwner, type DataDir } from './data-dir.ts';
import { EmbeddedPostgresError, errnoOf, fromFileSystem, messageOf } from './errors.ts';

export interface DataDirLock {
  release(): Promise<void>;
}

const SQLITE_BUSY = 5;
// A server that was just stopped or killed may need a moment to be gone.
const ATTEMPTS = 5;
const ATTEMPT_PAUSE_MS = 60;

export async function lockDataDir(dataDir: DataDir): Promise<DataDirLock> {
  await prepareLockFile(dataDir);
  for (let attempt = 1; ; attempt += 1) {
    const held = tryLock(dataDir);
    if (held) return recordHolder(dataDir, held);
    if (attempt >= ATTEMPTS) throw await inUseError(dataDir);
    await delay(ATTEMPT_PAUSE_MS);
  }
}

// SQLite reports no errno, so trouble with the folder is met here. An existing file is not opened, see above.
async function prepareLockFile(dataDir: DataDir): Promise<void> {
  try {
    const created = await open(dataDir.lock, 'wx').catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
    await created?.close();
    await access(dataDir.lock, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw fromFileSystem(error, dataDir.path);
  }
}

// BEGIN IMMEDIATE takes only the RESERVED lock, which exactly one of several contenders gets. EXCLUSIVE would let two
// that start together refuse each other.
function tryLock(dataDir: DataDir): DatabaseSync | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(dataDir.lock, { timeout: 0 });
    // Nothing is ever written, but SQLite would open a journal on disk, which a kill -9 leaves behind.
    database.exec('PRAGMA journal_mode = MEMORY');
    database.exec('BEGIN IMMEDIATE');
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined;
    throw new EmbeddedPostgresError('start-failed', `Could not lock ${dataDir.lock}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function recordHolder(dataDir: DataDir, held: DatabaseSync): Promise<DataDirLock> {
  let released = false;
  const release = async (): Promise<void> => {
    if (released) return;
    released = true;
    await rm(dataDir.pidFile, { force: true }).catch(() => undefined);
    held.close();
  };
  try {
    await writeFile(dataDir.pidFile, `${process.pid}\n`);
    await giveToOwner(dataDir, dataDir.pidFile);
    await giveToOwner(dataDir, dataDir.lock);
    return { release };
  } catch (error) {
    await release();
    throw fromFileSystem(error, dataDir.path);
  }
}

async function inUseError(dataDir: DataDir): Promise<EmbeddedPostgresError> {
  const pid = (await readFile(dataDir.pidFile, 'utf8').catch(() => '')).trim();
  const holder = pid === '' ? 'another server' : `another server (process ${pid})`;
  return new EmbeddedPostgresError(
    'data-dir-in-use',
    `${dataDir.path} is in use by ${holder}: stop it or set DATA_DIR to another folder`,
  );
}
