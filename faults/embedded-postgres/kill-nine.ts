// Kills the server, the postmaster, a backend or all of them with kill -9 at random moments and checks that every
// acknowledged commit is there afterwards and that every start succeeds without help.
// node faults/embedded-postgres/kill-nine.ts [rounds=50] [seed]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { recordedPostmaster } from '../../server/src/platform/embedded-postgres/leftovers.ts';
import { Victim } from './victim.ts';

const rounds = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const TARGETS = [
  'server',
  'postmaster',
  'backend',
  'server and postmaster',
  'server while starting',
] as const;

// mulberry32: the targets and moments of a run can be repeated from its seed.
let state = seed;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

function between(least: number, most: number): number {
  return least + random() * (most - least);
}

async function pause(ms: number): Promise<void> {
  await new Promise((settle) => setTimeout(settle, ms));
}

function killNine(pid: number | undefined): void {
  if (pid === undefined || pid <= 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Already gone.
  }
}

async function query(victim: Victim, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(victim.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function missing(victim: Victim, acknowledged: Set<number>): Promise<number[]> {
  // The victim is writing again: only what was acknowledged before the question can be asked for.
  const expected = [...acknowledged];
  const present = new Set(
    (await query(victim, 'SELECT number FROM commits')).map((row) => Number(row['number'])),
  );
  return expected.filter((number) => !present.has(number));
}

async function killBackend(victim: Victim, acknowledged: Set<number>): Promise<boolean> {
  const [row] = await query(
    victim,
    `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() LIMIT 1`,
  );
  killNine(Number(row?.['pid']));
  const before = acknowledged.size;
  const deadline = Date.now() + 30_000;
  // PostgreSQL restarts itself: commits must go on under the same server.
  while (acknowledged.size < before + 10) {
    if (Date.now() > deadline) return false;
    await pause(5);
  }
  return true;
}

const dataDir = await mkdtemp(join(tmpdir(), 'ghala-kill-nine-'));
const cluster = join(dataDir, 'postgres');
const acknowledged = new Set<number>();
const lost = new Set<number>();
const hits = new Map<string, number>();
let failedStarts = 0;
let slowestStartMs = 0;

async function startVictim(): Promise<Victim> {
  // Far above anything given out so far, so that numbers in flight at a kill are never given out again.
  return new Victim(dataDir, Math.max(0, ...[...acknowledged].slice(-100)) + 10_000, acknowledged);
}

async function startAndCheck(): Promise<Victim | undefined> {
  const startedAt = performance.now();
  const victim = await startVictim();
  if (!(await victim.ready())) {
    failedStarts += 1;
    process.stdout.write(`start failed: ${victim.failure}\n`);
    killNine(victim.pid);
    await victim.ended;
    return undefined;
  }
  slowestStartMs = Math.max(slowestStartMs, performance.now() - startedAt);
  for (const number of await missing(victim, acknowledged)) lost.add(number);
  return victim;
}

process.stdout.write(`kill -9, ${rounds} rounds, seed ${seed}\n`);
for (let round = 1; round <= rounds; round += 1) {
  const target = TARGETS[Math.floor(random() * TARGETS.length)] ?? 'server';
  hits.set(target, (hits.get(target) ?? 0) + 1);
  if (target === 'server while starting') {
    const victim = await startVictim();
    // The first start also creates the cluster, which takes longer.
    await pause(between(40, round === 1 ? 1_500 : 250));
    killNine(victim.pid);
    await victim.ended;
    continue;
  }
  const victim = await startAndCheck();
  if (!victim) continue;
  await pause(between(20, 500));
  const postmaster = await recordedPostmaster(cluster);
  if (target === 'backend' && !(await killBackend(victim, acknowledged))) failedStarts += 1;
  if (target === 'postmaster' || target === 'server and postmaster') killNine(postmaster);
  if (target !== 'postmaster') killNine(victim.pid);
  await victim.ended;
}

const last = await startAndCheck();
const stored = last ? Number((await query(last, 'SELECT count(*) FROM commits'))[0]?.['count']) : 0;
last?.stop();
await last?.ended;
await rm(dataDir, { recursive: true, force: true });

process.stdout.write(
  `${[...hits].map(([target, count]) => `${target}: ${count}`).join(', ')}; slowest start ${Math.round(slowestStartMs)} ms; rows stored ${stored}\n` +
    `rounds ${rounds}, acknowledged ${acknowledged.size}, lost ${lost.size}, failed starts ${failedStarts}\n`,
);
process.exitCode = lost.size > 0 || failedStarts > 0 || acknowledged.size === 0 ? 1 : 0;
