// The folder clients name as host. It is the cluster itself unless that path is too long for a unix socket: then a
// link to it in a short private folder.
import { createHash, randomUUID } from 'node:crypto';
import { lstat, lutimes, mkdir, readlink, rename, rm, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';
import { SOCKET_FILE } from './leftovers.ts';

export interface SocketFolder {
  host: string;
  /** Sweepers of temporary folders remove what looks old; called now and then while the server runs. */
  keepFresh(): Promise<void>;
  remove(): Promise<void>;
}

// macOS has 104 bytes with the closing zero, Linux 108.
const LONGEST_SOCKET_PATH = 103;

export async function openSocketFolder(cluster: string): Promise<SocketFolder> {
  const nothing = async (): Promise<void> => undefined;
  if (fits(cluster)) return { host: cluster, keepFresh: nothing, remove: nothing };
  const name = `ghala-${process.geteuid?.() ?? 0}-${shortHash(cluster)}`;
  for (const parent of [process.env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp']) {
    if (parent === undefined || parent === '') continue;
    const folder = join(parent, name);
    const host = join(folder, 'pg');
    if (!fits(host) || !(await linkPrivately(folder, host, cluster))) continue;
    return {
      host,
      keepFresh: async () => {
        await linkPrivately(folder, host, cluster);
        const now = new Date();
        await utimes(folder, now, now);
        await lutimes(host, now, now);
      },
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  }
  throw new EmbeddedPostgresError(
    'start-failed',
    `The path ${cluster} is too long for a unix socket and no temporary folder can be used: set DATA_DIR to a shorter path`,
  );
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_FILE)) <= LONGEST_SOCKET_PATH;
}

async function linkPrivately(folder: string, link: string, cluster: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stats = await lstat(folder);
    // In a shared folder somebody else may have taken the name.
    if (!stats.isDirectory() || stats.uid !== process.geteuid?.() || (stats.mode & 0o077) !== 0) return false;
    if ((await readlink(link).catch(() => undefined)) !== cluster) {
      const fresh = `${link}-${randomUUID()}`;
      await symlink(cluster, fresh);
      await rename(fresh, link);
    }
    return true;
  } catch {
    return false;
  }
}
