// How fast pages come up in a browser: Lighthouse on a desktop and on a phone, long tasks and bytes, against their bars.
// The last part of `npm run bench`; `node bench/web.ts` runs it alone, `node bench/web.ts 1` with one round instead of
// three.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { startConsole } from '../e2e/console.ts';
import { atLeast, atMost, sayVerdicts, type Verdict } from './bars.ts';
import { runLighthouse, type LighthouseScores, type Mode } from './lighthouse.ts';
import { pageCost, type PageCost } from './page-cost.ts';

const pages = ['/login', '/app/dashboard', '/app/orders', '/app/createorder'] as const;
const modes: readonly Mode[] = ['desktop', 'mobile'];
const defaultRounds = 3;
const desktopScore = 100;
const mobilePerformance = 95;
const longTaskMs = 50;
const loginScriptsKb = 120;
const listScreenKb = 200;
const admin = { email: 'admin@ghala.example', password: 'ghala-admin' };

export interface PageReport {
  path: (typeof pages)[number];
  /** The medians of the rounds. */
  lighthouse: Record<Mode, LighthouseScores>;
  cost: PageCost;
}

export async function measureWeb(
  say: (message: string) => void,
  rounds = defaultRounds,
): Promise<PageReport[]> {
  // The files as they would be served now, not as they were built last.
  spawnSync(process.execPath, [path.resolve(import.meta.dirname, '../scripts/build-web.ts')], {
    stdio: 'inherit',
  });
  const served = await startConsole();
  try {
    const session = await signIn(served.url);
    const reports: PageReport[] = [];
    for (const page of pages) {
      const url = `${served.url}${page}`;
      const stored: Record<string, string> = page.startsWith('/app/') ? { token: session } : {};
      const lighthouse = {} as PageReport['lighthouse'];
      for (const mode of modes)
        lighthouse[mode] = medians(await repeat(rounds, () => runLighthouse(url, mode, stored)));
      const cost = medians(await repeat(rounds, () => pageCost(url, stored)));
      reports.push({ path: page, lighthouse, cost });
      for (const line of linesOf(reports.slice(-1))) say(line);
    }
    return reports;
  } finally {
    await served.stop();
  }
}

export function judgeWeb(reports: readonly PageReport[]): Verdict[] {
  const score = (name: string, value: number, bar: number) => atLeast(name, value, bar, '', 0);
  return reports.flatMap(({ path: page, lighthouse: { desktop, mobile }, cost }) => [
    score(`${page}, desktop performance`, desktop.performance, desktopScore),
    score(`${page}, desktop accessibility`, desktop.accessibility, desktopScore),
    score(`${page}, desktop best practices`, desktop.bestPractices, desktopScore),
    score(`${page}, mobile performance`, mobile.performance, mobilePerformance),
    atMost(`${page}, longest task on a phone`, cost.longestTaskMs, longTaskMs, ' ms', 0),
    ...(page === '/login' ? [atMost(`${page}, scripts`, cost.scriptsKb, loginScriptsKb, ' KB', 0)] : []),
    ...(page === '/app/orders'
      ? [atMost(`${page}, scripts, styles and fonts`, cost.allKb, listScreenKb, ' KB', 0)]
      : []),
  ]);
}

/** For people: one line for each page and mode. */
export function linesOf(reports: readonly PageReport[]): string[] {
  return reports.flatMap(({ path: page, lighthouse, cost }) => [
    ...modes.map((mode) => {
      const { performance, accessibility, bestPractices, firstPaintMs, largestPaintMs, blockedMs, shift } =
        lighthouse[mode];
      return `${page.padEnd(18)}${mode.padEnd(8)} performance ${performance}, accessibility ${accessibility}, best practices ${bestPractices}; first paint ${firstPaintMs.toFixed(0)} ms, largest ${largestPaintMs.toFixed(0)} ms, blocked ${blockedMs.toFixed(0)} ms, shift ${shift.toFixed(3)}`;
    }),
    `${page.padEnd(18)}phone    longest task ${cost.longestTaskMs === 0 ? 'under 50' : cost.longestTaskMs.toFixed(0)} ms, scripts ${cost.scriptsKb.toFixed(0)} KB, with styles and fonts ${cost.allKb.toFixed(0)} KB`,
  ]);
}

async function repeat<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < times; round += 1) results.push(await measure());
  return results;
}

/** Of each figure by itself. */
function medians<T extends object>(rounds: readonly T[]): T {
  const names = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  const median = (name: keyof T) =>
    rounds.map((round) => Number(round[name])).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)];
  return Object.fromEntries(names.map((name) => [name, median(name)])) as T;
}

/** What the web app keeps in local storage of somebody who is signed in. */
async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  const data = (await answer.json()) as { expiresAt: string };
  return JSON.stringify({ data, expiresAt: Date.parse(data.expiresAt) });
}

if (import.meta.main) {
  const say = (message: string) => process.stdout.write(`${message}\n`);
  const [rounds] = process.argv.slice(2).map(Number);
  const verdicts = judgeWeb(await measureWeb(say, rounds));
  process.exitCode = sayVerdicts(verdicts, say) ? 0 : 1;
}
