import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from './app/app.tsx';
import { loadAppInfo } from './lib/app-info.ts';
import { watchSession } from './lib/session.ts';

// zod would try to compile its checks with `new Function`, which the Content-Security-Policy forbids.
config({ jitless: true });

watchSession();
void loadAppInfo();

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no #root element.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
