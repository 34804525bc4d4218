// Are two sets of times the same? By ranks, because times have long tails, and by medians, because those can be read.

export interface Comparison {
  /** Chance that a time of the first set is longer than one of the second; 0.5 when they cannot be told apart. */
  superiority: number;
  /** Mann–Whitney, two-sided: how often chance alone would differ as much. */
  p: number;
  medianDifferenceMs: number;
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

/** Abramowitz and Stegun 7.1.26, good to 1.5e-7. */
function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
}

export function compare(first: readonly number[], second: readonly number[]): Comparison {
  const ranked = [
    ...first.map((time) => ({ time, own: true })),
    ...second.map((time) => ({ time, own: false })),
  ].toSorted((one, other) => one.time - other.time);
  const [n, m] = [first.length, second.length];
  const rankSum = ranked.reduce((sum, { own }, index) => (own ? sum + index + 1 : sum), 0);
  const u = rankSum - (n * (n + 1)) / 2;
  const z = (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  return { superiority: u / (n * m), p: normalTail(z), medianDifferenceMs: median(first) - median(second) };
}
