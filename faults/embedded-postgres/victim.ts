// One run of committing-server.ts, as the harness sees it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { ClientConfig } from 'pg';

const PROGRAM = fileURLToPath(new URL('committing-server.ts', import.meta.url));
const WRITERS = 4;
// Creating the cluster on a busy machine takes seconds; nothing that works takes this long.
const START_TIMEOUT_MS = 60_000;

export class Victim {
  connection: ClientConfig = {};
  failure = 'no answer in time';
  readonly ended: Promise<unknown>;
  readonly #child: ChildProcess;
  readonly #started: Promise<boolean>;

  constructor(dataDir: string, first: number, acknowledged: Set<number>) {
    const child = spawn(process.execPath, [PROGRAM, dataDir, String(first), String(WRITERS)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    const started = Promise.withResolvers<boolean>();
    this.#started = started.promise;
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      const [word, rest] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      if (word === 'ack') acknowledged.add(Number(rest));
      if (word === 'failed') this.failure = rest;
      if (word === 'ready') {
        this.connection = JSON.parse(rest) as ClientConfig;
        started.resolve(true);
      }
    });
    // 'close' and the reader's end, so that every acknowledgement printed before the kill is counted.
    this.ended = Promise.all([once(child, 'close'), once(lines, 'close')]).then(() => started.resolve(false));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  async ready(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((settle) => {
      timer = setTimeout(() => settle(false), START_TIMEOUT_MS);
    });
    try {
      return await Promise.race([this.#started, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): void {
    this.#child.kill('SIGTERM');
  }
}
