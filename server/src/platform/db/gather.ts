// What many requests ask of the database at the same moment, asked together: one statement and one round trip instead
// of one each. Alone, a request waits for nothing but the end of its turn of the event loop; in a crowd, those that come
// while two statements are under way go together with the next.
import type { Ctx } from '../context.ts';
import type { Db } from './database.ts';

/** With one, the database would rest while answers are sent; with many, hardly anything would come together. */
const mostUnderWay = 2;

/** One that takes longer no longer holds up the others: its connection may be lost without our knowing yet. */
const holdsUpMs = 100;

/** More than this in one statement would make the first wait for the last. */
const mostTogether = 50;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * `ask` is given what came together on one database, and answers each in their order; when it throws, all of them fail.
 * Not for use inside a transaction, whose queries are its own.
 */
export function gather<Item, Result>(
  ask: (ctx: Ctx, items: readonly Item[]) => Promise<readonly Result[]>,
): (ctx: Ctx, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, (ctx: Ctx, waiting: Waiting<Item, Result>) => void>();

  const createQueue = () => {
    let queue: Waiting<Item, Result>[] = [];
    let underWay = 0;
    let planned = false;
    const askSoon = (ctx: Ctx) => {
      if (planned || underWay === mostUnderWay || queue.length === 0) return;
      planned = true;
      setImmediate(() => {
        planned = false;
        const together = queue.slice(0, mostTogether);
        queue = queue.slice(mostTogether);
        underWay += 1;
        let holdsUp = true;
        const giveWay = () => {
          if (!holdsUp) return;
          holdsUp = false;
          underWay -= 1;
          askSoon(ctx);
        };
        const tooLong = setTimeout(giveWay, holdsUpMs);
        void settle(ctx, together).finally(() => {
          clearTimeout(tooLong);
          giveWay();
        });
        askSoon(ctx);
      });
    };
    return (ctx: Ctx, waiting: Waiting<Item, Result>) => {
      queue.push(waiting);
      askSoon(ctx);
    };
  };

  const settle = async (ctx: Ctx, together: readonly Waiting<Item, Result>[]) => {
    try {
      const results = await ask(
        ctx,
        together.map(({ item }) => item),
      );
      for (const [index, { resolve }] of together.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  };

  return (ctx, item) => {
    const add = queues.get(ctx.db) ?? createQueue();
    queues.set(ctx.db, add);
    return new Promise((resolve, reject) => add(ctx, { item, resolve, reject }));
  };
}
