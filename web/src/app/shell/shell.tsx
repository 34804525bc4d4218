import { lazy, Suspense, useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useHotkeys } from '@mantine/hooks';
import { focusSearchBox } from '../../components/list/focus-search-box.ts';
import { PageFault } from '../page-fault.tsx';
import classes from './shell.module.css';
import { SideMenu } from './side-menu.tsx';
import { TopBar } from './top-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useMenuState } from './use-menu-state.ts';
import { usePrefetch } from './use-prefetch.ts';

const CommandPalette = lazy(async () => ({
  default: (await import('../command-palette.tsx')).CommandPalette,
}));

export function Shell({ children }: { children: ReactNode }) {
  const menu = useMenuState();
  const [paletteOpened, setPaletteOpened] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  const mainRef = useFocusOnNavigation();
  // At the start the menu and the bar come first and the page right after them: two short pauses instead of a long one.
  const isDrawn = useDeferredValue(true, false);
  usePrefetch();

  const openPalette = () => {
    setPaletteWanted(true);
    setPaletteOpened(true);
  };
  useHotkeys([['mod+K', openPalette]], []);
  useHotkeys([['/', focusSearchBox]]);

  return (
    <div className={classes.shell} data-menu={menu.opened ? 'open' : 'closed'}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <TopBar menuOpened={menu.opened} onToggleMenu={menu.toggle} onOpenPalette={openPalette} />
      <SideMenu opened={menu.opened} onNavigate={menu.closeIfOver} />
      {menu.isOver && menu.opened && (
        <div className={classes.backdrop} onClick={menu.closeIfOver} aria-hidden="true" />
      )}
      <main id="main" className={classes.main} ref={mainRef} tabIndex={-1}>
        <PageFault>{isDrawn && children}</PageFault>
      </main>
      {paletteWanted && (
        <Suspense fallback={null}>
          <CommandPalette opened={paletteOpened} onClose={() => setPaletteOpened(false)} />
        </Suspense>
      )}
    </div>
  );
}
