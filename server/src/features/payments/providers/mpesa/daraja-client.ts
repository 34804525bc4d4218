// Calls to Daraja under the one access token all servers share. A token that turns out dead is replaced, and the call
// made once more: a call refused for its token was not carried out.
import type { Ctx } from '../../../../platform/context.ts';
import { claimTokenFetch, findToken, saveToken } from '../../tokens.repository.ts';
import { callProvider, textOf, type CallResult } from '../provider-call.ts';

export interface DarajaCredentials {
  baseUrl: () => string;
  consumerKey: string;
  consumerSecret: string;
}

/** Refreshed this much before its end. */
const refreshEarlyMs = 60_000;
/** How long others wait for the one who fetches. */
const fetchLeaseMs = 10_000;
const waitStepMs = 100;

const deadToken = new Set(['404.001.03', '401.003.01', '400.003.01']);

export class DarajaClient {
  readonly #credentials: DarajaCredentials;

  constructor(credentials: DarajaCredentials) {
    this.#credentials = credentials;
  }

  async post(ctx: Ctx, path: string, body: object): Promise<CallResult> {
    const first = await this.#token(ctx, null);
    if (first === null) return { kind: 'not-sent' };
    const result = await this.#send(first, path, body);
    if (!isDeadToken(result)) return result;
    const second = await this.#token(ctx, first);
    return second === null ? { kind: 'not-sent' } : this.#send(second, path, body);
  }

  #send(token: string, path: string, body: object): Promise<CallResult> {
    const url = `${this.#credentials.baseUrl()}${path}`;
    return callProvider({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, body });
  }

  /** The shared token, unless it is the one just found dead; null when none can be had. */
  async #token(ctx: Ctx, dead: string | null): Promise<string | null> {
    for (let waited = 0; waited <= fetchLeaseMs; waited += waitStepMs) {
      const kept = await findToken(ctx, 'mpesa');
      const now = ctx.clock.now().getTime();
      if (kept !== null && kept.token !== dead && kept.expiresAt.getTime() - refreshEarlyMs > now)
        return kept.token;
      if (await claimTokenFetch(ctx, 'mpesa', fetchLeaseMs)) return this.#fetchToken(ctx);
      await new Promise((resolve) => setTimeout(resolve, waitStepMs));
    }
    return null;
  }

  async #fetchToken(ctx: Ctx): Promise<string | null> {
    const { baseUrl, consumerKey, consumerSecret } = this.#credentials;
    const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64');
    const result = await callProvider({
      method: 'GET',
      url: `${baseUrl()}/oauth/v1/generate?grant_type=client_credentials`,
      headers: { authorization: `Basic ${basic}` },
    });
    const token =
      result.kind === 'answered' && result.status === 200 ? textOf(result.json?.['access_token']) : '';
    const lifeSeconds = Number(result.kind === 'answered' ? textOf(result.json?.['expires_in']) : 0) || 0;
    const expiresAt = new Date(ctx.clock.now().getTime() + lifeSeconds * 1000);
    await saveToken(ctx, 'mpesa', token === '' ? null : { token, expiresAt });
    if (token === '') ctx.log.error({ result: result.kind }, 'M-Pesa gave no access token');
    return token === '' ? null : token;
  }
}

const isDeadToken = (result: CallResult): boolean =>
  result.kind === 'answered' && deadToken.has(textOf(result.json?.['errorCode']));
