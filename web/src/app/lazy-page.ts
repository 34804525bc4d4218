import type { ComponentType } from 'react';

/** A page whose code is fetched when it is wanted. */
export interface LazyPage {
  load: () => Promise<ComponentType>;
  /** Fetches the code ahead of need, such as when a link to it is pointed at. */
  preload: () => void;
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return {
    load,
    preload: () => {
      // A failed prefetch is repeated, and reported, when the page is really opened.
      load().catch(() => undefined);
    },
  };
}
