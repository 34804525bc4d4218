import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadAppInfo } from './lib/app-info.ts';
import { watchSession } from './lib/session.ts';

// zod would try to compile its checks with `new Function`, which the Content-Security-Policy forbids. It reads this
// when it is loaded, which is later: calling its config() here would load it with the first page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

watchSession();
void loadAppInfo();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
