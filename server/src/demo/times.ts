// Moments in milliseconds since 1970, and the working day of a Kenyan shop.
import type { Random } from './random.ts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** East Africa Time has no summer time: always three hours ahead of UTC. */
const nairobiOffsetMs = 3 * hourMs;
const opensMs = 8 * hourMs;
const closesMs = 18 * hourMs;

export const nairobiMidnight = (atMs: number): number =>
  Math.floor((atMs + nairobiOffsetMs) / dayMs) * dayMs - nairobiOffsetMs;

/** The same moment, or one soon after the shop next opens. Draws once either way, so the hour shifts nothing else. */
export function whenOpen(atMs: number, random: Random): number {
  const intoMorningMs = random.integer(0, 3 * hourMs);
  const midnight = nairobiMidnight(atMs);
  const sinceMidnight = atMs - midnight;
  if (sinceMidnight >= opensMs && sinceMidnight < closesMs) return atMs;
  const morning = midnight + opensMs + (sinceMidnight < opensMs ? 0 : dayMs);
  return morning + intoMorningMs;
}

/** Rows of one table in the order of their time, with ids that follow it. */
export const inTimeOrder = <T extends { created_at: Date }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
