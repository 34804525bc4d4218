// The cross-site request forgery pair, as a browser page, the first client and a foreign site would meet it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let person: Caller;
beforeAll(async () => {
  server = await startTestServer({
    environment: { CORS_ORIGINS: 'https://old-client.example', TRUST_PROXY: '127.0.0.1' },
  });
  person = await server.signIn('user');
});
afterAll(() => server.close());

const cookieOf = (headers: Headers): string | undefined =>
  /^XSRF-TOKEN=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
const freshCookie = async () => cookieOf((await server.nobody.get('/api/app')).headers) ?? '';
const change = (headers: Record<string, string>) =>
  person.put('/api/profile', { firstName: 'A' }, { headers });

describe('the cookie', () => {
  it('is given to pages and callers without a token, once, for scripts to read', async () => {
    const first = await server.nobody.get('/api/app');
    expect(first.headers.get('set-cookie')).toMatch(/; Path=\/; Max-Age=\d+; SameSite=Strict$/);
    const page = await server.nobody.get('/login', { headers: { accept: 'text/html' } });
    expect(cookieOf(page.headers)).toBeDefined();
    const again = await server.nobody.get('/api/app', {
      headers: { cookie: `XSRF-TOKEN=${cookieOf(first.headers)}` },
    });
    expect(again.headers.get('set-cookie')).toBeNull();
    expect((await person.get('/api/profile')).headers.get('set-cookie')).toBeNull();
  });

  it('is Secure behind TLS', async () => {
    const { headers } = await server.nobody.get('/api/app', { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers.get('set-cookie')).toContain('; Secure');
  });

  it('is replaced when it is not ours, such as another program’s on the same host', async () => {
    const { headers } = await person.get('/api/profile', { headers: { cookie: 'XSRF-TOKEN=foreign' } });
    expect(cookieOf(headers)).toBeDefined();
  });

  it('of one server is good on another', async () => {
    const other = await server.another();
    const token = await freshCookie();
    const answer = await other.nobody.post(
      '/api/login',
      { email: 'a', password: 'b' },
      { headers: { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token } },
    );
    expect(answer.status).toBe(401);
  });
});

describe('a change', () => {
  it('is let in with a matching pair', async () => {
    const token = await freshCookie();
    expect((await change({ cookie: `a=1; XSRF-TOKEN=${token}`, 'x-xsrf-token': token })).status).toBe(200);
  });

  it('is let in with a bearer token alone, with or without cookies that came along', async () => {
    expect((await change({})).status).toBe(200);
    expect((await change({ cookie: `XSRF-TOKEN=${await freshCookie()}` })).status).toBe(200);
    expect(
      (await change({ origin: 'https://old-client.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(200);
  });

  it('is refused with a pair that does not match, is made up, or is only half there', async () => {
    const [one, other] = [await freshCookie(), await freshCookie()];
    const forged = `${'A'.repeat(22)}.${'A'.repeat(43)}`;
    for (const headers of [
      { cookie: `XSRF-TOKEN=${one}`, 'x-xsrf-token': other },
      { cookie: `XSRF-TOKEN=${forged}`, 'x-xsrf-token': forged },
      { cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x' },
      { 'x-xsrf-token': one },
      { cookie: `XSRF-TOKEN=${one}`, 'x-xsrf-token': '' },
    ])
      expect(await change(headers as Record<string, string>)).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden' } },
      });
  });

  it('is refused to a browser that comes from a foreign site', async () => {
    const origins: Record<string, string>[] = [{ origin: 'https://evil.example' }, {}];
    for (const origin of origins)
      expect((await change({ ...origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const read = await person.get('/api/profile', { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(read.status).toBe(200);
  });

  it('by a provider is not asked for the pair', async () => {
    const answer = await server.nobody.post('/api/sms/reports/africastalking/guess', 'id=1', {
      headers: { 'x-xsrf-token': 'x', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(404);
  });
});
