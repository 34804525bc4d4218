import { chmod, constants, copyFile, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/**
 * Copies PostgreSQL's folder without what only compilers need. The modes are set, not taken over: the original may be
 * read-only or closed to the user that PostgreSQL runs as.
 */
export async function copyPrograms(from: string, to: string): Promise<void> {
  if (extname(from) === '.a' || basename(from) === 'pkgconfig') return;
  const stats = await lstat(from);
  if (stats.isSymbolicLink()) {
    await symlink(await readlink(from), to);
  } else if (stats.isDirectory()) {
    await mkdir(to, { recursive: true });
    await chmod(to, 0o755);
    for (const name of await readdir(from)) await copyPrograms(join(from, name), join(to, name));
  } else {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await chmod(to, (stats.mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}
