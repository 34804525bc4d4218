import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import classes from './top-bar.module.css';

interface TopBarProps {
  menuOpened: boolean;
  onToggleMenu: () => void;
  onOpenPalette: () => void;
}

const isMac = navigator.userAgent.includes('Mac');

export function TopBar({ menuOpened, onToggleMenu, onOpenPalette }: TopBarProps) {
  return (
    <header className={classes.bar}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label="Toggle menu"
        aria-expanded={menuOpened}
        aria-controls="side-menu"
        onClick={onToggleMenu}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <UnstyledButton className={classes.palette} onClick={onOpenPalette}>
        <IconSearch size={16} aria-hidden />
        <span className={classes.paletteText}>Go to…</span>
        <Kbd size="xs" className={classes.paletteText} aria-hidden>
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <div className={classes.end}>
        <ColorSchemeSwitch />
        <ProfileMenu />
      </div>
    </header>
  );
}
