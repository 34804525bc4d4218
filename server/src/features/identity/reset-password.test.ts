import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxServer, type SandboxServer } from '../../../test/shop.ts';
import { callerAt, testPassword } from '../../../test/test-server.ts';

let server: SandboxServer;
beforeAll(async () => {
  server = await startSandboxServer();
});
afterAll(() => server.close());
beforeEach(() => fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' }).then(() => undefined));

let people = 0;
const newPhone = () => `2547220${String((people += 1)).padStart(5, '0')}`;
const newPassword = 'ndovu wawili majini';

const texts = async (phone: string): Promise<string[]> =>
  ((await server.sandbox(`/phones/${phone}`))['messages'] as { text: string }[]).map(({ text }) => text);
const codeOf = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';
/** The newest code on the phone, once it has so many messages. */
async function codeOn(phone: string, messages = 1): Promise<string> {
  await expect.poll(async () => (await texts(phone)).length).toBe(messages);
  return codeOf((await texts(phone))[0]);
}
const ask = (phone: string) => server.nobody.post<ErrorAnswer>('/api/forgotpassword', { msisdn: phone });
const reset = (phone: string, otp: unknown, password: string = newPassword) =>
  server.nobody.post<ErrorAnswer>('/api/resetpassword', { phoneNumber: phone, otp, password });
const signIn = (email: string, password: string) => server.nobody.post('/api/login', { email, password });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

interface ErrorAnswer {
  ok: boolean;
  error: { code: string; message: string; requestId: string };
}

async function personWithCode(email = `reset${people}@test.example`) {
  const phone = newPhone();
  const person = await server.signIn('user', { email, phone });
  expect((await ask(phone)).status).toBe(200);
  return { phone, person, email, code: await codeOn(phone) };
}

describe('a reset', () => {
  it('sets the new password, ends every session and works once', async () => {
    const { phone, person, email, code } = await personWithCode();
    expect((await reset(phone, code)).status).toBe(200);
    expect((await person.get('/api/profile')).status).toBe(401);
    expect((await signIn(email, testPassword)).status).toBe(401);
    expect((await signIn(email, newPassword)).status).toBe(200);
    expect((await reset(phone, code)).body.error.code).toBe('code_rejected');
  });

  it('takes the phone in any form and the code as text, number or with spaces', async () => {
    for (const form of [
      (code: string) => code,
      (code: string) => Number(code),
      (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
      (code: string) => String(Number(code)),
    ]) {
      const { phone, code } = await personWithCode();
      expect((await reset(`0${phone.slice(3)}`, form(code))).status).toBe(200);
    }
  });

  it('leaves its mark in the audit log, and no code in the database or on the queue', async () => {
    const { phone, code } = await personWithCode();
    await reset(phone, code);
    const actions = await server.sql<{ action: string }>(
      `select action from audit_log where action like 'reset-code.%' or action = 'user.password-reset'`,
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reset-code.requested', 'reset-code.sent', 'user.password-reset']),
    );
    for (const table of ['audit_log', 'sms_messages', 'reset_requests', 'reset_codes', 'jobs.job']) {
      const [row] = await server.sql<{ all: string }>(`select json_agg(t)::text as all from ${table} t`);
      // Bytes are written as hex and times with six digits after the second: there a code may stand by chance.
      const written = row?.all.replaceAll(/\\\\x[0-9a-f]+|(?<=:\d\d)\.\d+/g, '');
      expect(written).not.toMatch(new RegExp(`\\b${code}\\b`));
    }
  });

  it('refuses a common password without spending a try', async () => {
    const { phone, code } = await personWithCode();
    for (let n = 0; n < 6; n += 1) expect((await reset(phone, wrong(code), 'Password123')).status).toBe(400);
    expect((await reset(phone, code)).status).toBe(200);
  });
});

describe('a code', () => {
  it('is dead after five wrong tries', async () => {
    const { phone, code } = await personWithCode();
    for (let n = 0; n < 5; n += 1)
      expect((await reset(phone, wrong(code))).body.error.code).toBe('code_rejected');
    expect((await reset(phone, code)).body.error.code).toBe('code_rejected');
  });

  it('is dead after five wrong tries made at once, on two servers', async () => {
    const { phone, code } = await personWithCode();
    const other = await server.another();
    const tries = Array.from({ length: 10 }, (_, n) =>
      callerAt(n % 2 === 0 ? server.url : other.url).post('/api/resetpassword', {
        phoneNumber: phone,
        otp: wrong(code),
        password: newPassword,
      }),
    );
    await Promise.all(tries);
    const [row] = await server.sql<{ tries: number }>('select tries from reset_codes where phone = $1', [
      phone,
    ]);
    expect(row?.tries).toBe(5);
    server.clock.advance(120_000);
    expect((await reset(phone, code)).body.error.code).toBe('code_rejected');
  });

  it('works for ten minutes', async () => {
    const early = await personWithCode();
    server.clock.advance(9 * 60_000);
    expect((await reset(early.phone, early.code)).status).toBe(200);
    const late = await personWithCode();
    server.clock.advance(10 * 60_000 + 1000);
    expect((await reset(late.phone, late.code)).body.error.code).toBe('code_rejected');
  });

  it('gives way to a newer one', async () => {
    const { phone, code } = await personWithCode();
    server.clock.advance(61_000);
    expect((await ask(phone)).status).toBe(200);
    const newer = await codeOn(phone, 2);
    const { count } = (
      await server.sql<{ count: number }>(
        'select count(*)::int as count from reset_codes where phone = $1 and ended_at is null',
        [phone],
      )
    )[0] ?? { count: 0 };
    expect(count).toBe(1);
    // One time in a million both are the same.
    expect((await reset(phone, newer === code ? wrong(code) : code)).status).toBe(422);
    expect((await reset(phone, newer)).status).toBe(200);
  });

  it('dies when the phone number changes', async () => {
    const { phone, person, code } = await personWithCode();
    const changed = await person.put('/api/profile', {
      phoneNumber: newPhone(),
      currentPassword: testPassword,
    });
    expect(changed.status).toBe(200);
    expect((await reset(phone, code)).status).toBe(422);
  });
});

describe('asking for a code', () => {
  it('is answered alike for a phone we know and one we do not, and only the known one gets a message', async () => {
    const known = newPhone();
    await server.signIn('user', { phone: known });
    const unknown = newPhone();
    const answers = [await ask(known), await ask(unknown)];
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: { ok: true } },
      { status: 200, body: { ok: true } },
    ]);
    await codeOn(known);
    const again = [await ask(known), await ask(unknown)];
    expect(again.map(({ status }) => status)).toEqual([429, 429]);
    expect(again.map(({ headers }) => Number(headers.get('retry-after')) > 50)).toEqual([true, true]);
    expect(await texts(unknown)).toEqual([]);
    const tries = [await reset(known, '000000'), await reset(unknown, '000000')];
    const [one, other] = tries.map(({ status, body }) => ({ status, ...body.error, requestId: '' }));
    expect(one).toEqual(other);
  });

  it('is allowed again after a minute, six times an hour', async () => {
    const phone = newPhone();
    for (let n = 0; n < 6; n += 1) {
      expect((await ask(phone)).status).toBe(200);
      server.clock.advance(61_000);
    }
    const seventh = await ask(phone);
    expect(seventh.status).toBe(429);
    expect(Number(seventh.headers.get('retry-after'))).toBeGreaterThan(3000);
  });

  it('from one address is capped, whatever the phones', async () => {
    await server.sql(
      `insert into reset_requests (phone, ip, requested_at) select '254700000000', '127.0.0.1', $1 from generate_series(1, 200)`,
      [server.clock.now()],
    );
    expect((await ask(newPhone())).status).toBe(429);
    server.clock.advance(3_601_000);
    expect((await ask(newPhone())).status).toBe(200);
  });

  it('at the same moment sends one message', async () => {
    const phone = newPhone();
    await server.signIn('user', { phone });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => ask(phone)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    await codeOn(phone);
  });
});

