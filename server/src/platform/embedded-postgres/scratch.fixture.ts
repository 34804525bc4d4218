// What the tests of the embedded PostgreSQL share: own folders, server processes, and their removal afterwards.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, type ClientConfig } from 'pg';
import { afterAll, afterEach, vi } from 'vitest';
import { startEmbeddedPostgres } from './index.ts';
import { findProcesses, send } from './leftovers.ts';
import { shortHash } from './socket-folder.ts';

const PROGRAM = fileURLToPath(new URL('server-process.fixture.ts', import.meta.url));
const DEADLINE_MS = 30_000;

// Creating a database takes a second, on a busy machine several.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const cleanups: (() => Promise<unknown>)[] = [];

export function cleanUp(action: () => Promise<unknown>): void {
  cleanups.push(action);
}

afterEach(async () => {
  const failures: unknown[] = [];
  for (let action = cleanups.pop(); action; action = cleanups.pop()) {
    await action().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Could not clean up after the test');
});

/** A folder of its own; PostgreSQL processes below it are ended before it is removed. */
export async function scratchFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ghala-test-')));
  cleanUp(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

let template: Promise<string> | undefined;

/** A data folder with a stopped database in it: copied, as creating one takes most of the time of a test. */
export async function dataDirWithDatabase(folder?: string): Promise<string> {
  template ??= createTemplate();
  const dataDir = folder ?? (await scratchFolder());
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  // With owners and modes, which fs.cp does not keep.
  await promisify(execFile)('cp', ['-a', join(await template, 'postgres'), dataDir]);
  return dataDir;
}

async function createTemplate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ghala-test-'));
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
  return folder;
}

afterAll(async () => {
  if (template) await rm(await template, { recursive: true, force: true });
});

export function processesIn(dataDir: string): number[] {
  const cluster = join(dataDir, 'postgres');
  return findProcesses(cluster, `ghala-${shortHash(cluster)}`);
}

export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}`);
    await delay(5);
  }
}

export async function query<Row extends Record<string, unknown>>(
  connection: ClientConfig,
  sql: string,
): Promise<Row[]> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

interface ServerEvent {
  event: 'ready' | 'progress' | 'failed' | 'exited' | 'interrupted';
  connection?: ClientConfig;
  postmaster?: number;
  code?: string;
  message?: string;
  reason?: string;
}

export class ServerProcess {
  readonly child: ChildProcess;
  readonly events: ServerEvent[] = [];
  #ended = false;

  /** wrapper: a command in front of node, for instance one that sets a limit. */
  constructor(dataDir: string, options: { flag?: string; program?: string; wrapper?: string[] } = {}) {
    const command = [
      ...(options.wrapper ?? []),
      process.execPath,
      options.program ?? PROGRAM,
      dataDir,
      ...(options.flag === undefined ? [] : [options.flag]),
    ];
    const [file = process.execPath, ...args] = command;
    // In a process group of its own, like a server started from a terminal.
    this.child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    const lines = createInterface({ input: this.child.stdout ?? process.stdin });
    lines.on('line', (line) => this.events.push(JSON.parse(line) as ServerEvent));
    this.child.once('close', () => (this.#ended = true));
    cleanUp(async () => {
      this.child.kill('SIGKILL');
      await this.ended();
      send(processesIn(dataDir), 'SIGKILL');
      await until('no PostgreSQL is left', () => processesIn(dataDir).length === 0);
    });
  }

  async event(name: ServerEvent['event']): Promise<ServerEvent> {
    await until(`the server process says ${name}`, () => this.#find(name) !== undefined || this.#ended);
    const found = this.#find(name);
    if (!found) throw new Error(`The server process ended without ${name}: ${JSON.stringify(this.events)}`);
    return found;
  }

  async ready(): Promise<{ connection: ClientConfig; postmaster: number }> {
    const { connection = {}, postmaster = 0 } = await this.event('ready');
    return { connection, postmaster };
  }

  async ended(): Promise<void> {
    await until('the server process ends', () => this.#ended);
  }

  #find(name: ServerEvent['event']): ServerEvent | undefined {
    return this.events.find(({ event }) => event === name);
  }
}
