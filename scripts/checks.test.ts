// A check that cannot fail is no check: each one is run on a small tree with a fault planted in it, under the
// project's own settings, and must find it.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const settings = [
  'tsconfig.base.json',
  'tsconfig.json',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  '.dependency-cruiser.mjs',
  'knip.json',
  'package.json',
];
let tree: string;

beforeEach(async () => {
  tree = await mkdtemp(path.join(os.tmpdir(), 'ghala-checks-'));
  for (const name of settings) await cp(path.join(root, name), path.join(tree, name));
  for (const workspace of ['contracts', 'server', 'sandbox', 'web']) {
    await mkdir(path.join(tree, workspace, 'src'), { recursive: true });
    await cp(path.join(root, workspace, 'package.json'), path.join(tree, workspace, 'package.json'));
  }
  await cp(path.join(root, 'web/tsconfig.json'), path.join(tree, 'web/tsconfig.json'));
  await symlink(path.join(root, 'node_modules'), path.join(tree, 'node_modules'));
});
afterEach(() => rm(tree, { recursive: true, force: true }));

async function plant(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(tree, file)), { recursive: true });
  await writeFile(path.join(tree, file), content);
}

function run(command: string, ...args: string[]): { failed: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin', command), args, {
    cwd: tree,
    encoding: 'utf8',
  });
  return { failed: status !== 0, output: stdout + stderr };
}

describe('types', () => {
  it.each([
    ['a wrong type', `export const n: number = 'text';\n`, 'TS2322'],
    ['an unchecked index', `export const f = (list: string[]): string => list[0];\n`, 'TS2322'],
    ['an unused local', `const unused = 1;\nexport {};\n`, 'TS6133'],
    [
      'a route without access',
      `import { z } from 'zod';\nimport { defineContract } from '${root}/contracts/src/route.ts';\nexport const c = defineContract({ x: { method: 'GET', path: '/api/x', summary: '', response: z.object({}) } });\n`,
      'TS2741',
    ],
    [
      'a route without a handler',
      `import { implement } from '${root}/server/src/platform/http/implement.ts';\nimport { dashboardContract } from '${root}/contracts/src/dashboard/dashboard.contract.ts';\nexport const e = implement(dashboardContract, {});\n`,
      'TS2741',
    ],
  ])('finds %s', async (_fault, content, code) => {
    await plant('server/src/planted.ts', content);
    const { failed, output } = run('tsc', '-p', 'tsconfig.json');
    expect(failed).toBe(true);
    expect(output).toContain(code);
  });
});

describe('lint', () => {
  it.each([
    ['any', `export const f = (x: any) => x;\n`, 'no-explicit-any'],
    ['a floating promise', `const f = async () => 1;\nf();\nexport {};\n`, 'no-floating-promises'],
    [
      'a switch that forgets a case',
      `export const f = (x: 'a' | 'b') => {\n  switch (x) {\n    case 'a':\n      return 1;\n  }\n};\n`,
      'switch-exhaustiveness-check',
    ],
    ['a ts-ignore', `// @ts-ignore\nexport const n: number = 1;\n`, 'ban-ts-comment'],
  ])('finds %s', async (_fault, content, rule) => {
    await plant('server/src/planted.ts', content);
    const { failed, output } = run('oxlint', '--type-aware');
    expect(failed).toBe(true);
    expect(output).toContain(rule);
  });
});

it('finds a file that is not formatted', async () => {
  await plant('server/src/planted.ts', `export const a = "b"\n`);
  const { failed, output } = run('oxfmt', '--check', 'server');
  expect(failed).toBe(true);
  expect(output).toContain('planted.ts');
});

describe('import law', () => {
  const feature = (name: string) => `server/src/features/${name}`;
  it.each<[string, Record<string, string>]>([
    ['contracts-import-zod-alone', { 'contracts/src/planted.ts': `import 'pg';\n` }],
    [
      'web-never-imports-server',
      { 'web/src/planted.ts': `import '../../server/src/a.ts';\n`, 'server/src/a.ts': 'export {};\n' },
    ],
    [
      'server-never-imports-web',
      { 'server/src/planted.ts': `import '../../web/src/a.ts';\n`, 'web/src/a.ts': 'export {};\n' },
    ],
    [
      'sandbox-stands-alone',
      { 'sandbox/src/planted.ts': `import '../../server/src/a.ts';\n`, 'server/src/a.ts': 'export {};\n' },
    ],
    [
      'platform-knows-no-feature',
      {
        'server/src/platform/planted.ts': `import '../features/a/index.ts';\n`,
        [`${feature('a')}/index.ts`]: 'export {};\n',
      },
    ],
    ['only-platform-imports-fastify', { [`${feature('a')}/a.service.ts`]: `import 'fastify';\n` }],
    ['only-repositories-import-kysely', { [`${feature('a')}/a.service.ts`]: `import 'kysely';\n` }],
    [
      'routes-never-import-a-repository',
      {
        [`${feature('a')}/a.routes.ts`]: `import './a.repository.ts';\n`,
        [`${feature('a')}/a.repository.ts`]: 'export {};\n',
      },
    ],
    [
      'server-features-meet-through-index',
      {
        [`${feature('a')}/a.service.ts`]: `import '../b/b.service.ts';\n`,
        [`${feature('b')}/b.service.ts`]: 'export {};\n',
      },
    ],
    [
      'web-features-never-import-each-other',
      { 'web/src/features/a/a.ts': `import '../b/b.ts';\n`, 'web/src/features/b/b.ts': 'export {};\n' },
    ],
    [
      'shared-web-code-knows-no-feature',
      { 'web/src/lib/a.ts': `import '../features/b/b.ts';\n`, 'web/src/features/b/b.ts': 'export {};\n' },
    ],
    [
      'no-cycles',
      { 'server/src/a.ts': `import './b.ts';\n`, 'server/src/b.ts': `import type {} from './a.ts';\n` },
    ],
    ['nothing-unresolved', { 'server/src/a.ts': `import './missing.ts';\n` }],
  ])('finds a breach of %s', async (rule, files) => {
    for (const [file, content] of Object.entries(files)) await plant(file, content);
    const { failed, output } = run(
      'depcruise',
      'contracts',
      'server',
      'sandbox',
      'web/src',
      '--output-type',
      'err-long',
    );
    expect(failed).toBe(true);
    expect(output).toContain(rule);
  });
});

it('finds an export nobody uses', async () => {
  await plant('server/src/main.ts', `import { used } from './planted.ts';\n\nused();\n`);
  await plant('server/src/planted.ts', `export const used = () => 1;\nexport const unused = () => 2;\n`);
  const { failed, output } = run('knip', '--include', 'exports');
  expect(failed).toBe(true);
  expect(output).toContain('unused');
});
