// The bars, as ratios within one run.
import type { SizeReport } from './measure-sizes.ts';

export interface Verdict {
  name: string;
  value: string;
  bar: string;
  met: boolean;
}

const timesFloor = 8;
const timesSmallest = 2;
const readShare = 0.6;
const writeShare = 0.5;
const memoryMb = 200;
const exportGrowthMb = 50;

export const atMost = (name: string, value: number, bar: number, unit: string, decimals = 2): Verdict => ({
  name,
  value: `${value.toFixed(decimals)}${unit}`,
  bar: `≤ ${bar}${unit}`,
  met: value <= bar,
});
export const atLeast = (name: string, value: number, bar: number, unit: string, decimals = 2): Verdict => ({
  name,
  value: `${value.toFixed(decimals)}${unit}`,
  bar: `≥ ${bar}${unit}`,
  met: value >= bar,
});

/** The first report is the smallest size, the last the largest. */
export function judge(reports: readonly SizeReport[]): Verdict[] {
  const [smallest] = reports;
  const largest = reports.at(-1);
  if (smallest === undefined || largest === undefined) return [];
  const verdicts = largest.lists.flatMap(({ name, latency }, index) => [
    atMost(`${name}, p95 to the floor's`, latency.p95 / largest.floor.p95, timesFloor, '×'),
    ...(smallest === largest
      ? []
      : [
          atMost(
            `${name}, p95 to its own at ${smallest.orders}`,
            latency.p95 / (smallest.lists[index]?.latency.p95 ?? 1),
            timesSmallest,
            '×',
          ),
        ]),
  ]);
  return [
    ...verdicts,
    atLeast(
      "first pages a second, to the floor's",
      largest.firstPagePerSecond / largest.floorPerSecond,
      readShare,
      '×',
    ),
    atLeast(
      "orders placed a second, to pgbench's",
      largest.placedPerSecond / largest.barePlacedPerSecond,
      writeShare,
      '×',
    ),
    atMost('server memory after the run', largest.memoryMb, memoryMb, ' MB'),
    atMost(
      `growth while exporting ${largest.exportedRows.toLocaleString('en')} rows`,
      largest.exportGrowthMb,
      exportGrowthMb,
      ' MB',
    ),
  ];
}

/** Tells whether all are met. */
export function sayVerdicts(verdicts: readonly Verdict[], say: (message: string) => void): boolean {
  say('');
  for (const { name, value, bar, met } of verdicts)
    say(`${met ? 'met   ' : 'MISSED'} ${name}: ${value} (bar ${bar})`);
  return verdicts.every(({ met }) => met);
}
