// Starts what is measured, each in a process of its own, and stops it again.
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BenchDatabase } from './database.ts';

const root = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};

export interface Running {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function start(
  command: string,
  args: string[],
  environment: Record<string, string>,
  address: RegExp,
): Promise<Running> {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const found = await firstMatch(child, address);
  return {
    url: found.startsWith('http') ? found : `http://127.0.0.1:${found}`,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

export const startFloor = ({ postgres }: BenchDatabase): Promise<Running> =>
  start(process.execPath, ['bench/floor-server.ts', JSON.stringify(postgres.connection)], {}, /^(\d+)\n/);

/** As `npm start` starts it; the shell gives way to the server, so the process is the server's own. */
export function startConsole({ postgres }: BenchDatabase): Promise<Running> {
  const { user, database, host } = postgres.connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    PORT: '0',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  return start('sh', ['-c', scripts.start], environment, /is ready: (http:\/\/\S+)/);
}

/** Megabytes of memory a process really holds (Linux). */
export function residentMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line ?? 0) / 1024;
}
