// The report as one HTML page: each figure against its floor, and how it grows with the data. No script.
import type { Verdict } from './bars.ts';
import type { SizeReport } from './measure-sizes.ts';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A bar for each size, as long as its p95 in floors. */
function growth(name: string, reports: readonly SizeReport[], index: number): string {
  const bars = reports.map(({ orders, floor, lists }) => {
    const p95 = lists[index]?.latency.p95 ?? 0;
    const floors = p95 / floor.p95;
    return `<tr><td>${orders.toLocaleString('en')}</td><td>${p95.toFixed(2)} ms</td><td>${floors.toFixed(1)} floors</td>
<td><svg width="320" height="14" role="img" aria-label="${floors.toFixed(1)} of 8 floors"><rect width="${Math.min(320, floors * 40).toFixed(0)}" height="14" class="${floors > 8 ? 'over' : 'under'}"/><line x1="320" x2="320" y1="0" y2="14" class="bar"/></svg></td></tr>`;
  });
  return `<h3>${escape(name)}</h3><table>${bars.join('')}</table>`;
}

export function htmlReport(
  reports: readonly SizeReport[],
  verdicts: readonly Verdict[],
  webLines: readonly string[],
): string {
  const names = reports[0]?.lists.map(({ name }) => name) ?? [];
  const judged = verdicts.map(
    ({ name, value, bar, met }) =>
      `<tr><td>${met ? '✓ met' : '✗ missed'}</td><td>${escape(name)}</td><td>${value}</td><td>${escape(bar)}</td></tr>`,
  );
  const speeds = reports.map(
    (
      report,
    ) => `<tr><td>${report.orders.toLocaleString('en')}</td><td>${report.floor.p95.toFixed(2)} ms</td><td>${report.floorPerSecond.toFixed(0)}</td>
<td>${report.firstPagePerSecond.toFixed(0)}</td><td>${report.changingFirstPagePerSecond.toFixed(0)}</td><td>${report.barePlacedPerSecond.toFixed(0)}</td><td>${report.placedPerSecond.toFixed(0)}</td>
<td>${report.memoryMb.toFixed(0)}</td><td>${report.exportGrowthMb.toFixed(0)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Ghala bench</title>
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap}td,th{padding:.1rem .8rem .1rem 0;text-align:left}
.under{fill:#2b8a3e}.over{fill:#c92a2a}.bar{stroke:currentColor}</style>
<h1>Ghala bench</h1><p>Ratios hold within this run only: the machine is shared.</p>
<h2>Bars</h2><table>${judged.join('')}</table>
<h2>Speed by size</h2><table><tr><th>orders</th><th>floor p95</th><th>floor/s</th><th>first pages/s</th><th>… while data changes</th><th>pgbench orders/s</th><th>orders placed/s</th><th>memory MB</th><th>export growth MB</th></tr>${speeds.join('')}</table>
<h2>Lists: p95 in floors (the line is the bar)</h2>${names.map((name, index) => growth(name, reports, index)).join('')}
<h2>Pages in a browser</h2><pre>${escape(webLines.join('\n'))}</pre></html>`;
}
