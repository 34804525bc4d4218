import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-cli-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function ghala(
  args: string[],
  environment: Record<string, string> = {},
): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.resolve(import.meta.dirname, 'cli.ts'), ...args],
    {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment },
      encoding: 'utf8',
    },
  );
  return { status, output: stdout + stderr };
}

const admin = [
  'admin',
  'create',
  '--email',
  'mkuu@test.example',
  '--phone',
  '0712 000 009',
  '--first-name',
  'Mkuu',
  '--last-name',
  'Wa Ghala',
];

it('adds an admin to a database without demo data, once', () => {
  const first = ghala(admin);
  expect(first.output).toMatch(/mkuu@test\.example is an admin now\. Password: \S{16}/);
  expect(first.status).toBe(0);
  const again = ghala(admin);
  expect(again.status).toBe(1);
  expect(again.output).toContain('Somebody already has this email.');
});

it('says what is missing, and what commands there are', () => {
  expect(ghala(['admin', 'create', '--email', 'x']).output).toContain('firstName');
  const unknown = ghala(['dance']);
  expect(unknown.status).toBe(1);
  expect(unknown.output).toContain('admin create');
});

it('examines the database', () => {
  const { status, output } = ghala(['doctor']);
  expect(output).toContain('fine  0 products whose stock is not the sum of their ledger');
  expect(status).toBe(0);
});
