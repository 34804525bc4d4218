// The job queue: pg-boss in our own database. A job that is enqueued in a transaction exists exactly when that
// transaction committed; a handler may run more than once and must bear it.
import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { PgBoss, type JobResult } from 'pg-boss';
import { Pool, type PoolConfig } from 'pg';
import type { z } from 'zod';
import type { Ctx, JobDefinition, JobQueue, SendOptions } from '../context.ts';
import { gather } from '../db/gather.ts';
import type { Log } from '../log/log.ts';

export const defineJob = <Payload extends z.ZodType>(job: JobDefinition<Payload>): JobDefinition<Payload> =>
  job;

export interface JobRunner extends JobQueue {
  /** Tries again until it has started or is stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const defaultRetries = 5;
/** A queue is looked at twice a second; while it gives full batches, again at once, so that a flood drains. */
const polling = {
  pollingIntervalSeconds: 0.5,
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;
const longestPauseMs = 30_000;
/**
 * The queue's own connections. A transaction that enqueues a job waits for the queue to be there; were the queue to
 * wait for a connection of the same pool, a busy start would have everybody wait for everybody.
 */
const ownConnections = 2;

export interface JobRunnerOptions {
  connection: PoolConfig;
  jobs: readonly JobDefinition[];
  log: Log;
  contextFor: (requestId: string) => Ctx;
}

interface SentJob extends SendOptions {
  name: string;
  data: object;
}

/** Every job has exactly one handler: a name given twice is found at boot, not in production. */
function checkJobs(jobs: readonly JobDefinition[]): void {
  const names = jobs.map((job) => job.name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Jobs defined twice: ${twice.join(', ')}`);
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  checkJobs(options.jobs);
  const pool = new Pool({ ...options.connection, max: ownConnections, application_name: 'ghala-jobs' });
  pool.on('error', (error) => options.log.warn({ err: error }, 'a connection of the job queue was lost'));
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) },
    schema: 'jobs',
  });
  boss.on('error', (error) => options.log.error({ err: error }, 'job queue'));
  let starting: Promise<void> | undefined;
  const begun = new Set<string>();
  const stopping = new AbortController();

  /** Each job of a batch ends by itself: one that fails is tried again alone. */
  const runJob = async (job: JobDefinition, item: { id: string; data: unknown }): Promise<JobResult> => {
    try {
      await job.handle(options.contextFor(`job-${item.id}`), job.payload.parse(item.data ?? {}));
      return { id: item.id, status: 'completed' };
    } catch (error) {
      options.log.warn({ err: error, job: job.name, jobId: item.id }, 'a job failed and is tried again');
      return {
        id: item.id,
        status: 'failed',
        output: { message: error instanceof Error ? error.message : 'failed' },
      };
    }
  };

  const begin = async () => {
    await boss.start();
    for (const job of options.jobs.filter(({ name }) => !begun.has(name))) {
      await boss.createQueue(job.name, {
        retryLimit: job.retries ?? defaultRetries,
        retryDelay: 1,
        retryBackoff: true,
      });
      if (job.schedule !== undefined) await boss.schedule(job.name, job.schedule, {});
      await boss.work(job.name, polling, (batch: { id: string; data: unknown }[]) =>
        Promise.all(batch.map((item) => runJob(job, item))),
      );
      begun.add(job.name);
    }
  };
  /** When it fails, whoever needs it next tries anew. */
  const started = () =>
    (starting ??= begin().catch((error: unknown) => {
      starting = undefined;
      throw error;
    }));

  const enqueue = async (ctx: Ctx, sent: readonly SentJob[]): Promise<void> => {
    await started();
    const db = {
      executeSql: (text: string, values?: unknown[]) => ctx.db.executeQuery(CompiledQuery.raw(text, values)),
    };
    for (const [name, jobs] of Map.groupBy(sent, (job) => job.name)) await boss.insert(name, jobs, { db });
  };
  const enqueueTogether = gather<SentJob, void>(async (ctx, sent) => {
    await enqueue(ctx, sent);
    return sent.map(() => undefined);
  });

  return {
    async start() {
      for (let pauseMs = 500; !stopping.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        try {
          return await started();
        } catch (error) {
          options.log.error({ err: error }, 'the job queue did not start and is tried again');
          await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        }
      }
    },
    async send(ctx, job, payload, sendOptions = {}) {
      if (!options.jobs.some((known) => known.name === job.name))
        throw new Error(`The job ${job.name} is not registered.`);
      const sent = { name: job.name, data: payload as object, ...sendOptions };
      await (ctx.db.isTransaction ? enqueue(ctx, [sent]) : enqueueTogether(ctx, sent));
    },
    stop: async () => {
      stopping.abort();
      await starting?.catch(() => undefined);
      // Also when it has started in part only.
      await boss.stop({ graceful: true, timeout: 5000 });
      if (!pool.ending) await pool.end();
    },
  };
}
