// Starts the console as a newcomer would get it, on a free port and in a folder of its own, and stops it again.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const startDeadlineMs = 120_000;

export interface Console {
  url: string;
  dataDir: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

export async function startConsole(environment: Record<string, string> = {}): Promise<Console> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'ghala-e2e-'));
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/src/main.ts')], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await readAddress(child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    dataDir,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The console did not start in time:\n${output}`));
    }, startDeadlineMs);
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /is ready: (http:\/\/\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The console ended with ${code} before it was ready:\n${output}`));
    });
  });
}
