// What the server tells about itself before sign-in. Normally it stands in the page; in development it is asked for.
import { useSyncExternalStore } from 'react';
import type { AppInfo, appInfoMetaName } from '@ghala/contracts/app/app.contract';
import { call } from './api-client.ts';

/** The contract's own name, checked by the compiler; importing it would bring all of zod to the login page. */
const metaName: typeof appInfoMetaName = 'ghala-app';

const unknown: AppInfo = { productName: 'Ghala', demoAccounts: null, sandboxUrl: null };

const listeners = new Set<() => void>();
let appInfo = readFromPage();

export function useAppInfo(): AppInfo {
  return useSyncExternalStore(subscribe, () => appInfo ?? unknown);
}

export async function loadAppInfo(): Promise<void> {
  if (appInfo !== null) return;
  try {
    const { appContract } = await import('@ghala/contracts/app/app.contract');
    appInfo = await call(appContract.getAppInfo);
    for (const listener of listeners) listener();
  } catch {
    // The page works without it: it only lacks the hint and a product name of one's own.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readFromPage(): AppInfo | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content;
  if (content === undefined) return null;
  try {
    // Our own server wrote it; there is nobody to distrust.
    return JSON.parse(content) as AppInfo;
  } catch {
    return null;
  }
}
