// Under which user PostgreSQL runs. It refuses root, so root hands it to an unprivileged uid.
import { chmod, lchown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { isRoot, type DataDir } from './data-dir.ts';
import { EmbeddedPostgresError, errnoOf } from './errors.ts';

/**
 * own: this process's user. uid: another user, switched to by root. mapped: this user under another number in a user
 * namespace; files on disk stay this user's, so it is weaker than a switch and only used where no switch is possible.
 */
export type Account =
  | { kind: 'own' }
  | { kind: 'uid'; uid: number; gid: number }
  | { kind: 'mapped'; uid: number };

// Not `nobody`: whatever else runs as nobody could reach the database. Outside the ranges distributions hand out by
// default, inside the 65536 ids that containers map.
const DEDICATED_ID = 54329;

export async function preferredAccount(dataDir: DataDir): Promise<Account> {
  if (!isRoot()) return { kind: 'own' };
  const cluster = await stat(dataDir.cluster).catch(() => undefined);
  for (const owner of [cluster, dataDir.owner]) {
    if (owner && owner.uid !== 0) return { kind: 'uid', uid: owner.uid, gid: owner.gid };
  }
  return { kind: 'uid', uid: DEDICATED_ID, gid: DEDICATED_ID };
}

/**
 * initdb insists that its user has a name, which the dedicated uid and `docker run --user 1234` do not have: it then
 * runs as a named user and the files change hands afterwards.
 */
export async function accountForInitdb(account: Account): Promise<Account> {
  if (account.kind === 'own') return hasName() ? account : mappedAccount();
  if (account.kind === 'mapped' || (await isListed(account.uid))) return account;
  return { kind: 'uid', ...(await namedUser()) };
}

export async function mappedAccount(): Promise<Account> {
  return { kind: 'mapped', uid: (await namedUser()).uid };
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

async function listedUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
}

async function isListed(uid: number): Promise<boolean> {
  return (await listedUsers()).some((user) => user.uid === uid);
}

async function namedUser(): Promise<{ uid: number; gid: number }> {
  const users = await listedUsers();
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) {
    throw new EmbeddedPostgresError(
      'start-failed',
      'PostgreSQL cannot run as root and /etc/passwd names no other user: start the server as an ordinary user',
    );
  }
  return { uid: user.uid, gid: user.gid };
}

/** Whether the account may cross every folder above the path. Looks at mode bits alone, as ACLs only widen them here. */
export async function canReach(account: Account, path: string): Promise<boolean> {
  if (account.kind !== 'uid') return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), account, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

export async function canExecute(account: Account, file: string): Promise<boolean> {
  return (
    account.kind !== 'uid' || ((await canReach(account, file)) && allows(await stat(file), account, 0o5))
  );
}

function allows(
  stats: { mode: number; uid: number; gid: number },
  account: { uid: number; gid: number },
  bits: number,
): boolean {
  const shift = stats.uid === account.uid ? 6 : stats.gid === account.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

/** Gives a whole folder to the account that will run on it; cheap when it already has it. */
export async function handOver(account: Account, folder: string): Promise<void> {
  const { uid, gid } =
    account.kind === 'uid' ? account : { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
  const top = await stat(folder);
  if (top.uid !== uid) {
    if (!isRoot()) {
      throw new EmbeddedPostgresError(
        'data-dir-not-writable',
        `${folder} belongs to user id ${top.uid}, not to this user (${uid}): start the server as its owner or hand it over with chown -R`,
      );
    }
    await chownTree(folder, uid, gid);
  }
  // PostgreSQL refuses a folder that others may enter, as a copy made without its modes is.
  if ((top.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

// The top folder comes last: it is what handOver looks at, so a walk that was cut is walked again.
async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  if ((await lstat(path)).isDirectory()) {
    for (const name of await readdir(path)) await chownTree(join(path, name), uid, gid);
  }
  await lchown(path, uid, gid).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw error;
  });
}
