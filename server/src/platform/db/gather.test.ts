import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Ctx } from '../context.ts';
import { gather } from './gather.ts';

const ctxOf = (db: object) => ({ db }) as Ctx;

/** Doubles numbers; what came together is noted, and answered when told. */
function doubling() {
  const asked: number[][] = [];
  const answers: (() => void)[] = [];
  const double = gather<number, number>(async (_ctx, items) => {
    asked.push([...items]);
    await new Promise<void>((resolve) => answers.push(resolve));
    if (items.includes(13)) throw new Error('not 13');
    return items.map((item) => item * 2);
  });
  return { asked, answers, double };
}

it('asks together what comes in one turn, and answers each its own', async () => {
  const { asked, answers, double } = doubling();
  const ctx = ctxOf({});
  const all = Promise.all([1, 2, 3].map((n) => double(ctx, n)));
  await turn();
  expect(asked).toEqual([[1, 2, 3]]);
  answers[0]?.();
  expect(await all).toEqual([2, 4, 6]);
});

it('lets two go at once, and what comes meanwhile go together next', async () => {
  const { asked, answers, double } = doubling();
  const ctx = ctxOf({});
  const all: Promise<number>[] = [];
  for (const n of [1, 2, 3, 4]) {
    all.push(double(ctx, n));
    await turn();
  }
  expect(asked).toEqual([[1], [2]]);
  answers[0]?.();
  await vi.waitFor(() => expect(asked).toEqual([[1], [2], [3, 4]]));
  answers[1]?.();
  answers[2]?.();
  expect(await Promise.all(all)).toEqual([2, 4, 6, 8]);
});

it('does not wait for ever behind two that are never answered', async () => {
  const { asked, answers, double } = doubling();
  const ctx = ctxOf({});
  void double(ctx, 1);
  await turn();
  void double(ctx, 2);
  await turn();
  const third = double(ctx, 3);
  await vi.waitFor(() => expect(asked).toEqual([[1], [2], [3]]));
  answers[2]?.();
  expect(await third).toBe(6);
});

it('fails those together that were asked together, and goes on', async () => {
  const { answers, double } = doubling();
  const ctx = ctxOf({});
  const failing = Promise.allSettled([double(ctx, 13), double(ctx, 1)]);
  await turn();
  answers[0]?.();
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const next = double(ctx, 2);
  await turn();
  answers[1]?.();
  expect(await next).toBe(4);
});

it('never asks one database for another, nor for more than fifty at once', async () => {
  const { asked, double } = doubling();
  void double(ctxOf({}), 1);
  void double(ctxOf({}), 2);
  const crowded = ctxOf({});
  for (let n = 0; n < 60; n += 1) void double(crowded, n);
  await vi.waitFor(() => expect(asked.map((items) => items.length)).toEqual([1, 1, 50, 10]));
});
