import { lazy, useState } from 'react';
import type { ComponentType } from 'react';
import type { LazyPage } from './lazy-page.ts';

/** As a component: at once if the code is there, which `lazy` alone would first show a placeholder for. */
export function drawnPage<Props extends object>({ load, loaded }: LazyPage<Props>): ComponentType<Props> {
  const Lazy = lazy(async () => ({ default: await load() }));
  return function DrawnPage(props: Props) {
    // For as long as it stays on the screen: another component would lose what has been typed.
    const [Page] = useState<ComponentType<Props>>(() => loaded() ?? Lazy);
    return <Page {...props} />;
  };
}
