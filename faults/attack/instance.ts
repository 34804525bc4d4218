// A server to attack: one started here on a folder of its own, or one that runs already on this machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** The first start makes the database and loads the demo data. */
const startTimeoutMs = 120_000;

export interface Instance {
  url: string;
  /** Resident memory in MiB; null when it is not our process. */
  memoryMb: () => Promise<number | null>;
  stop: () => Promise<void>;
}

export function existingInstance(url: string): Instance {
  const { hostname } = new URL(url);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    throw new Error(`Only a server on this machine may be attacked, not ${hostname}.`);
  return { url: url.replace(/\/$/, ''), memoryMb: async () => null, stop: async () => undefined };
}

/** With demo data, the sandbox, and a proxy trusted on loopback, so that an attack can come from any address. */
export async function startInstance(): Promise<Instance> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-attack-'));
  const server = spawn(process.execPath, [path.join(root, 'server/src/main.ts')], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readyPort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    memoryMb: async () => {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '');
      const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
      return kilobytes === undefined ? null : Math.round(Number(kilobytes) / 1024);
    },
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readyPort(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      server.kill('SIGTERM');
      reject(new Error(`The server did not start:\n${said}`));
    }, startTimeoutMs);
    server.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`The server ended:\n${said}`));
    });
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const port = /is ready: http:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    });
  });
}
