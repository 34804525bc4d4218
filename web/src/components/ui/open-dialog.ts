// Dialogs over the signed-in area, one at a time. What draws them is loaded when the first one is asked for.
import { noAnswer } from '../../lib/api-error.ts';
import { notifyFailure } from '../../lib/notify.ts';
import type { Dialog, DialogRequest } from './dialog.ts';

const loadFrame = async () => (await import('./dialog-frame.tsx')).DialogFrame;

const listeners = new Set<() => void>();
let dialog: Dialog | null = null;
let lastId = 0;

export const currentDialog = (): Dialog | null => dialog;

export function subscribeToDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function openDialog({ content, ...request }: DialogRequest): Promise<void> {
  lastId += 1;
  const id = lastId;
  try {
    const [Frame, ready] = await Promise.all([loadFrame(), content()]);
    // Another one may have been asked for meanwhile.
    if (id !== lastId) return;
    const asked = { ...request, id, content: ready, Frame };
    if (dialog === null) await drawClosed(asked);
    if (id === lastId) replace({ ...asked, opened: true });
  } catch {
    notifyFailure(request.title, noAnswer());
  }
}

/** A frame notes where the focus was, to give it back, only when it opens after it was drawn closed. */
async function drawClosed(asked: Omit<Dialog, 'opened'>): Promise<void> {
  replace({ ...asked, opened: false });
  await new Promise((resolve) => setTimeout(resolve));
}

export function closeDialog(): void {
  if (dialog !== null) replace({ ...dialog, opened: false });
}

/** When the area is left: nothing asked there may appear elsewhere. */
export function forgetDialogs(): void {
  lastId += 1;
  replace(null);
}

const fetchFrame = (): void => {
  // A failed prefetch is repeated, and reported, when the dialog is really opened.
  loadFrame().catch(() => undefined);
};

/** For the buttons that open a dialog: its code is fetched when they are pointed at. */
export const opensDialog = { onPointerEnter: fetchFrame, onFocus: fetchFrame };

function replace(next: Dialog | null): void {
  dialog = next;
  for (const listener of listeners) listener();
}
