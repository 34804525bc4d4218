import { identityContract } from '@ghala/contracts/identity/identity.contract';
import { call } from '../../lib/api-client.ts';
import { currentSession, discardStoredSession } from '../../lib/session.ts';

/** Long enough for a slow line; signing out of this browser must not wait for the server any longer. */
const patienceMs = 2000;

export async function signOut(): Promise<void> {
  const token = currentSession()?.data.accessToken;
  discardStoredSession();
  if (token !== undefined) {
    const told = call(identityContract.logout, {}, { token, keepalive: true }).catch(() => undefined);
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  }
  location.reload();
}
