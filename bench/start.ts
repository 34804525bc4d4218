// How long from `npm start` on existing data to the first answered request, against PostgreSQL's own start in the same
// run. Bar: at most 2 s longer.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/embedded-postgres/index.ts';

const rounds = 5;
const barMs = 2000;
const port = 20_000 + (process.pid % 20_000);
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function postgresAlone(dataDir: string): Promise<number> {
  const started = performance.now();
  const postgres = await startEmbeddedPostgres({ dataDir });
  const client = new Client(postgres.connection);
  await client.connect();
  await client.query('select 1');
  const ms = performance.now() - started;
  await client.end();
  await postgres.stop();
  return ms;
}

function alive(group: number): boolean {
  try {
    process.kill(group, 0);
    return true;
  } catch {
    return false;
  }
}

async function wholeConsole(dataDir: string): Promise<number> {
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: 'ignore',
    detached: true,
  });
  const group = -(child.pid ?? 0);
  const answered = () =>
    fetch(`http://127.0.0.1:${port}/api/app`).then(
      (answer) => answer.ok,
      () => false,
    );
  while (!(await answered())) await wait(5);
  const ms = performance.now() - started;
  process.kill(group, 'SIGTERM');
  // npm itself is gone before the server has let go of its folder.
  while (alive(group)) await wait(20);
  return ms;
}

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-bench-start-'));
try {
  // Loads the demo data and builds the web, which a start on existing data does not do.
  await wholeConsole(dataDir);
  const alone: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await postgresAlone(dataDir));
    whole.push(await wholeConsole(dataDir));
  }
  const [floor, total] = [median(alone), median(whole)];
  const line = (name: string, ms: number) =>
    process.stdout.write(`${name.padEnd(44)} ${ms.toFixed(0).padStart(6)} ms\n`);
  line('PostgreSQL alone, to its first query', floor);
  line('npm start on existing data, to its first answer', total);
  line(`difference (bar ${barMs} ms)`, total - floor);
  process.exitCode = total - floor <= barMs ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
