// PostgreSQL's own log: one file in the data folder plus the one before, both bounded in size.
import { copyFile, open, rename, stat, truncate, type FileHandle } from 'node:fs/promises';

const ROTATE_AT_START_BYTES = 1024 ** 2;
const CUT_WHILE_RUNNING_BYTES = 16 * 1024 ** 2;
const TAIL_BYTES = 4096;

export class PostgresLog {
  readonly path: string;
  #markedAt = 0;

  constructor(path: string) {
    this.path = path;
  }

  async open(): Promise<FileHandle> {
    if ((await this.#size()) > ROTATE_AT_START_BYTES) await rename(this.path, `${this.path}.1`);
    const handle = await open(this.path, 'a', 0o600);
    await this.mark();
    return handle;
  }

  /** tail() then starts here. */
  async mark(): Promise<void> {
    this.#markedAt = await this.#size();
  }

  /** PostgreSQL keeps the file open for appending, so it is copied away and emptied rather than renamed. */
  async cutIfLarge(): Promise<void> {
    if ((await this.#size()) <= CUT_WHILE_RUNNING_BYTES) return;
    await copyFile(this.path, `${this.path}.1`);
    await truncate(this.path);
    this.#markedAt = 0;
  }

  /** The last lines written since open() or mark(). */
  async tail(): Promise<string> {
    const handle = await open(this.path, 'r').catch(() => undefined);
    if (!handle) return '';
    try {
      const end = (await handle.stat()).size;
      const from = Math.max(Math.min(this.#markedAt, end), end - TAIL_BYTES);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - from), 0, end - from, from);
      return buffer.toString('utf8', 0, bytesRead).trim();
    } finally {
      await handle.close();
    }
  }

  async #size(): Promise<number> {
    return stat(this.path).then(
      (stats) => stats.size,
      () => 0,
    );
  }
}

/** The line that says why PostgreSQL gave up, without its time stamp and level. */
export function reasonIn(log: string): string | undefined {
  const lines = log.split('\n');
  const fatal =
    lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ??
    lines.findLast((line) => /\bERROR:/.test(line));
  return (fatal ?? lines.at(-1))?.replace(/^.*?\b(FATAL|PANIC|ERROR|LOG):\s*/, '').trim() || undefined;
}
