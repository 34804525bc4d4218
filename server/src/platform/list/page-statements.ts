// What the statements that read a page of a very long list have in common: its place may be written in their text, or
// hidden from the planner, so that one plan serves all pages.
import { pageSizes } from '@ghala/contracts/list';
import type { Direction, Place } from './nearer-end.ts';

/** What of a page's place stands in the text: the limit if it is usual, and that it is the first page. */
export function knownPlace(limit: unknown, offset: unknown): number[] {
  const size = pageSizes.find((usual) => usual === limit);
  return size === undefined ? [] : offset === 0 ? [size, 0] : [size];
}

/** Reads a page both ways, each by a statement of its own. */
export function readEitherWay<Row, Args extends unknown[]>(
  prepareWay: (direction: Direction) => (limit: number, offset: number, ...args: Args) => Promise<Row[]>,
): (direction: Direction, place: Place, ...args: Args) => Promise<Row[]> {
  const ways = { desc: prepareWay('desc'), asc: prepareWay('asc') };
  return async (direction, { offset, limit }, ...args) => {
    // A few more rows than are wanted cost less than another plan.
    const size = pageSizes.find((usual) => usual >= limit) ?? limit;
    const rows = await ways[direction](size, offset, ...args);
    return rows.slice(0, limit);
  };
}

interface BlockText {
  /** Comes first in the `with` of the statement. */
  place: string;
  /** Those of the counted blocks in which the wanted rows lie, with how many rows come before each. */
  chosenOf: (blocks: string, columns?: string) => string;
  /** What comes last in the statement: from the rows of the blocks called `chosen`, those of the page. */
  pageOfChosen: string;
}

/** Text for a page found by summing up the counts of blocks; given as which values its limit and offset come. */
export function blockText(limit: string, offset: string): BlockText {
  // How many rows come before the page; hidden from the planner, which would plan anew for each.
  const skipped = '(select skipped from place)';
  return {
    place: `place as materialized (select ${offset}::bigint as skipped)`,
    chosenOf: (blocks, columns = 'key') =>
      `select ${columns}, upto - n as before from ${blocks} where upto > ${skipped} and upto - n < ${skipped} + ${limit}`,
    pageOfChosen: `offset ${skipped} - coalesce((select min(before) from chosen), 0) limit ${limit}`,
  };
}
