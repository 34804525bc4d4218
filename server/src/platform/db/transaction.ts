// One way into a transaction. Inside it, the ctx handed on carries the transaction, so no query escapes it; what
// it announces is told once it has committed.
import type { Announcement, Ctx } from '../context.ts';
import { databaseFault } from './database.ts';

/** Deadlock or serialization failure: PostgreSQL undid everything, so trying again is safe. */
const retryable = new Set(['40P01', '40001']);
const maxAttempts = 4;

/** Does it again when PostgreSQL asks for that. */
export async function tryAgain<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const fault = databaseFault(error);
      if (fault === null || !retryable.has(fault.code) || attempt === maxAttempts) throw error;
      ctx.log.warn({ requestId: ctx.requestId, code: fault.code, attempt }, 'transaction tried again');
    }
  }
}

/** Joins the transaction of ctx when there is one; else opens one and retries it when PostgreSQL asks for that. */
export async function withTransaction<C extends Ctx, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.db.isTransaction) return work(ctx);
  return tryAgain(ctx, async () => {
    const announced: Announcement[] = [];
    const announce: Ctx['announce'] = (announcement) => announced.push(announcement);
    const result = await ctx.db.transaction().execute((db) => work({ ...ctx, db, announce }));
    for (const announcement of announced) ctx.announce(announcement);
    return result;
  });
}
