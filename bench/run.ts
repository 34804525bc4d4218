// npm run bench: how fast it is, each figure against a floor measured in the same run. `npm run bench -- 10000 1000000`
// measures other sizes. Writes bench/out/report.html; exits 1 when a bar is missed.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judge, sayVerdicts, type Verdict } from './bars.ts';
import { measureSizes } from './measure-sizes.ts';
import { htmlReport } from './report.ts';
import { judgeWeb, linesOf, measureWeb } from './web.ts';

const defaultSizes = [10_000, 1_000_000, 10_000_000];
const outFolder = path.join(import.meta.dirname, 'out');

const say = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

/** In ticks since the start; nothing is known of it but on Linux. */
async function readCpuTimes(): Promise<{ all: number; stolen: number }> {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '');
  // user, nice, system, idle, iowait, irq, softirq, steal
  const ticks = (/^cpu +(.*)$/m.exec(text)?.[1] ?? '').split(' ').slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : defaultSizes;
await mkdir(outFolder, { recursive: true });
const busyBefore = await readCpuTimes();
const reports = await measureSizes(sizes, say);
const busyAfter = await readCpuTimes();
const stolen = (busyAfter.stolen - busyBefore.stolen) / (busyAfter.all - busyBefore.all || 1);

const ms = (value: number) => value.toFixed(2).padStart(9);
say(
  `\n${'p50 / p95 in ms'.padEnd(36)}${reports.map(({ orders }) => orders.toLocaleString('en').padStart(22)).join('')}`,
);
const rows = ['floor: one order by key', ...(reports[0]?.lists.map(({ name }) => name) ?? [])];
for (const [index, name] of rows.entries()) {
  const cells = reports.map(
    (report) => (index === 0 ? report.floor : report.lists[index - 1]?.latency) ?? { p50: 0, p95: 0 },
  );
  say(`${name.padEnd(36)}${cells.map(({ p50, p95 }) => `   ${ms(p50)} ${ms(p95)}`).join('')}`);
}
for (const report of reports)
  say(
    `\n${report.orders.toLocaleString('en')} orders, a second: floor ${report.floorPerSecond.toFixed(0)}, first page ${report.firstPagePerSecond.toFixed(0)} (${report.changingFirstPagePerSecond.toFixed(0)} while data changes all the time), pgbench orders ${report.barePlacedPerSecond.toFixed(0)}, orders placed ${report.placedPerSecond.toFixed(0)}`,
  );
say(`\nOther machines on the same host took ${(stolen * 100).toFixed(1)} % of the CPU meanwhile.`);
say('\npages in a browser');
const web = await measureWeb(say);
const verdicts: Verdict[] = [...judge(reports), ...judgeWeb(web)];
const allMet = sayVerdicts(verdicts, say);
await writeFile(path.join(outFolder, 'report.html'), htmlReport(reports, verdicts, linesOf(web)));
say(`\nCharts: ${path.join(outFolder, 'report.html')}`);
process.exitCode = allMet ? 0 : 1;
