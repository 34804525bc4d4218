// Watches whether anything on a page jumps.

/** For addInitScript; fills `shifts` with what moved, from where and to where. */
export const watchShifts = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      shifts.push([value, ...sources.map(({ node, previousRect, currentRect }) =>
        [node?.textContent?.slice(0, 60), JSON.stringify(previousRect), JSON.stringify(currentRect)])]);
  }).observe({ type: 'layout-shift', buffered: true });
`;
