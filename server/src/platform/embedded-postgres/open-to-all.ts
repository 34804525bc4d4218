import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** chmod -R a+rX: a copy made under a strict umask must still be readable by the user PostgreSQL runs as. */
export async function openToAll(path: string): Promise<void> {
  const stats = await lstat(path);
  if (stats.isSymbolicLink()) return;
  const executable = stats.isDirectory() || (stats.mode & 0o100) !== 0;
  await chmod(path, executable ? 0o755 : 0o644);
  if (!stats.isDirectory()) return;
  for (const name of await readdir(path)) await openToAll(join(path, name));
}
