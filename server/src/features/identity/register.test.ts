import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let people = 0;
const person = (more: object = {}) => {
  people += 1;
  return {
    firstName: 'Achieng',
    lastName: 'Otieno',
    email: `new${people}@test.example`,
    phoneNumber: `07111${String(people).padStart(5, '0')}`,
    password: 'mvua nyingi leo',
    ...more,
  };
};
const register = (more: object = {}) =>
  server.nobody.post<Record<string, string>>('/api/register', person(more));

describe('registration', () => {
  it.each(['admin', 'supplier', 'nonsense', 7, null, ['admin']])(
    'by anybody makes a user, whatever role %s it asks for',
    async (role) => {
      const answer = await register({ role });
      expect(answer).toMatchObject({ status: 201, body: { role: 'user' } });
    },
  );

  it('with an admin’s token honours the role', async () => {
    const admin = await server.signIn('admin');
    const answer = await admin.post('/api/register', person({ role: 'supplier' }));
    expect(answer).toMatchObject({ status: 201, body: { role: 'supplier' } });
    const user = await server.signIn('user');
    expect(await user.post('/api/register', person({ role: 'admin' }))).toMatchObject({
      status: 201,
      body: { role: 'user' },
    });
  });

  it('with a token that died and a role is refused, and makes nobody', async () => {
    const admin = await server.signIn('admin');
    await admin.post('/api/logout');
    const body = person({ role: 'admin' });
    expect((await admin.post('/api/register', body)).status).toBe(401);
    expect((await callerAt(server.url, 'undefined').post('/api/register', body)).status).toBe(401);
    expect(await server.sql('select 1 from users where email = $1', [body.email])).toEqual([]);
    // The first client sends its dead token along on public screens; without a role there is nothing to get wrong.
    expect((await admin.post('/api/register', person())).status).toBe(201);
  });

  it.each(['12345678', 'Password1', 'PASSWORD123', 'qwertyuiop', 'aaaaaaaaaaaa', ' password '])(
    'refuses the common password %s',
    async (password) => {
      const answer = await server.nobody.post<{ error: { fields: object } }>(
        '/api/register',
        person({ password }),
      );
      expect(answer.status).toBe(400);
      expect(answer.body.error.fields).toHaveProperty('password');
    },
  );

  it.each([
    ['seven characters', 'abcdefg', 400],
    ['eight characters', 'kq7 wz3!', 201],
    ['128 characters', `pa ${'xy'.repeat(62)}!`, 201],
    ['129 characters', `pa ${'xy'.repeat(63)}`, 400],
    ['any characters at all', '🐘 ndovu\u0000 密码', 201],
  ])('takes a password of %s as the rules say', async (_what, password, status) => {
    expect((await register({ password })).status).toBe(status);
  });

  it('refuses the own email or phone number as a password', async () => {
    expect((await register({ email: 'me@mine.example', password: 'ME@mine.example' })).status).toBe(400);
    expect((await register({ phoneNumber: '0712000999', password: '0712000999' })).status).toBe(400);
  });

  it('answers a taken email or phone with 409 and the field', async () => {
    const first = person();
    await server.nobody.post('/api/register', first);
    const email = await server.nobody.post<{ error: { fields: object } }>(
      '/api/register',
      person({ email: first.email.toUpperCase() }),
    );
    expect(email).toMatchObject({ status: 409, body: { error: { fields: { email: expect.any(String) } } } });
    const phone = await server.nobody.post(
      '/api/register',
      person({ phoneNumber: `+254 ${first.phoneNumber.slice(1)}` }),
    );
    expect(phone).toMatchObject({
      status: 409,
      body: { error: { fields: { phoneNumber: expect.any(String) } } },
    });
  });

  it('is held off at an address beyond what people do, but not for an admin', async () => {
    await server.sql(`update attempt_counters set failures = 201 where kind = 'register-address'`);
    expect((await register()).status).toBe(201);
    const held = await register();
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(0);
    const admin = await server.signIn('admin');
    expect((await admin.post('/api/register', person())).status).toBe(201);
    server.clock.advance(3_600_000);
    expect((await register()).status).toBe(201);
  });
});

describe('a password', () => {
  it('hashed under weaker parameters is hashed anew at sign-in', async () => {
    const weak = '$argon2id$v=19$m=4096,t=1,p=1$';
    const { hash } = await import('@node-rs/argon2');
    const { email } = (await register()).body;
    await server.sql('update users set password_hash = $1 where email = $2', [
      await hash('mvua nyingi leo', { memoryCost: 4096, timeCost: 1, parallelism: 1 }),
      email,
    ]);
    const read = async () =>
      (await server.sql<{ h: string }>('select password_hash as h from users where email = $1', [email]))[0]
        ?.h;
    expect((await read())?.startsWith(weak)).toBe(true);
    expect((await server.nobody.post('/api/login', { email, password: 'mvua nyingi leo' })).status).toBe(200);
    expect((await read())?.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')).toBe(true);
    expect((await server.nobody.post('/api/login', { email, password: 'mvua nyingi leo' })).status).toBe(200);
  });
});
