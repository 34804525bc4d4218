// What every use-case is given first: who asks, on which transaction, at what time, from where.
import type { z } from 'zod';
import type { Change } from '@ghala/contracts/events/events.contract';
import type { Role } from '@ghala/contracts/permissions';
import type { Clock } from './clock/clock.ts';
import type { Db } from './db/database.ts';
import type { Log } from './log/log.ts';

export interface Actor {
  userId: number;
  role: Role;
  firstName: string;
  lastName: string;
  sessionId: number;
}

/** The live session behind a token. */
export interface Authenticated {
  actor: Actor;
  /** Which transactions had committed when the session was read; the same text again means that none did since. */
  snapshot: string;
}

/** A change for those who follow it live. */
export interface Announcement {
  /** Whom it concerns besides admins: the person of the order, the accounts of the company. */
  audience: { userId: number; supplierId: number };
  change: Change;
}

export interface Ctx {
  db: Db;
  actor: Actor | null;
  clock: Clock;
  log: Log;
  jobs: JobQueue;
  /** Tells every server's listeners of a change. */
  announce: (announcement: Announcement) => void;
  requestId: string;
  ip: string;
  userAgent: string;
  /** The call carried an Authorization header, whether or not a live session stands behind it. */
  tokenSent: boolean;
  /** Given to handlers of routes that are idempotent `by-handler`. */
  idempotencyKey: string | null;
  /** The page a browser calls from, such as http://localhost:4000. */
  origin: string | null;
}

export interface SignedInCtx extends Ctx {
  actor: Actor;
}

/** What a sender needs to know of a job. */
export interface JobTask<Payload extends z.ZodType = z.ZodType> {
  /** kebab-case, such as send-sms */
  name: string;
  payload: Payload;
}

export interface JobDefinition<Payload extends z.ZodType = z.ZodType> extends JobTask<Payload> {
  handle: (ctx: Ctx, payload: z.output<Payload>) => Promise<void>;
  /** Attempts after the first; with backoff. */
  retries?: number;
  /** Cron in UTC for work that comes round by itself; its payload is {}. */
  schedule?: string;
}

export interface SendOptions {
  startAfter?: Date;
}

export interface JobQueue {
  send<Payload extends z.ZodType>(
    ctx: Ctx,
    job: JobTask<Payload>,
    payload: z.input<Payload>,
    options?: SendOptions,
  ): Promise<void>;
}

/** For jobs and start-up work: nobody asks, the system itself acts. */
export const systemCtx = (
  services: Pick<Ctx, 'db' | 'clock' | 'log' | 'jobs' | 'announce'>,
  requestId: string,
): Ctx => ({
  ...services,
  actor: null,
  requestId,
  ip: '',
  userAgent: '',
  tokenSent: false,
  idempotencyKey: null,
  origin: null,
});
