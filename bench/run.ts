// npm run bench: how fast it is, each figure against a floor measured in the same run. `npm run bench -- 10000 1000000`
// measures other sizes. Writes bench/out/report.html; exits 1 when a bar is missed.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { judge, sayVerdicts, type Verdict } from './bars.ts';
import { measureSize, type SizeReport } from './measure-size.ts';
import { htmlReport } from './report.ts';
import { judgeWeb, linesOf, measureWeb } from './web.ts';

const defaultSizes = [10_000, 1_000_000, 10_000_000];
const outFolder = path.join(import.meta.dirname, 'out');

const say = (message: string): void => {
  process.stdout.write(`${message}\n`);
};

const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : defaultSizes;
await mkdir(outFolder, { recursive: true });
const reports: SizeReport[] = [];
for (const orders of sizes) {
  say(`${orders.toLocaleString('en')} orders`);
  reports.push(await measureSize(orders, say));
}

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
say('\npages in a browser');
const web = await measureWeb(say);
const verdicts: Verdict[] = [...judge(reports), ...judgeWeb(web)];
const allMet = sayVerdicts(verdicts, say);
await writeFile(path.join(outFolder, 'report.html'), htmlReport(reports, verdicts, linesOf(web)));
say(`\nCharts: ${path.join(outFolder, 'report.html')}`);
process.exitCode = allMet ? 0 : 1;
