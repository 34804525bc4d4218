// Filters by day: whole days, UTC, both ends included, as numbers since 1970 and as moments.

interface DayFilter {
  from?: string | undefined;
  to?: string | undefined;
}

export interface Days {
  first: number;
  last: number;
  /** From this moment on. */
  start: Date;
  /** Before this moment. */
  end: Date;
}

const dayMs = 86_400_000;
const dayOf = (day: string) => Date.parse(day) / dayMs;

export const isOfDays = ({ from, to }: DayFilter): boolean => from !== undefined || to !== undefined;

/** An open end reaches to days on which nothing was ever written. */
export function daysOf({ from = '1900-01-01', to = '9999-01-01' }: DayFilter): Days {
  const first = dayOf(from);
  const last = dayOf(to);
  return { first, last, start: new Date(first * dayMs), end: new Date((last + 1) * dayMs) };
}
