import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, testPassword, type TestServer } from '../../../test/test-server.ts';
import { addressKey } from './attempts.ts';

let server: TestServer;
beforeAll(async () => {
  // Behind a proxy of our own, so that a test can come from any address.
  server = await startTestServer({ environment: { TRUST_PROXY: '127.0.0.1' } });
  server.clock.stop();
});
afterAll(() => server.close());
afterEach(() => server.sql('delete from attempt_counters'));

let people = 0;
const newPerson = async () => {
  people += 1;
  const email = `guessed${people}@test.example`;
  await server.signIn('user', { email });
  return email;
};
const signIn = (email: string, password: string, from = '198.51.100.7', at = server) =>
  at.nobody.post('/api/login', { email, password }, { headers: { 'x-forwarded-for': from } });
const fail = async (times: number, email: string, from?: string) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await signIn(email, 'not it', from)).status);
  return statuses;
};

describe('guessing the password of an account', () => {
  it('is held off after six failures, for the right password too, and longer each time', async () => {
    const email = await newPerson();
    expect(await fail(6, email)).toEqual(Array(6).fill(401));
    const held = await signIn(email, testPassword);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBe(1);
    const waits: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const answer = await signIn(email, testPassword);
      waits.push(Number(answer.headers.get('retry-after')));
      server.clock.advance(Number(answer.headers.get('retry-after')) * 1000);
      expect((await signIn(email, 'not it')).status).toBe(401);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
    server.clock.advance(301_000);
    expect((await signIn(email, testPassword)).status).toBe(200);
    expect(await fail(5, email)).toEqual(Array(5).fill(401));
  });

  it('is free for the first slips, also to a call that looked at its clock a moment before them', async () => {
    const email = await newPerson();
    server.clock.advance(50);
    expect(await fail(1, email)).toEqual([401]);
    server.clock.advance(-50);
    expect(await fail(1, email)).toEqual([401]);
    expect((await signIn(email, testPassword)).status).toBe(200);
  });

  it('looks the same for an account that does not exist', async () => {
    const statuses = await fail(8, 'nobody.at.all@test.example');
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  it('is held off from all addresses together, on every server', async () => {
    const email = await newPerson();
    const other = await server.another();
    for (let n = 0; n < 6; n += 1)
      await signIn(email, 'not it', `203.0.113.${n}`, n % 2 === 0 ? server : other);
    expect((await signIn(email, 'not it', '203.0.113.200', other)).status).toBe(429);
  });

  it('does not keep its owner out where they have signed in before', async () => {
    const email = await newPerson();
    expect((await signIn(email, testPassword, '192.0.2.1')).status).toBe(200);
    await fail(12, email, '203.0.113.5');
    expect((await signIn(email, testPassword, '203.0.113.5')).status).toBe(429);
    expect((await signIn(email, testPassword, '192.0.2.1')).status).toBe(200);
    expect(await fail(7, email, '192.0.2.1')).toEqual([401, 401, 401, 401, 401, 401, 429]);
  });

  it('gains nothing by sending all guesses at once', async () => {
    const email = await newPerson();
    const guesses = Array.from({ length: 60 }, (_, n) =>
      signIn(email, n === 40 ? testPassword : `guess ${n}`, '203.0.113.77'),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses).not.toContain(200);
    expect(statuses).toContain(429);
  });

  it('never holds off right passwords, however many come at once', async () => {
    const email = await newPerson();
    const right = await Promise.all(Array.from({ length: 30 }, () => signIn(email, testPassword)));
    expect(new Set(right.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('an address', () => {
  it('is held off after a hundred failures in fifteen minutes, but not for those who are known there', async () => {
    const [known, unknown] = [await newPerson(), await newPerson()];
    const address = '198.51.100.99';
    expect((await signIn(known, testPassword, address)).status).toBe(200);
    // A hundred from there, at one account each.
    for (let n = 0; n < 101; n += 20)
      await Promise.all(
        Array.from({ length: 20 }, (_, i) => signIn(`spray${n + i}@test.example`, 'x', address)),
      );
    expect((await signIn(unknown, testPassword, address)).status).toBe(429);
    expect((await signIn(known, testPassword, address)).status).toBe(200);
    expect((await signIn(unknown, testPassword, '198.51.100.98')).status).toBe(200);
    server.clock.advance(16 * 60_000);
    expect((await signIn(unknown, testPassword, address)).status).toBe(200);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

it('keeps nothing that was typed into the email field unless it looks like an email', async () => {
  await signIn('my secret password', 'x');
  const [row] = await server.sql<{ all: string }>(
    'select (select json_agg(a)::text from audit_log a) || (select json_agg(c)::text from attempt_counters c) as all',
  );
  expect(row?.all).not.toContain('my secret password');
});
