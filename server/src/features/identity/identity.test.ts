import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, startTestServer, testPassword, type TestServer } from '../../../test/test-server.ts';

describe('sign-in', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('answers a flat body with a token that works', async () => {
    await server.signIn('admin', { email: 'Wanjiku@ghala.example', firstName: 'Wanjiku', lastName: 'Kamau' });
    const answer = await server.nobody.post<Record<string, string>>('/api/login', {
      email: '  wanjiku@GHALA.example ',
      password: testPassword,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      userId: expect.any(Number),
      firstName: 'Wanjiku',
      lastName: 'Kamau',
      role: 'admin',
    });
    const caller = callerAt(server.url, answer.body['accessToken']);
    expect((await caller.get('/api/dashboard')).status).toBe(200);
  });

  it('cannot tell a wrong password from an unknown email', async () => {
    const person = await server.signIn('user', { email: 'known@test.example' });
    expect(person.userId).toBeGreaterThan(0);
    const wrong = await server.nobody.post('/api/login', { email: 'known@test.example', password: 'not it' });
    const unknown = await server.nobody.post('/api/login', {
      email: 'unknown@test.example',
      password: 'not it',
    });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...(wrong.body['error'] as object), requestId: '' }).toEqual({
      ...(unknown.body['error'] as object),
      requestId: '',
    });
  });

  it('ends a session at once on every server when signing out', async () => {
    const other = await server.another();
    const person = await server.signIn('user');
    const elsewhere = callerAt(other.url, person.token);
    expect((await elsewhere.get('/api/products')).status).not.toBe(401);
    expect((await person.post('/api/logout')).status).toBe(200);
    expect((await elsewhere.post('/api/logout')).status).toBe(401);
  });

  it('ends a session when its hours are over', async () => {
    const person = await server.signIn('admin');
    server.clock.advance(5 * 3_600_000 - 60_000);
    expect((await person.get('/api/dashboard')).status).toBe(200);
    server.clock.advance(61_000);
    expect((await person.get('/api/dashboard')).status).toBe(401);
  });

  it('stores no token and no password as it is', async () => {
    const person = await server.signIn('user');
    const [stored] = await server.sql<{ all: string }>(
      'select (select json_agg(s)::text from sessions s) || (select json_agg(a)::text from audit_log a) || (select json_agg(u)::text from users u) as all',
    );
    expect(stored?.all).not.toContain(person.token);
    expect(stored?.all).not.toContain(testPassword);
  });
});
