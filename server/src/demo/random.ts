// The demo's own random numbers (mulberry32): the same seed gives the same data on every machine.
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number; both ends included. */
  integer(min: number, max: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  pickWeighted<T>(items: readonly T[], weight: (item: T) => number): T;
  /** Upper-case letters and digits. */
  code(length: number): string;
}

const codeCharacters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

export function createRandom(seed: number): Random {
  let state = Math.trunc(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + next() * (max - min);
  const integer = (min: number, max: number) => Math.floor(between(min, max + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  return {
    next,
    between,
    integer,
    pick,
    chance: (probability) => next() < probability,
    pickWeighted(items, weight) {
      const total = items.reduce((sum, item) => sum + weight(item), 0);
      let left = next() * total;
      for (const item of items) {
        left -= weight(item);
        if (left < 0) return item;
      }
      return pick(items);
    },
    code: (length) => Array.from({ length }, () => pick(codeCharacters)).join(''),
  };
}
