// One running postmaster: started, watched until it accepts connections, stopped.
import type { ChildProcess } from 'node:child_process';
import { readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { locationFor } from './cluster.ts';
import {
  cannotRunError,
  diskFullError,
  EmbeddedPostgresError,
  messageOf,
  saysCannotRun,
  saysDiskFull,
} from './errors.ts';
import { launch, type Launcher } from './launcher.ts';
import { findProcesses, send } from './leftovers.ts';
import { endOrphans, shutDown } from './shutdown.ts';
import { reasonIn, type PostgresLog } from './postgres-log.ts';

interface PostmasterOptions {
  cluster: string;
  clusterName: string;
  program: string;
  launcher: Launcher;
  log: PostgresLog;
  /** Said when the start takes longer than a second. */
  slowMessage: string;
  onProgress: (message: string) => void;
  signal: AbortSignal | undefined;
}

export interface Postmaster {
  /** Settles when the process is gone, for whatever reason. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const READY_POLL_MS = 4;
const SLOW_AFTER_MS = 1_000;
const REPEAT_PROGRESS_MS = 10_000;
// Backends of a killed postmaster keep its memory until they notice; seen only where /proc does not show them.
const MEMORY_STILL_USED = 'pre-existing shared memory block';
const MEMORY_ATTEMPTS = 20;
const MEMORY_PAUSE_MS = 500;
const FULL_BELOW_BYTES = 1024 ** 2;

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce(options);
    } catch (error) {
      const wait = error instanceof EmbeddedPostgresError && error.logTail.includes(MEMORY_STILL_USED);
      if (!wait || attempt >= MEMORY_ATTEMPTS) throw error;
      await delay(MEMORY_PAUSE_MS, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}

async function startOnce(options: PostmasterOptions): Promise<Postmaster> {
  const { cluster, clusterName, launcher, log, program } = options;
  const location = await locationFor(launcher.account, cluster);
  const output = await log.open();
  let child: ChildProcess;
  try {
    child = launch(launcher, program, ['-D', location, '-c', `cluster_name=${clusterName}`], {
      cwd: cluster,
      stdio: ['ignore', output.fd, output.fd],
      // Immediate shutdown: its end must not hang or wait for a checkpoint when the next server is already starting.
      signalWhenOrphaned: 'QUIT',
    });
  } finally {
    await output.close();
  }
  const ended = endOf(child);
  const stop = (): Promise<void> => stopAll(child, options);
  // Where the kernel does not end PostgreSQL with us, at least a plain exit does.
  const onExit = (): void => void child.kill('SIGINT');
  process.once('exit', onExit);
  void ended.then(() => process.removeListener('exit', onExit));
  try {
    await untilReady(child, ended, options);
  } catch (error) {
    await stop();
    throw error;
  }
  // PostgreSQL alone must not keep a finished server process alive.
  child.unref();
  return { ended, stop };
}

async function endOf(child: ChildProcess): Promise<string> {
  return new Promise((settle) => {
    child.once('error', (error) => settle(messageOf(error)));
    child.once('exit', (code, signal) =>
      settle(
        signal === null ? `PostgreSQL ended with exit code ${code}` : `PostgreSQL was ended by ${signal}`,
      ),
    );
  });
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<string>,
  options: PostmasterOptions,
): Promise<void> {
  const pidFile = join(options.cluster, 'postmaster.pid');
  let outcome: string | undefined;
  void ended.then((reason) => (outcome = reason));
  let nextProgressMs = SLOW_AFTER_MS;
  const startedAt = performance.now();
  // No deadline: recovery after a crash takes as long as it takes, and cutting it only starts it again.
  for (;;) {
    options.signal?.throwIfAborted();
    if (outcome !== undefined) throw await startError(outcome, options);
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return;
    if (performance.now() - startedAt > nextProgressMs) {
      options.onProgress(options.slowMessage);
      nextProgressMs += REPEAT_PROGRESS_MS;
    }
    await delay(READY_POLL_MS);
  }
}

async function startError(
  outcome: string,
  { cluster, log }: PostmasterOptions,
): Promise<EmbeddedPostgresError> {
  const logTail = await log.tail();
  if (saysCannotRun(logTail)) return cannotRunError({ logTail });
  // With no space left the log is cut short as well.
  const free = await statfs(cluster).then(
    (stats) => stats.bavail * stats.bsize,
    () => Infinity,
  );
  if (saysDiskFull(logTail) || free < FULL_BELOW_BYTES) return diskFullError(cluster, { logTail });
  return new EmbeddedPostgresError(
    'start-failed',
    `PostgreSQL did not start in ${cluster}: ${reasonIn(logTail) ?? outcome} (its log: ${log.path})`,
    { logTail },
  );
}

async function stopAll(child: ChildProcess, { cluster, clusterName, log }: PostmasterOptions): Promise<void> {
  const sendToAll = (signal: NodeJS.Signals): void => send(findProcesses(cluster, clusterName), signal);
  await shutDown(
    {
      isGone: () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null,
      send: (signal) => (signal === 'SIGKILL' ? sendToAll(signal) : void child.kill(signal)),
    },
    log,
  );
  await endOrphans({ isGone: () => findProcesses(cluster, clusterName).length === 0, send: sendToAll });
}
