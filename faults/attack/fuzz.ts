// The schema-driven fuzzer: requests made from the route table, so that a new route is attacked without being named.
import { setTimeout as pause } from 'node:timers/promises';
import * as contracts from '@ghala/contracts';
import type { Contract, Route } from '@ghala/contracts/route';
import { Accounts, type FuzzRole } from './accounts.ts';
import { call, json, type Call } from './call.ts';
import {
  hostileTexts,
  objectFor,
  pick,
  schemaOf,
  seeded,
  valueFor,
  type Random,
  type Schema,
} from './generate.ts';
import type { Instance } from './instance.ts';

export interface FuzzOptions {
  requests: number;
  /** Stops early when time is up; the count is reported either way. */
  seconds: number;
  seed: number;
  concurrency: number;
}

export interface FuzzReport {
  requests: number;
  seconds: number;
  byStatus: Record<string, number>;
  /** What went wrong, with how to repeat it; at most a few of each kind. */
  findings: string[];
  memoryMb: (number | null)[];
}

interface Target {
  name: string;
  route: Route;
  params: Schema | undefined;
  query: Schema | undefined;
  body: Schema | undefined;
  weight: number;
}

/** Each of these costs a password hash of 15 ms; enough of them are sent all the same. */
const costly = new Set(['login', 'register', 'resetPassword', 'changePassword', 'updateProfile']);
/** Each of these ends the session it comes with; too many of them and only refusals would be tested. */
const ending = new Set(['logout', 'endOtherSessions', 'endSession']);
const maxFindings = 40;
const refreshEvery = 200;
/** Accounts of the demo: the attack must not delete the hand it is fed from. */
const sparedIds = new Set(['1', '2', '3']);

const targets: Target[] = Object.values<Contract>(contracts).flatMap((contract) =>
  Object.entries(contract).map(([name, route]) => ({
    name,
    route,
    params: route.params === undefined ? undefined : schemaOf(route.params),
    query: route.query === undefined ? undefined : schemaOf(route.query),
    body: route.body === undefined ? undefined : schemaOf(route.body),
    weight: ending.has(name) ? 0.01 : costly.has(name) ? 0.15 : 1,
  })),
);

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** Some clients escape badly, and so does this one at times; node itself sends no bytes beyond Latin-1. */
const escapeFor = (random: Random, text: string): string => {
  const safe = text.toWellFormed();
  return random() < 0.1 ? safe.replaceAll(/[^\u0021-\u007e]|[#]/g, '%') : encodeURIComponent(safe);
};

function pathFor(target: Target, random: Random): string {
  return target.route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = asText(valueFor(name, target.params?.properties?.[name] ?? {}, random)).slice(0, 300);
    const spared = sparedIds.has(value) && target.route.path.includes('user');
    return escapeFor(random, spared ? '999999' : value) || '%20';
  });
}

function queryFor(target: Target, random: Random): string {
  const values = objectFor(target.query ?? {}, random);
  const pairs = Object.entries(values)
    .filter(() => random() < 0.6)
    .map(([name, value]) => `${name}=${escapeFor(random, asText(value).slice(0, 2000))}`);
  if (random() < 0.03)
    pairs.push(pick(random, ['limit=-1', 'offset=99999999999', 'search=%', 'sort=__proto__', '&&&']));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function bodyFor(target: Target, random: Random): string | undefined {
  if (target.route.method === 'GET' || target.route.method === 'DELETE') return undefined;
  const luck = random();
  if (luck < 0.02)
    return pick(random, ['', '{', '[]', 'null', '"x"', '{"a":1,"a":2}', '[[[[[[[[', '\u0000', '1e999']);
  if (luck < 0.03) return `{"deep":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  if (target.body === undefined) return luck < 0.5 ? '' : JSON.stringify({ a: pick(random, hostileTexts) });
  return JSON.stringify(objectFor(target.body, random));
}

function makeCall(target: Target, random: Random, role: FuzzRole, token: string | undefined): Call {
  const headers: Record<string, string> = {
    ...(random() < 0.97
      ? json
      : { 'content-type': pick(random, ['text/plain', 'multipart/form-data', 'x/y', '']) }),
    // Any address, so that holding one off does not end the attack.
    'x-forwarded-for': `10.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}.7`,
  };
  if (role !== 'nobody' && token !== undefined) headers['authorization'] = `Bearer ${token}`;
  if (target.route.idempotent !== undefined && random() < 0.3)
    headers['idempotency-key'] = random() < 0.5 ? `key-${Math.floor(random() * 50)}` : 'k'.repeat(300);
  if (random() < 0.02) headers['x-xsrf-token'] = 'guess';
  if (random() < 0.02)
    headers['cookie'] = pick(random, ['XSRF-TOKEN=x', 'a=b; ;;=;', `x=${'y'.repeat(5000)}`]);
  const method =
    random() < 0.01 ? pick(random, ['PATCH', 'PUT', 'OPTIONS', 'HEAD', 'TRACE']) : target.route.method;
  const body = method === target.route.method ? bodyFor(target, random) : undefined;
  return {
    method,
    target: pathFor(target, random) + queryFor(target, random),
    headers,
    body,
    ...(target.route.stream === true ? { headOnly: true } : {}),
  };
}

function choose(random: Random): Target {
  for (;;) {
    const target = pick(random, targets);
    if (random() < target.weight) return target;
  }
}

/** What an answer must never be or say. */
function fault(told: { status: number; body: string; headers: Record<string, unknown> }): string | null {
  if (told.status === -1) return 'hang';
  if (told.status === 0) return 'connection broken';
  if (told.status >= 500) return `status ${told.status}`;
  if (/\bat \S+ \(.*:\d+:\d+\)|node_modules|syntax error at or near/.test(told.body))
    return 'tells of its code';
  if (told.headers['x-powered-by'] !== undefined || told.headers['server'] !== undefined)
    return 'names its software';
  return null;
}

export async function fuzz(instance: Instance, options: FuzzOptions): Promise<FuzzReport> {
  const random = seeded(options.seed);
  const accounts = new Accounts(instance.url);
  await accounts.refresh();
  const started = Date.now();
  const report: FuzzReport = { requests: 0, seconds: 0, byStatus: {}, findings: [], memoryMb: [] };
  const roles = ['admin', 'user', 'supplier', 'nobody'] as const;
  let refreshing: Promise<void> | undefined;
  const step = Math.ceil(options.requests / 10);

  const attack = async () => {
    while (report.requests < options.requests && Date.now() - started < options.seconds * 1000) {
      const count = (report.requests += 1);
      if (count % refreshEvery === 0) refreshing = accounts.refresh();
      await refreshing;
      if (count % step === 0) report.memoryMb.push(await instance.memoryMb());
      const role = pick(random, roles);
      const target = choose(random);
      const sent = makeCall(target, random, role, accounts.token(role));
      let told = await call(instance.url, sent);
      // A kept connection may be closed just as it is used again; a second break is no chance.
      if (told.status === 0) told = await call(instance.url, sent);
      report.byStatus[told.status] = (report.byStatus[told.status] ?? 0) + 1;
      const wrong = fault(told);
      if (wrong !== null && report.findings.length < maxFindings)
        report.findings.push(
          `${wrong}: ${role} ${target.name} ${sent.method} ${sent.target.slice(0, 200)} ${(sent.body ?? '').slice(0, 300)} → ${told.body.slice(0, 200)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, attack));
  // What is only waiting to be collected is not growth.
  await pause(2000);
  report.memoryMb.push(await instance.memoryMb());
  report.seconds = Math.round((Date.now() - started) / 1000);
  return report;
}
