// What the page has to tell: any code may say it, <Toasts> shows it. Small enough to come with every page: the message
// that the server cannot be reached must not have to be fetched from it.
import { reasonOf } from './api-error.ts';

export interface Toast {
  id: number;
  kind: 'success' | 'info' | 'failure';
  title: string;
  message: string;
}

/** More than this wait until there is room. */
const shownAtOnce = 3;

const listeners = new Set<() => void>();
let waiting: readonly Toast[] = [];
let shown: readonly Toast[] = [];
let lastId = 0;

export const shownToasts = (): readonly Toast[] => shown;

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissToast(id: number): void {
  replace(waiting.filter((toast) => toast.id !== id));
}

export function notifySuccess(title: string, message = ''): void {
  tell('success', title, message);
}

export function notifyInfo(title: string, message = ''): void {
  tell('info', title, message);
}

/** The title says what failed, the second line why. */
export function notifyFailure(title: string, cause?: unknown): void {
  tell('failure', title, cause === undefined ? '' : reasonOf(cause));
}

function tell(kind: Toast['kind'], title: string, message: string): void {
  lastId += 1;
  replace([...waiting, { id: lastId, kind, title, message }]);
}

function replace(toasts: readonly Toast[]): void {
  waiting = toasts;
  shown = toasts.slice(0, shownAtOnce);
  for (const listener of listeners) listener();
}
