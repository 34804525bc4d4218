import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  callerAt,
  startTestServer,
  testPassword,
  type Caller,
  type TestServer,
} from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const emailOf = async (caller: Caller) => (await caller.get<{ email: string }>('/api/profile')).body.email;
const alsoAt = async (caller: Caller): Promise<Caller> => {
  const answer = await server.nobody.post<{ accessToken: string; userId: number }>('/api/login', {
    email: await emailOf(caller),
    password: testPassword,
  });
  return callerAt(server.url, answer.body.accessToken, answer.body.userId);
};

describe('own profile', () => {
  it.each(['admin', 'supplier', 'user'] as const)('is seen and changed by a %s', async (role) => {
    const person = await server.signIn(role);
    const changed = await person.put('/api/profile', { firstName: ' Njeri ', lastName: 'Mwangi' });
    expect(changed).toMatchObject({ status: 200, body: { firstName: 'Njeri', lastName: 'Mwangi', role } });
    expect((await person.get('/api/profile')).body).toEqual(changed.body);
    const audit = await server.sql<{ before: object; after: object }>(
      `select before, after from audit_log where action = 'user.updated' and subject_id = $1`,
      [String(person.userId)],
    );
    expect(audit).toMatchObject([{ before: { firstName: 'Test' }, after: { firstName: 'Njeri' } }]);
  });

  it('cannot give itself a role, an email or another id', async () => {
    const person = await server.signIn('user');
    for (const body of [{ role: 'admin' }, { email: 'x@y.example' }, { userId: 1 }])
      expect((await person.put('/api/profile', body)).status).toBe(400);
  });

  it('asks for the current password before the phone number changes', async () => {
    const person = await server.signIn('user');
    const phoneNumber = '0755000111';
    for (const currentPassword of [undefined, 'not it']) {
      const answer = await person.put<{ error: { fields: object } }>('/api/profile', {
        phoneNumber,
        currentPassword,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error.fields).toHaveProperty('currentPassword');
    }
    const right = await person.put('/api/profile', { phoneNumber, currentPassword: testPassword });
    expect(right).toMatchObject({ status: 200, body: { phoneNumber } });
    // The number it has already is no change, so a form that sends everything back needs no password.
    expect((await person.put('/api/profile', { phoneNumber: '+254755000111', firstName: 'A' })).status).toBe(
      200,
    );
    const other = await server.signIn('user');
    expect((await other.put('/api/profile', { phoneNumber, currentPassword: testPassword })).status).toBe(
      409,
    );
  });

  it('is not overwritten from an older page', async () => {
    const person = await server.signIn('user');
    const { version } = (await person.get<{ version: number }>('/api/profile')).body;
    expect((await person.put('/api/profile', { firstName: 'First', version })).status).toBe(200);
    const second = await person.put('/api/profile', { firstName: 'Second', version });
    expect(second).toMatchObject({ status: 409, body: { error: { details: { firstName: 'First' } } } });
  });
});

describe('own password', () => {
  it('changes with the current one and ends every other session', async () => {
    const person = await server.signIn('user');
    const email = await emailOf(person);
    const elsewhere = await alsoAt(person);
    const change = (currentPassword: string, password: string) =>
      person.post('/api/profile/password', { currentPassword, password });
    expect((await change('not it', 'bahari ya hindi')).status).toBe(400);
    expect((await change(testPassword, 'password1')).status).toBe(400);
    expect((await change(testPassword, 'bahari ya hindi')).status).toBe(200);
    expect((await person.get('/api/profile')).status).toBe(200);
    expect((await elsewhere.get('/api/profile')).status).toBe(401);
    const signIn = (password: string) => server.nobody.post('/api/login', { email, password });
    expect((await signIn(testPassword)).status).toBe(401);
    expect((await signIn('bahari ya hindi')).status).toBe(200);
  });

  it('cannot be guessed with a borrowed session', async () => {
    server.clock.stop();
    onTestFinished(() => server.clock.go());
    const person = await server.signIn('user');
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1)
      statuses.push(
        (
          await person.post('/api/profile/password', {
            currentPassword: `guess ${n}`,
            password: 'bahari ya hindi',
          })
        ).status,
      );
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429, 429]);
  });
});

describe('own sessions', () => {
  it('are listed with where and when, and ended one by one or all others at once', async () => {
    const person = await server.signIn('user');
    const [second, third, fourth] = [await alsoAt(person), await alsoAt(person), await alsoAt(person)];
    const list = async () =>
      (
        await person.get<{ results: { sessionId: number; current: boolean }[]; total: number }>(
          '/api/profile/sessions',
        )
      ).body;
    const { results, total } = await list();
    expect(total).toBe(4);
    expect(results.map(({ current }) => current)).toEqual([false, false, false, true]);
    expect(results[0]).toMatchObject({ ip: '127.0.0.1', userAgent: expect.any(String) });
    const newest = results[0]?.sessionId ?? 0;
    expect((await person.delete(`/api/profile/sessions/${newest}`)).status).toBe(200);
    expect((await fourth.get('/api/profile')).status).toBe(401);
    expect((await person.delete(`/api/profile/sessions/${newest}`)).status).toBe(404);
    expect((await person.delete('/api/profile/sessions')).body).toEqual({ ended: 2 });
    expect((await second.get('/api/profile')).status).toBe(401);
    expect((await third.get('/api/profile')).status).toBe(401);
    expect((await list()).total).toBe(1);
  });

  it('of somebody else are not there', async () => {
    const [one, other] = [await server.signIn('user'), await server.signIn('admin')];
    const theirs = (await one.get<{ results: { sessionId: number }[] }>('/api/profile/sessions')).body;
    const id = theirs.results[0]?.sessionId;
    expect((await other.delete(`/api/profile/sessions/${id}`)).status).toBe(404);
    expect((await one.get('/api/profile')).status).toBe(200);
  });

  it('tell when they were last seen, to the nearest minutes', async () => {
    const person = await server.signIn('user');
    server.clock.advance(3_600_000);
    await person.get('/api/profile');
    const { results } = (
      await person.get<{ results: { createdAt: string; lastSeenAt: string }[] }>('/api/profile/sessions')
    ).body;
    const [session] = results;
    expect(Date.parse(session?.lastSeenAt ?? '') - Date.parse(session?.createdAt ?? '')).toBeGreaterThan(
      3_500_000,
    );
  });
});
