// Ends a postmaster as gently as it lets us. Only a fast shutdown writes a checkpoint; the harder ways cost a recovery
// at the next start, never a committed row.
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresLog } from './postgres-log.ts';

interface ShutdownTarget {
  send(signal: NodeJS.Signals): void;
  isGone(): boolean;
}

// PostgreSQL 18 hangs for good when asked for a fast shutdown while it recovers from the death of a backend: it
// must reach its checkpoint in this time, which otherwise takes milliseconds.
const FAST_SHUTDOWN_MS = 3_000;
const CHECKPOINT_BEGINS = 'LOG:  shutting down';
// A gigabyte of changed pages on a slow disk.
const CHECKPOINT_MS = 60_000;
// The postmaster itself kills what has not ended after 5 s.
const IMMEDIATE_SHUTDOWN_MS = 8_000;
const KILLED_MS = 5_000;
const POLL_MS = 5;

/** Returns false if something is still running after all. */
export async function shutDown(target: ShutdownTarget, log: PostgresLog): Promise<boolean> {
  if (target.isGone()) return true;
  await log.mark();
  target.send('SIGINT');
  if (await isGoneWithin(target, FAST_SHUTDOWN_MS)) return true;
  if ((await log.tail()).includes(CHECKPOINT_BEGINS) && (await isGoneWithin(target, CHECKPOINT_MS)))
    return true;
  target.send('SIGQUIT');
  if (await isGoneWithin(target, IMMEDIATE_SHUTDOWN_MS)) return true;
  target.send('SIGKILL');
  return isGoneWithin(target, KILLED_MS);
}

// Without a postmaster the others notice by themselves and end, unless they are busy.
const NOTICE_MS = 1_000;

/** Ends what a killed postmaster left behind. */
export async function endOrphans(target: ShutdownTarget): Promise<boolean> {
  if (await isGoneWithin(target, NOTICE_MS)) return true;
  target.send('SIGKILL');
  return isGoneWithin(target, KILLED_MS);
}

async function isGoneWithin(target: ShutdownTarget, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (!target.isGone()) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
