// A menu that a button opens, by the keys of the ARIA pattern. Our own, because the component library's brings a
// positioning engine to every page.
import { UnstyledButton } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './dropdown.module.css';
import { useDropdown } from './use-dropdown.ts';

interface DropMenuProps {
  /** What stands on the button. */
  face: ReactNode;
  /** What the button is called, where its face does not say it. */
  label?: string;
  className: string | undefined;
  children: ReactNode;
}

const itemsOf = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []),
];

export function DropMenu({ face, label, className, children }: DropMenuProps) {
  const { opened, open, close, triggerRef, holder } = useDropdown();
  const menuRef = useRef<HTMLDivElement>(null);
  const entersAtEnd = useRef(false);
  const id = useId();

  useEffect(() => {
    if (opened)
      itemsOf(menuRef.current)
        .at(entersAtEnd.current ? -1 : 0)
        ?.focus();
  }, [opened, entersAtEnd]);

  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    entersAtEnd.current = event.key === 'ArrowUp';
    open();
  };
  const toggle = () => {
    entersAtEnd.current = false;
    if (opened) close();
    else open();
  };
  const move = (event: KeyboardEvent) => {
    const items = itemsOf(menuRef.current);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = nextItem(event.key, items, at);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  return (
    <div className={classes.holder} {...holder}>
      <UnstyledButton
        id={id}
        ref={triggerRef}
        className={className ?? ''}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={toggle}
        onKeyDown={openByArrow}
      >
        {face}
      </UnstyledButton>
      {opened && (
        <div
          ref={menuRef}
          role="menu"
          tabIndex={-1}
          aria-labelledby={id}
          className={`${classes.dropdown} ${classes.menu}`}
          onClick={close}
          onKeyDown={move}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Arrows go round; a letter goes to the next item that begins with it. */
function nextItem(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(Math.max(at, 0) - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default: {
      if (key.length !== 1 || key === ' ') return undefined;
      const onwards = [...items.slice(at + 1), ...items.slice(0, at + 1)];
      return onwards.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()));
    }
  }
}

interface ItemProps {
  icon: ReactNode;
  children: string;
}

export function DropMenuLink({ icon, children, to }: ItemProps & { to: string }) {
  return (
    <Link to={to} role="menuitem" tabIndex={-1} className={classes.item ?? ''}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

interface DropMenuItemProps extends ItemProps {
  /** Stands at the end, such as a tick. */
  mark?: ReactNode;
  onClick: () => void;
}

export function DropMenuItem({ icon, children, mark, onClick }: DropMenuItemProps) {
  return (
    <UnstyledButton role="menuitem" tabIndex={-1} className={classes.item ?? ''} onClick={onClick}>
      {icon}
      <span>{children}</span>
      {mark}
    </UnstyledButton>
  );
}

export function DropMenuDivider() {
  return <hr className={classes.divider} />;
}
