import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAppInfo } from '../lib/app-info.ts';
import { watchSession } from '../lib/session.ts';
import { App } from './app.tsx';

export function startApp(): void {
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no #root element.');
  watchSession();
  void loadAppInfo();
  // As a transition React draws in short slices, between which the browser answers the person.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}
