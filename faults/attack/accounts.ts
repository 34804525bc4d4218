// The people an attack uses: one of each role, made anew whenever the attack has locked them out or deleted them.
import { callJson } from './call.ts';

export type FuzzRole = 'admin' | 'user' | 'supplier' | 'nobody';

const password = 'tembo watatu msituni';

export class Accounts {
  readonly #url: string;
  readonly #tokens = new Map<FuzzRole, string>();
  #made = 0;

  constructor(url: string) {
    this.#url = url;
  }

  token(role: FuzzRole): string | undefined {
    return this.#tokens.get(role);
  }

  /** Signs everybody in whose session has died. */
  async refresh(): Promise<void> {
    for (const role of ['admin', 'user', 'supplier'] as const) {
      if (await this.#alive(role)) continue;
      this.#tokens.set(role, await this.#newSession(role));
    }
  }

  async #alive(role: FuzzRole): Promise<boolean> {
    const token = this.#tokens.get(role);
    if (token === undefined) return false;
    const headers = { authorization: `Bearer ${token}` };
    return callJson(this.#url, { method: 'GET', target: '/api/profile', headers }).then(
      () => true,
      () => false,
    );
  }

  async #newSession(role: FuzzRole): Promise<string> {
    this.#made += 1;
    const email = `attacker${process.pid}-${this.#made}@attack.example`;
    const boss = await this.#signIn('admin@ghala.example', 'ghala-admin');
    await callJson(this.#url, {
      method: 'POST',
      target: '/api/register',
      headers: { authorization: `Bearer ${boss}` },
      body: {
        firstName: 'Fuzz',
        lastName: role,
        email,
        phoneNumber: `01${String((process.pid % 1000) * 100_000 + this.#made).padStart(8, '0')}`,
        password,
        role,
        ...(role === 'supplier' ? { supplierIds: [1] } : {}),
      },
    });
    return this.#signIn(email, password);
  }

  async #signIn(email: string, secret: string): Promise<string> {
    const answer = await callJson<{ accessToken: string }>(this.#url, {
      method: 'POST',
      target: '/api/login',
      body: { email, password: secret },
    });
    return answer.accessToken;
  }
}
