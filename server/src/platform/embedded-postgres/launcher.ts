// Starts PostgreSQL's programs: as the right user, in a session of their own (Ctrl-C in the terminal must not reach
// them), in a clean environment, and on Linux tied to the life of this process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { mappedAccount, type Account } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

export interface Launcher {
  account: Account;
  setpriv: string | undefined;
}

interface LaunchOptions {
  cwd: string;
  stdio: ('pipe' | 'ignore' | number)[];
  /** Sent by the kernel to the program when this process ends in any way. */
  signalWhenOrphaned: OrphanSignal;
}

// Messages are matched by text, and PG* variables of the caller must not leak in.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] ?? '/usr/bin:/bin' };

export function launch(
  launcher: Launcher,
  program: string,
  args: string[],
  options: LaunchOptions,
): ChildProcess {
  const [file, ...rest] = commandLine(launcher, options.signalWhenOrphaned, program, args);
  return spawn(file, rest, {
    cwd: options.cwd,
    env: ENVIRONMENT,
    stdio: options.stdio,
    detached: true,
    ...switchTo(launcher.account),
  });
}

function switchTo(account: Account): { uid?: number; gid?: number } {
  return account.kind === 'uid' ? { uid: account.uid, gid: account.gid } : {};
}

type OrphanSignal = 'QUIT' | 'KILL';

// setpriv comes last: entering a user namespace clears the signal it asks for.
function commandLine(
  { account, setpriv }: Launcher,
  signal: OrphanSignal,
  program: string,
  args: string[],
): [string, ...string[]] {
  const tied: [string, ...string[]] =
    setpriv === undefined ? [program, ...args] : [setpriv, '--pdeathsig', signal, '--', program, ...args];
  return account.kind === 'mapped'
    ? [findProgram('unshare') ?? 'unshare', '--user', `--map-user=${account.uid}`, ...tied]
    : tied;
}

/** Tries what this machine lets us do. Root that may not switch users (a rootless container) gets a user namespace. */
export async function chooseLauncher(preferred: Account): Promise<Launcher> {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
  const accounts = preferred.kind === 'uid' ? [preferred, await mappedAccount()] : [preferred];
  for (const account of accounts) {
    // An old setpriv does not know --pdeathsig.
    for (const launcher of setpriv === undefined
      ? [{ account, setpriv }]
      : [
          { account, setpriv },
          { account, setpriv: undefined },
        ]) {
      if (works(launcher)) return launcher;
    }
  }
  throw new EmbeddedPostgresError(
    'start-failed',
    preferred.kind === 'mapped'
      ? `User id ${process.geteuid?.()} has no name on this machine and PostgreSQL needs one: add it to /etc/passwd or start the server as a named user`
      : 'PostgreSQL cannot run as root and this system does not let root switch users: start the server as an ordinary user',
  );
}

function works(launcher: Launcher): boolean {
  const [file, ...args] = commandLine(launcher, 'QUIT', '/bin/sh', ['-c', ':']);
  return (
    spawnSync(file, args, { cwd: '/', stdio: 'ignore', env: ENVIRONMENT, ...switchTo(launcher.account) })
      .status === 0
  );
}

function findProgram(name: string): string | undefined {
  const folders = [...ENVIRONMENT.PATH.split(delimiter), '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  return folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

export interface Outcome {
  succeeded: boolean;
  output: string;
}

/** Runs a program to its end. An abort kills it. */
export async function run(
  launcher: Launcher,
  program: string,
  args: string[],
  options: { cwd: string; input?: string; signal?: AbortSignal | undefined },
): Promise<Outcome> {
  options.signal?.throwIfAborted();
  const child = launch(launcher, program, args, {
    cwd: options.cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
    signalWhenOrphaned: 'KILL',
  });
  const kill = (): void => killGroup(child);
  options.signal?.addEventListener('abort', kill);
  let output = '';
  const collect = (chunk: unknown): void => {
    output += String(chunk);
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  // A program that ends before it read its input is judged by its exit code.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(options.input ?? '');
  try {
    const code = await new Promise<number | null>((settle, fail) => {
      child.once('error', fail);
      child.once('close', settle);
    });
    options.signal?.throwIfAborted();
    return { succeeded: code === 0, output };
  } finally {
    options.signal?.removeEventListener('abort', kill);
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
