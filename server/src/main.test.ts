// The process as people start and stop it: what it says, which faults it explains, and that it leaves nothing behind.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const mainFile = path.resolve(import.meta.dirname, 'main.ts');
let dataDir: string;
/** Ended before their folder is removed. */
const runs: Run[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-main-'));
});
afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

interface Run {
  child: ChildProcess;
  output: () => string;
  ready: Promise<string>;
  ended: Promise<number | null>;
}

function run(environment: Record<string, string> = {}, command = [process.execPath, mainFile]): Run {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DEMO_DATA: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal gives it: so that a test can press Ctrl-C for it alone.
    detached: true,
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const address = /is ready: (http:\/\/\S+)/.exec(output)?.[1];
        if (address !== undefined && output.includes('Ctrl-C stops it')) resolve(address);
      });
    }
    void ended.then((code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  ready.catch(() => undefined);
  const started: Run = { child, output: () => output, ready, ended };
  runs.push(started);
  return started;
}

const postmasterPid = async (): Promise<number> =>
  Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Most of them make a database, some start twice: on a busy machine that takes its time. */
const patience = { timeout: 180_000 };

describe('a start', patience, () => {
  it('serves, and says where it is and where the data lies', async () => {
    const server = run();
    const url = await server.ready;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(server.output()).toContain(dataDir);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'leaves no process behind on %s to its whole group',
    async (signal) => {
      const server = run();
      await server.ready;
      const postgres = await postmasterPid();
      expect(alive(postgres)).toBe(true);
      process.kill(-(server.child.pid ?? 0), signal);
      expect(await server.ended).toBe(0);
      expect(alive(postgres)).toBe(false);
    },
  );

  it('leaves no process behind when npm, which started it, is told to end', async () => {
    const server = run({}, ['npm', 'start', '--silent']);
    await server.ready;
    const postgres = await postmasterPid();
    server.child.kill('SIGTERM');
    await server.ended;
    expect(alive(postgres)).toBe(false);
  });

  it('explains a taken port and leaves nothing running', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as net.AddressInfo;
    const server = run({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain(`Port ${port} is taken`);
    await expect(postmasterPid()).rejects.toThrow('ENOENT');
  });

  it('refuses a data folder that another server uses, without harming it', async () => {
    const first = run();
    const url = await first.ready;
    const second = run();
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(String(first.child.pid));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  it('lists every fault in the settings at once', async () => {
    const server = run({
      PORT: 'eighty',
      SESSION_HOURS: '-1',
      DEMO_DATA: 'maybe',
      DATABASE_URL: 'mysql://x',
    });
    expect(await server.ended).toBe(1);
    for (const name of ['PORT', 'SESSION_HOURS', 'DEMO_DATA', 'DATABASE_URL'])
      expect(server.output()).toContain(name);
  });

  it('ends with a reason when its database is killed, and starts again with all data', async () => {
    const first = run();
    const url = await first.ready;
    const body = {
      firstName: 'Akinyi',
      lastName: 'Otieno',
      email: 'akinyi@test.example',
      phoneNumber: '0712000001',
      password: 'mvua nyingi leo',
    };
    const answer = await fetch(`${url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    process.kill(await postmasterPid(), 'SIGKILL');
    expect(await first.ended).toBe(1);
    expect(first.output()).toContain('The database stopped');
    const second = run();
    const login = await fetch(`${await second.ready}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: body.email, password: body.password }),
    });
    expect(login.status).toBe(200);
  });

  it('starts again by itself after kill -9', async () => {
    const first = run();
    await first.ready;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run();
    expect((await fetch(`${await second.ready}/readyz`)).status).toBe(200);
  });
});
