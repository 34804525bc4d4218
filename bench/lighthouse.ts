// Lighthouse on one page of the console, as a phone or a desktop sees it the first time, signed in where it must be.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { findBrowser } from '../e2e/browser.ts';

/** Run by npx and kept out of package.json: nobody else needs its hundred packages. */
const lighthouse = 'lighthouse@13.5.0';

export type Mode = 'desktop' | 'mobile';

export interface LighthouseScores {
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  shift: number;
}

interface LighthouseReport {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

/** Now and then Lighthouse loses its own trace, and asks to be run again. */
const mostTries = 3;

/** `stored` goes into local storage first. Each run has a browser of its own, which has seen nothing before. */
export async function runLighthouse(
  url: string,
  mode: Mode,
  stored: Readonly<Record<string, string>>,
): Promise<LighthouseScores> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryLighthouse(url, mode, stored);
    } catch (error) {
      if (tries === mostTries || !/please run lighthouse again/i.test(String(error))) throw error;
    }
  }
}

async function tryLighthouse(
  url: string,
  mode: Mode,
  stored: Readonly<Record<string, string>>,
): Promise<LighthouseScores> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ghala-lighthouse-'));
  const port = await freePort();
  const { executablePath, args } = await findBrowser();
  const browser = await chromium.launchPersistentContext(path.join(folder, 'profile'), {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
  });
  try {
    const page = await browser.newPage();
    await page.goto(new URL('/favicon.svg', url).href);
    await page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, stored);
    await page.close();
    const report = path.join(folder, 'report.json');
    // Not waited for in one go: this process has to let the new tab begin.
    await promisify(execFile)('npx', [
      '--yes',
      lighthouse,
      url,
      `--port=${port}`,
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices',
      '--output=json',
      `--output-path=${report}`,
      '--quiet',
      ...(mode === 'desktop' ? ['--preset=desktop'] : []),
    ]);
    return scoresOf(JSON.parse(await readFile(report, 'utf8')) as LighthouseReport);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function scoresOf({ categories, audits }: LighthouseReport): LighthouseScores {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockedMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
