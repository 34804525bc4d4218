import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

export interface LazyPage {
  Page: LazyExoticComponent<ComponentType>;
  /** Fetches the code ahead of need, such as when a link to it is pointed at. */
  preload: () => void;
}

export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return {
    Page: lazy(async () => ({ default: await load() })),
    preload: () => {
      // A failed prefetch is repeated, and reported, when the page is really opened.
      load().catch(() => undefined);
    },
  };
}
