// Builds the web app into web/dist when its sources changed since the last build, and compresses it once so that the
// server never has to. Safe to run twice at the same time: each run builds aside and swaps the folder in at the end.
import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '..');
const distFolder = path.join(root, 'web/dist');
const stampFile = path.join(distFolder, 'build-stamp.txt');
const sources = ['web/*.{html,json,ts}', 'web/{src,public}/**/*', 'contracts/src/**/*', 'package-lock.json'];
/** Smaller files gain nothing worth a second file. */
const leastBytesToCompress = 1024;

async function sourceStamp(): Promise<string> {
  const names = (await Array.fromAsync(glob(sources, { cwd: root }))).toSorted();
  const hash = createHash('sha256');
  for (const name of names) {
    const file = path.join(root, name);
    if (!(await stat(file)).isFile()) continue;
    hash.update(`${name}\0`).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < leastBytesToCompress) return;
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

async function build(stamp: string): Promise<void> {
  process.stdout.write('Building the web app (about ten seconds, only after a change) …\n');
  // Loaded only now: a start without a build must not wait for it.
  const { build: viteBuild } = await import('vite');
  const aside = path.join(root, `web/dist-${process.pid}`);
  await viteBuild({
    root: path.join(root, 'web'),
    logLevel: 'warn',
    build: { outDir: aside, emptyOutDir: true },
  });
  for await (const name of glob('**/*.{js,css,svg,json}', { cwd: aside }))
    await compress(path.join(aside, name));
  await writeFile(path.join(aside, 'build-stamp.txt'), stamp);
  const old = path.join(root, `web/dist-old-${process.pid}`);
  await rename(distFolder, old).catch(() => undefined);
  await rename(aside, distFolder).catch(async () => rm(aside, { recursive: true, force: true }));
  await rm(old, { recursive: true, force: true });
}

await mkdir(path.join(root, 'web'), { recursive: true });
const stamp = await sourceStamp();
const builtFrom = await readFile(stampFile, 'utf8').catch(() => '');
if (builtFrom !== stamp) await build(stamp);
