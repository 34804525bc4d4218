import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';

export interface Dropdown {
  opened: boolean;
  open: () => void;
  /** Gives the focus back to the button. */
  close: () => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  /** For the element around the button and what it opens. */
  holder: {
    ref: RefObject<HTMLDivElement | null>;
    onBlur: (event: FocusEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/** Something a button opens below itself: Escape, a press elsewhere or the focus going elsewhere close it again. */
export function useDropdown(): Dropdown {
  const [opened, setOpened] = useState(false);
  const holderRef = useRef<HTMLDivElement>(null);
  const triggerRef = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!opened) return undefined;
    const closeIfOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && holderRef.current?.contains(target) !== true) setOpened(false);
    };
    document.addEventListener('pointerdown', closeIfOutside);
    return () => document.removeEventListener('pointerdown', closeIfOutside);
  }, [opened]);

  const close = () => {
    setOpened(false);
    triggerRef.current?.focus();
  };
  return {
    opened,
    open: () => setOpened(true),
    close,
    triggerRef,
    holder: {
      ref: holderRef,
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget !== null && holderRef.current?.contains(relatedTarget) !== true) setOpened(false);
      },
      onKeyDown: (event) => {
        if (event.key !== 'Escape' || !opened) return;
        // It closes this and nothing behind it.
        event.stopPropagation();
        close();
      },
    },
  };
}
