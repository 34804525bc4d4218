// What opening a page costs a slow phone: the tasks that keep it from answering, and the bytes it fetches.
import { chromium } from '@playwright/test';
import type { Page, Request } from '@playwright/test';
import { findBrowser } from '../e2e/browser.ts';

export interface PageCost {
  /** 0 where no task took longer than the 50 ms from which browsers report them. */
  longestTaskMs: number;
  scriptsKb: number;
  /** Scripts, styles and fonts. */
  allKb: number;
}

const slowerCpu = 4;
const phone = { width: 412, height: 823 };
/** The live stream opens after 1.5 s, and what it asks for again is drawn soon after. */
const settleMs = 5000;
/** As text: it runs in the page, of whose kinds of entries Node's types know nothing. */
const noteLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
`;

export async function pageCost(url: string, stored: Readonly<Record<string, string>>): Promise<PageCost> {
  const browser = await chromium.launch(await findBrowser());
  try {
    const page = await browser.newPage({
      viewport: phone,
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    await page.addInitScript((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, stored);
    await page.addInitScript({ content: noteLongTasks });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu });
    const weighed = weigh(page);
    await page.goto(url);
    // Looking for anything before this would run the test tool's own scripts in the page, as a long task of their own.
    await page.waitForTimeout(settleMs);
    const tasks = await page.evaluate<number[]>('longTasks');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const files = await Promise.all(weighed);
    const kb = (some: typeof files) => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
    return {
      longestTaskMs: Math.max(0, ...tasks),
      scriptsKb: kb(files.filter(({ type }) => type === 'script')),
      allKb: kb(files),
    };
  } finally {
    await browser.close();
  }
}

interface Weighed {
  type: string;
  bytes: number;
}

function weigh(page: Page): Promise<Weighed>[] {
  const weighed: Promise<Weighed>[] = [];
  const sizeOf = async (request: Request): Promise<Weighed> => ({
    type: request.resourceType(),
    bytes: (await request.sizes()).responseBodySize,
  });
  page.on('requestfinished', (request) => {
    if (['script', 'stylesheet', 'font'].includes(request.resourceType())) weighed.push(sizeOf(request));
  });
  return weighed;
}
