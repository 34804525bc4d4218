// Puts back into package-lock.json what `npm install` leaves out behind a mirror that does not hold every platform's
// packages: the optional binaries of other systems. Without them `npm ci` refuses the file. Run it after npm install.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

interface Entry {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openharmony',
  'win32',
  'aix',
  'netbsd',
  'openbsd',
  'sunos',
];
const processors: Record<string, string> = {
  arm64: 'arm64',
  x64: 'x64',
  arm: 'arm',
  armv7: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};

/** What the name says the package is for, such as @rolldown/binding-linux-arm64-musl. */
function platformOf(name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> | null {
  const parts = (name.split('/').at(-1) ?? name).split(/[-_]/);
  const cpu = parts.map((part) => processors[part]).find((found) => found !== undefined);
  const os = parts.find((part) => systems.includes(part));
  if (cpu === 'wasm32') return { cpu: [cpu] };
  if (cpu === undefined || os === undefined) return null;
  const libc = parts.some((part) => part.startsWith('musl'))
    ? ['musl']
    : parts.some((part) => part.startsWith('gnu')) && os === 'linux'
      ? ['glibc']
      : undefined;
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc }) };
}

const file = path.resolve(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(await readFile(file, 'utf8')) as { packages: Record<string, Entry> };
let added = 0;
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (
      key in lock.packages ||
      `${place}/${key}` in lock.packages ||
      platform === null ||
      !/^\d/.test(version)
    )
      continue;
    lock.packages[key] = {
      version,
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      ...platform,
    };
    added += 1;
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
await writeFile(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
process.stdout.write(`${added} optional packages of other systems put back\n`);
