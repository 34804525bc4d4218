// Layout of the data folder and its first checks. Everything the manager keeps lies directly below DATA_DIR.
import { access, chown, constants, mkdir, open, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fromFileSystem } from './errors.ts';

export interface DataDir {
  path: string;
  cluster: string;
  /** New clusters are built beside the real one under this prefix and renamed into place when whole. */
  unfinishedPrefix: string;
  log: string;
  lock: string;
  pidFile: string;
  binaries: string;
  /** Owner of the folder: as root we hand the files we make to it, so that it can start the server as well. */
  owner: { uid: number; gid: number };
}

export const UNFINISHED_PREFIX = 'postgres.new-';

// The folder may be crossed but not listed by others: as root, PostgreSQL runs under another uid and has to cross it.
const DATA_DIR_MODE = 0o711;

export async function openDataDir(folder: string): Promise<DataDir> {
  const wanted = resolve(folder);
  try {
    await mkdir(wanted, { recursive: true, mode: DATA_DIR_MODE });
    const path = await realpath(wanted);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const { uid, gid } = await stat(path);
    return {
      path,
      cluster: await resolveLink(join(path, 'postgres')),
      unfinishedPrefix: join(path, UNFINISHED_PREFIX),
      log: join(path, 'postgres.log'),
      lock: join(path, 'server.lock'),
      pidFile: join(path, 'server.pid'),
      binaries: join(path, 'postgres-binaries'),
      owner: { uid, gid },
    };
  } catch (error) {
    throw fromFileSystem(error, wanted);
  }
}

/** The operator may have moved the cluster to another disk and left a link. */
async function resolveLink(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** A file made by root in a folder of an ordinary user must not shut that user out later. */
export async function giveToOwner(dataDir: DataDir, file: string): Promise<void> {
  if (isRoot() && dataDir.owner.uid !== 0) await chown(file, dataDir.owner.uid, dataDir.owner.gid);
}

/** Makes a rename inside the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
