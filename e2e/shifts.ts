// Watches whether anything on a page jumps.

/**
 * For addInitScript; fills `shifts`. A line with a letter that its font is still being fetched for may grow by a pixel or
 * two when the font comes: nobody misses a button by that.
 */
export const watchShifts = `
  globalThis.shifts = [];
  const far = ({ previousRect: from, currentRect: to }) => Math.abs(to.x - from.x) > 3 || Math.abs(to.y - from.y) > 3;
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries())
      for (const source of sources.filter(far))
        shifts.push([source.node?.textContent?.slice(0, 60), JSON.stringify(source.previousRect), JSON.stringify(source.currentRect)]);
  }).observe({ type: 'layout-shift', buffered: true });
`;
