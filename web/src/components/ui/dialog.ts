import type { ComponentType, ReactNode } from 'react';

/** What stands in a dialog, given the way to close it. */
export type DialogContent = (close: () => void) => ReactNode;

export interface DialogRequest {
  title: string;
  size?: 'lg';
  /** May fetch code of its own first. */
  content: () => DialogContent | Promise<DialogContent>;
}

export interface Dialog extends Omit<DialogRequest, 'content'> {
  id: number;
  content: DialogContent;
  /** Kept for a moment after it was closed, to go gently. */
  opened: boolean;
  Frame: ComponentType<{ dialog: Dialog; onClose: () => void }>;
}
