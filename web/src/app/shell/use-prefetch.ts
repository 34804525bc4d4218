import { useEffect } from 'react';
import { screenAt } from '../screens.tsx';

/** Fetches a screen's code as soon as a link to it is pointed at or focused, wherever on the page the link stands. */
export function usePrefetch(): void {
  useEffect(() => {
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/app/"]') : null;
      if (link !== null) screenAt(link.pathname)?.page.preload();
    };
    document.addEventListener('pointerover', prefetch);
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, []);
}
