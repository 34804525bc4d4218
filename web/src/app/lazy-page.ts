import type { ComponentType } from 'react';

/** A page, or another part of the app, whose code is fetched when it is wanted. */
export interface LazyPage<Props = object> {
  load: () => Promise<ComponentType<Props>>;
  /** Once it has come: a page that is there need not be waited for. */
  loaded: () => ComponentType<Props> | undefined;
  /** Fetches the code ahead of need, such as when a link to it is pointed at. */
  preload: () => void;
}

export function lazyPage<Props = object>(fetch: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let page: ComponentType<Props> | undefined;
  const load = async () => (page ??= await fetch());
  return {
    load,
    loaded: () => page,
    preload: () => {
      // A failed prefetch is repeated, and reported, when the page is really opened.
      load().catch(() => undefined);
    },
  };
}
