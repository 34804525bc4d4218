// The first script of every page, kept small: it lets the browser draw, then runs the rest part by part. The page itself
// has asked for all the files already.
import { loadPageAt } from './app/page-code.ts';

// zod would try to compile its checks with `new Function`, which the Content-Security-Policy forbids. It reads this
// when it is loaded, which is later: calling its config() here would load it with the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

/** One frame. A tab that nobody looks at draws none. */
const firstPaint = new Promise<void>((resolve) => {
  if (document.hidden) resolve();
  else requestAnimationFrame(() => setTimeout(resolve));
});

/** The page's files, each as a task of its own: together they would keep a phone from answering for too long. */
async function runFiles(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    await import(/* @vite-ignore */ href);
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * React makes a few errors while it is loaded, only to throw them later. For each the browser would find out where it
 * was made, and read all of React once more: the longest that a phone would be kept from answering. Meanwhile, errors
 * that are made as React makes them, without `new`, know no place.
 */
async function withoutTraces<T>(load: () => Promise<T>): Promise<T> {
  const Traced = globalThis.Error;
  globalThis.Error = new Proxy(Traced, {
    apply: (_target, _this, [message]: unknown[]): unknown =>
      Object.create(Traced.prototype, { message: { value: message } }),
  });
  return load().finally(() => {
    globalThis.Error = Traced;
  });
}

/** The letters nearly every page needs, as the fonts' style sheet has them. */
const basicLetters = /^u\+0*20-7e/i;

/**
 * They were fetched with the page, but are made ready only when something is first laid out with them: with others, and
 * then again. Not waited for long, since the page can be read with those others.
 */
async function readyLetters(): Promise<void> {
  const face = [...document.fonts].find(({ unicodeRange }) => basicLetters.test(unicodeRange));
  const longEnough = new Promise((resolve) => setTimeout(resolve, 100));
  await Promise.race([face?.load(), longEnough]).catch(() => undefined);
}

await firstPaint;
const { startApp } = await withoutTraces(async () => {
  // A part of the page that does not come is asked for again, and reported, when the page is drawn.
  await runFiles().catch(() => undefined);
  return import('./app/start.tsx');
});
// Drawn when it is complete: until then the page says that it is loading, as the app would.
await loadPageAt(location.pathname).catch(() => undefined);
await readyLetters();
startApp();
