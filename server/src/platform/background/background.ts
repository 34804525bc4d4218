// Work that every server does now and then for itself, more often than a queue is made for. It must bear being done by
// several servers at once, and being left out when one dies.
import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../context.ts';

export interface BackgroundTask {
  name: string;
  everyMs: number;
  run: (ctx: Ctx) => Promise<void>;
}

/** Starts all; the returned function stops them and waits for what is under way. */
export function startBackground(
  tasks: readonly BackgroundTask[],
  contextFor: (requestId: string) => Ctx,
): () => Promise<void> {
  const stopping = new AbortController();
  const loops = tasks.map(async (task) => {
    const ctx = contextFor(task.name);
    while (!stopping.signal.aborted) {
      await wait(task.everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await task
        .run(ctx)
        .catch((error: unknown) => ctx.log.error({ err: error, task: task.name }, 'background task'));
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}
