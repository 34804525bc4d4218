// What every use-case is given first: who asks, on which transaction, at what time, from where.
import type { Role } from '@ghala/contracts/permissions';
import type { Clock } from './clock/clock.ts';
import type { Db } from './db/database.ts';
import type { JobQueue } from './jobs/jobs.ts';
import type { Log } from './log/log.ts';

export interface Actor {
  userId: number;
  role: Role;
  firstName: string;
  lastName: string;
  sessionId: number;
}

export interface Ctx {
  db: Db;
  actor: Actor | null;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  requestId: string;
  ip: string;
  userAgent: string;
}

export interface SignedInCtx extends Ctx {
  actor: Actor;
}

/** For jobs and start-up work: nobody asks, the system itself acts. */
export const systemCtx = (services: Pick<Ctx, 'db' | 'clock' | 'log' | 'jobs'>, requestId: string): Ctx => ({
  ...services,
  actor: null,
  requestId,
  ip: '',
  userAgent: '',
});
