// Walks every route of the contracts and tries it as every kind of caller. The rules are in permission-rules.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contracts from '@ghala/contracts';
import { can } from '@ghala/contracts/permissions';
import type { Contract, Route } from '@ghala/contracts/route';
import { permissionRules } from './permission-rules.ts';
import { everybody, roleOf, setScene, type Scene, type Who } from './permission-scene.ts';
import { startTestServer, type Caller, type TestServer } from './test-server.ts';

const routes = Object.entries<Contract>(contracts).flatMap(([contract, table]) =>
  Object.entries(table).map(([name, route]): [string, Route] => [`${contract}.${name}`, route]),
);

/** Whether the route's declared access lets this kind of caller in at all; whose thing it is comes after that. */
function mayCall(route: Route, who: Who): boolean {
  const role = roleOf[who];
  if (route.access === 'public') return true;
  if (role === null) return false;
  return route.access === 'signed-in' || can(role, route.access);
}

interface Told {
  status: number;
  text: string;
}

async function tell(url: string, route: Route, caller: Caller, id: string, body: unknown): Promise<Told> {
  const abort = new AbortController();
  const response = await fetch(`${url}${route.path.replace(/:\w+/, id)}`, {
    method: route.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(caller.token === '' ? {} : { authorization: `Bearer ${caller.token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: abort.signal,
  });
  if (route.stream === true && response.ok) {
    abort.abort();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

const refusals = { 401: 'unauthenticated', 403: 'forbidden' } as const;

/** A refusal says its code, a sentence and the request's id: no fields, no details, nothing of the thing itself. */
function refusal({ status, text }: Told): string {
  if (status !== 401 && status !== 403) return `answered ${status}`;
  const { error, ...rest } = JSON.parse(text) as { error: Record<string, unknown> };
  const bare =
    Object.keys(rest).length === 0 &&
    Object.keys(error).toSorted().join() === 'code,message,requestId' &&
    error['code'] === refusals[status];
  return bare ? `refused ${status}` : `refused ${status}, saying ${text}`;
}

/** Set up, so that a call gets as far as asking them; port 9 discards. */
const unreachableProviders = {
  MPESA_BASE_URL: 'http://127.0.0.1:9',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  PAYSTACK_BASE_URL: 'http://127.0.0.1:9',
  PAYSTACK_SECRET_KEY: 'sk_test_x',
};

describe('permissions', () => {
  let server: TestServer;
  let scene: Scene;
  const standing = new Map<Who, Caller>();
  beforeAll(async () => {
    server = await startTestServer({ environment: unreachableProviders });
    scene = await setScene(server);
    for (const who of everybody) standing.set(who, await scene.caller(who));
  });
  afterAll(() => server.close());

  /** Every change leaves a row in the audit log. */
  const changes = async () =>
    (
      await server.sql<{ count: string }>("select count(*) from audit_log where action not like '%.refused'")
    )[0]?.count;

  const toldSecrets = (text: string): string =>
    scene.secrets
      .filter((secret) => text.includes(secret))
      .map((secret) => `, telling ${secret}`)
      .join('');

  const visibility = (hiddenFrom: readonly Who[] | undefined, who: Who, text: string): string => {
    if (hiddenFrom === undefined) return '';
    const told = toldSecrets(text);
    if (hiddenFrom.includes(who)) return told;
    return told === '' ? ', shown too little' : '';
  };

  it('has a rule for each route, and none for a route that is not there', () => {
    expect(Object.keys(permissionRules).toSorted()).toEqual(routes.map(([name]) => name).toSorted());
  });

  it.each(routes)('%s lets in whom its rules name and refuses the rest', async (name, route) => {
    const found: Record<string, string> = {};
    const expected: Record<string, string> = {};
    for (const rule of permissionRules[name] ?? []) {
      for (const who of everybody) {
        const attempt = `${who} on ${rule.on ?? 'anything'}`;
        const caller = rule.fresh === true ? await scene.caller(who) : (standing.get(who) ?? server.nobody);
        const { id = '', body } = (await rule.call?.(scene, caller)) ?? {};
        const before = await changes();
        const answer = await tell(server.url, route, caller, String(id), body);
        if (rule.allows.includes(who)) {
          const statuses = rule.answers ?? [route.status ?? 200];
          expected[attempt] = mayCall(route, who) ? 'let in' : 'closed by the declared access';
          found[attempt] =
            (statuses.includes(answer.status) ? 'let in' : `answered ${answer.status}`) +
            visibility(rule.hiddenFrom, who, answer.text);
        } else {
          expected[attempt] =
            roleOf[who] === null && route.access !== 'public' ? 'refused 401' : 'refused 403';
          found[attempt] =
            refusal(answer) +
            toldSecrets(answer.text) +
            ((await changes()) === before ? '' : ', having changed something');
        }
      }
    }
    expect(found).toEqual(expected);
  });
});
