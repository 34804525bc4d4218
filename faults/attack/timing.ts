// Can a stranger tell by the clock who has an account? Known and unknown people in random order, one call at a time,
// for sign-in, for asking for a code and for a wrong code. Run: node faults/attack/timing.ts [url]
import { performance } from 'node:perf_hooks';
import { call, callJson, closeConnections, json } from './call.ts';
import { seeded } from './generate.ts';
import { existingInstance, startInstance } from './instance.ts';
import { compare, median } from './statistics.ts';

/** Each person is asked for so often: one more wrong password and the delay begins. */
const triesEach = 5;
const people = 200;
/** Below this the sets differ by more than chance would once in a thousand runs. */
const leastP = 0.001;

const say = (text: string) => process.stdout.write(`${text}\n`);
const random = seeded(Date.now() % 1_000_000);
const url = process.argv[2];
const instance = url === undefined ? await startInstance() : existingInstance(url);

const phoneOf = (n: number, known: boolean) =>
  `0${known ? '74' : '75'}${String(1_000_000 + n).padStart(7, '0')}`;
const emailOf = (n: number, known: boolean) => `timing${n}@${known ? 'a' : 'b'}.attack.example`;

async function makePeople(): Promise<void> {
  const { accessToken } = await callJson<{ accessToken: string }>(instance.url, {
    method: 'POST',
    target: '/api/login',
    body: { email: 'admin@ghala.example', password: 'ghala-admin' },
  });
  for (let n = 0; n < people; n += 1)
    await callJson(instance.url, {
      method: 'POST',
      target: '/api/register',
      headers: { authorization: `Bearer ${accessToken}` },
      body: {
        firstName: 'Timing',
        lastName: `Person ${n}`,
        email: emailOf(n, true),
        phoneNumber: phoneOf(n, true),
        password: 'saa sita kamili usiku',
        role: 'user',
      },
    });
}

const shuffled = <T>(values: T[]): T[] =>
  values
    .map((value) => ({ value, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ value }) => value);

async function measure(
  name: string,
  expected: number,
  target: string,
  bodyOf: (n: number, known: boolean) => object,
  tries: number,
): Promise<boolean> {
  const plan = shuffled(
    Array.from({ length: people * tries * 2 }, (_, i) => ({
      n: Math.floor(i / 2) % people,
      known: i % 2 === 0,
    })),
  );
  const times = { known: [] as number[], unknown: [] as number[] };
  let odd = 0;
  for (const [index, { n, known }] of plan.entries()) {
    const headers = { ...json, 'x-forwarded-for': `10.9.${index % 250}.${Math.floor(index / 250)}` };
    const body = JSON.stringify(bodyOf(n, known));
    const before = performance.now();
    const told = await call(instance.url, { method: 'POST', target, headers, body });
    times[known ? 'known' : 'unknown'].push(performance.now() - before);
    if (told.status !== expected) odd += 1;
  }
  const { p, superiority, medianDifferenceMs } = compare(times.known, times.unknown);
  const alike = p > leastP;
  say(
    `${name}: ${times.known.length} known, ${times.unknown.length} unknown; medians ${median(times.known).toFixed(2)} and ${median(times.unknown).toFixed(2)} ms (${medianDifferenceMs >= 0 ? '+' : ''}${medianDifferenceMs.toFixed(3)}); p = ${p.toFixed(3)}, a known one is slower with chance ${superiority.toFixed(3)}; ${odd} answers other than ${expected}: ${alike && odd === 0 ? 'cannot be told apart' : 'DIFFERS'}`,
  );
  return alike && odd === 0;
}

try {
  await makePeople();
  const results = [
    await measure(
      'sign-in',
      401,
      '/api/login',
      (n, known) => ({ email: emailOf(n, known), password: 'not it' }),
      triesEach,
    ),
    await measure(
      'asking for a code',
      200,
      '/api/forgotpassword',
      (n, known) => ({ msisdn: phoneOf(n, known) }),
      1,
    ),
    await measure(
      'a wrong code',
      422,
      '/api/resetpassword',
      (n, known) => ({ phoneNumber: phoneOf(n, known), otp: '000000', password: 'saa saba kamili usiku' }),
      triesEach - 1,
    ),
  ];
  process.exitCode = results.every(Boolean) ? 0 : 1;
} finally {
  closeConnections();
  await instance.stop();
}
