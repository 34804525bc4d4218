import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadSignedInArea } from './app/router.tsx';
import { screenAt } from './app/screens.tsx';
import { loadAppInfo } from './lib/app-info.ts';
import { currentSession, watchSession } from './lib/session.ts';

// zod would try to compile its checks with `new Function`, which the Content-Security-Policy forbids. It reads this
// when it is loaded, which is later: calling its config() here would load it with the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

watchSession();
void loadAppInfo();
if (currentSession() !== null && location.pathname.startsWith('/app')) {
  // Both at once; the area would ask for the screen only when it is there itself.
  loadSignedInArea().catch(() => undefined);
  screenAt(location.pathname)?.page.preload();
}

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