describe('a gateway that fails', () => {
  it.each([
    ['answers 500', { serverErrors: true }],
    ['does not take our key', { badKey: true }],
    ['loses its replies', { repliesLost: true }],
  ])('and %s is told to known and unknown phones alike, who may ask again at once', async (_what, fault) => {
    const known = newPhone();
    await server.signIn('user', { phone: known });
    await server.sandbox('/faults', { africastalking: fault });
    const [one, other] = [await ask(known), await ask(newPhone())].map(({ status, body }) => ({
      status,
      ...body.error,
      requestId: '',
    }));
    expect(one).toMatchObject({ status: 502, code: 'provider_failed' });
    expect(other).toEqual(one);
    await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
    expect((await ask(known)).status).toBe(200);
  });

  it('for a moment only is not noticed', async () => {
    const phone = newPhone();
    await server.signIn('user', { phone });
    await server.sandbox('/faults', { africastalking: { serverErrors: 2 } });
    expect((await ask(phone)).status).toBe(200);
    await codeOn(phone);
  });

  it('is tried again by the job, with a code that works', async () => {
    const phone = newPhone();
    await server.signIn('user', { phone });
    // The probe has no words, so these strike the messages alone.
    await server.sandbox('/faults', {
      africastalking: { recipientStatus: { code: 501, times: 2, for: phone } },
    });
    expect((await ask(phone)).status).toBe(200);
    const code = await codeOn(phone);
    expect((await reset(phone, code)).status).toBe(200);
    const [row] = await server.sql<{ attempts: number; state: string }>(
      'select attempts, state from sms_messages where phone = $1',
      [phone],
    );
    expect(row).toEqual({ attempts: 3, state: 'sent' });
  });

  it('because our account is empty is told to everybody once one message has found out', async () => {
    const phone = newPhone();
    await server.signIn('user', { phone });
    await server.sandbox('/faults', { africastalking: { recipientStatus: { code: 405 } } });
    expect((await ask(phone)).status).toBe(200);
    await expect.poll(async () => (await ask(newPhone())).status).toBe(502);
    await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
    // The next try of the job gets through, and that is the end of it.
    await codeOn(phone);
    await expect.poll(async () => (await ask(newPhone())).status).toBe(200);
  });
});
