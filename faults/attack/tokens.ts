// The token forgery set: what attackers send in place of a session, tried on every route that needs one.
import { createHash, createHmac } from 'node:crypto';
import * as contracts from '@ghala/contracts';
import type { Contract } from '@ghala/contracts/route';
import { call, callJson, json } from './call.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function forgedJwts(): string[] {
  const claims = { userId: 1, role: 'admin', sub: '1', exp: 4_102_444_800 };
  const none = ['none', 'None', 'NONE', 'nOnE'].map(
    (alg) => `${base64({ alg, typ: 'JWT' })}.${base64(claims)}.`,
  );
  const weak = ['', 'secret', 'ghala', 'password'].map((key) => {
    const signed = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64(claims)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  });
  const kid = `${base64({ alg: 'HS256', kid: '../../../../dev/null' })}.${base64(claims)}.`;
  return [...none, ...weak, kid];
}

/** Made from a live token: each is one step away from it. */
function nearMisses(live: string): string[] {
  const hash = createHash('sha256').update(live);
  return [
    live.slice(0, -1),
    `${live}A`,
    live.toLowerCase() === live ? live.toUpperCase() : live.toLowerCase(),
    live.split('').toReversed().join(''),
    `${live}=`,
    `${live}%00`,
    `${live}/../${live}`,
    hash.copy().digest('hex'),
    hash.copy().digest('base64url'),
    Buffer.from(live).toString('base64'),
  ];
}

const nonsense = [
  '',
  'null',
  'undefined',
  'true',
  '0',
  '1',
  '[object Object]',
  "' or '1'='1",
  "x' union select 1 --",
  '*',
  '%',
  '..',
  'A'.repeat(43),
  'A'.repeat(512),
  'A'.repeat(4000),
];

export interface TokenReport {
  tried: number;
  findings: string[];
}

export async function forgeTokens(url: string): Promise<TokenReport> {
  const signIn = () =>
    callJson<{ accessToken: string }>(url, {
      method: 'POST',
      target: '/api/login',
      body: { email: 'admin@ghala.example', password: 'ghala-admin' },
    });
  const { accessToken: live } = await signIn();
  const { accessToken: ended } = await signIn();
  await callJson(url, {
    method: 'POST',
    target: '/api/logout',
    headers: { authorization: `Bearer ${ended}` },
  });
  const forged = [...forgedJwts(), ...nearMisses(live), ...nonsense, ended];
  const headers = [
    ...forged.map((token) => `Bearer ${token}`),
    live,
    `Basic ${Buffer.from(`admin@ghala.example:ghala-admin`).toString('base64')}`,
    `Token ${live}`,
    `Bearer ${live}, Bearer ${live}`,
    `Bearer\t${live}`,
  ];
  const report: TokenReport = { tried: 0, findings: [] };
  for (const route of Object.values<Contract>(contracts).flatMap((contract) => Object.values(contract))) {
    if (route.access === 'public') continue;
    const target = route.path.replaceAll(/:\w+/g, '1');
    for (const authorization of headers) {
      report.tried += 1;
      const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : '{}';
      const told = await call(url, {
        method: route.method,
        target,
        headers: { ...json, authorization },
        body,
        headOnly: true,
      });
      if (told.status !== 401 && told.status !== 431)
        report.findings.push(
          `${route.method} ${target} answered ${told.status} to ${authorization.slice(0, 60)}`,
        );
    }
  }
  // In the address or a cookie a token is none either.
  for (const target of [`/api/profile?access_token=${live}`, `/api/profile?token=${live}`]) {
    report.tried += 1;
    const told = await call(url, {
      method: 'GET',
      target,
      headers: { cookie: `token=${live}; accessToken=${live}` },
    });
    if (told.status !== 401) report.findings.push(`${target.slice(0, 40)} answered ${told.status}`);
  }
  return report;
}
