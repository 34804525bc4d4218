// Which code the page at an address needs. Known to the first script, so that all of it is fetched side by side; hence
// neither React nor the session is imported here.
import { sessionKey } from '../lib/session-key.ts';
import { lazyPage } from './lazy-page.ts';
import { screenAt } from './screens.tsx';

export const signedInArea = lazyPage(async () => (await import('./signed-in-area.tsx')).SignedInArea);

/** By address. */
// prettier-ignore
export const publicPages = {
  '/login': lazyPage(async () => (await import('../features/identity/login-page.tsx')).LoginPage),
  '/register': lazyPage(async () => (await import('../features/identity/register-page.tsx')).RegisterPage),
  '/forgot-password': lazyPage(async () => (await import('../features/identity/forgot-password-page.tsx')).ForgotPasswordPage),
  '/password-reset': lazyPage(async () => (await import('../features/identity/password-reset-page.tsx')).PasswordResetPage),
};

const isPublic = (pathname: string): pathname is keyof typeof publicPages => pathname in publicPages;

export async function loadPageAt(pathname: string): Promise<void> {
  // A session that has run out is the rare case, and only costs the fetch of another page.
  if (pathname.startsWith('/app') && localStorage.getItem(sessionKey) !== null)
    await Promise.all([signedInArea.load(), screenAt(pathname)?.page.load()]);
  else await publicPages[isPublic(pathname) ? pathname : '/login'].load();
}
