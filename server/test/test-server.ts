// A whole server for a test file: its own copy of the template database, its own port, and callers in every role.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import type { Role } from '@ghala/contracts/permissions';
import { createApp, type App, type AppOptions } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { hashPassword } from '../src/features/identity/index.ts';
import { systemClock, type Clock } from '../src/platform/clock/clock.ts';
import { createLog } from '../src/platform/log/log.ts';
import { dropDatabase } from './drop-database.ts';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: T;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Somebody who calls the server; without a token, nobody in particular. */
export interface Caller {
  userId: number;
  token: string;
  get<T = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Answer<T>>;
  post<T = Record<string, unknown>>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  put<T = Record<string, unknown>>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<T>>;
  delete<T = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Answer<T>>;
}

export interface NewPerson {
  firstName?: string;
  lastName?: string;
  email?: string;
  /** Canonical. */
  phone?: string;
}

export interface TestServer {
  url: string;
  app: App;
  clock: MovableClock;
  nobody: Caller;
  /** SQL on the test's own database, for setting a scene and for looking behind the answers. */
  sql<T extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>;
  /** A new person of that role, signed in. Every test person's password is `testPassword`. */
  signIn(role: Role, person?: NewPerson): Promise<Caller>;
  /** A second server on the same database, as another node would be. */
  another(): Promise<TestServer>;
  close(): Promise<void>;
}

/** Starts at the true time; tests move it. */
export class MovableClock implements Clock {
  #offsetMs = 0;
  #stoppedAt: number | null = null;
  now(): Date {
    return new Date((this.#stoppedAt ?? systemClock.now().getTime()) + this.#offsetMs);
  }
  /** Until `go`, only `advance` moves it: for rules that count seconds, on machines that lose some. */
  stop(): void {
    this.#stoppedAt ??= systemClock.now().getTime();
  }
  go(): void {
    this.#stoppedAt = null;
  }
  advance(ms: number): void {
    this.#offsetMs += ms;
  }
}

export const testPassword = 'a long enough test password';
let testPasswordHash: Promise<string> | undefined;
let people = 0;

export function callerAt(url: string, token = '', userId = 0): Caller {
  const call = async <T>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer<T>> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : text) as T,
    };
  };
  return {
    userId,
    token,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}

export interface TestServerOptions {
  environment?: Record<string, string>;
  rawHandlers?: AppOptions['rawHandlers'];
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { connection, template } = inject('databaseServer');
  const database = `ghala_${process.pid}_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ ...connection, database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database} template ${template}`);
  const clock = new MovableClock();
  const open = async (): Promise<{ app: App; url: string }> => {
    const config = readConfig({
      PORT: '0',
      DATABASE_POOL_SIZE: '5',
      DEMO_DATA: 'false',
      ...options.environment,
    });
    const app = await createApp({
      config,
      clock,
      connection: { ...connection, database },
      log: createLog('silent'),
      ...(options.rawHandlers === undefined ? {} : { rawHandlers: options.rawHandlers }),
    });
    return { app, url: `http://127.0.0.1:${await app.listen()}` };
  };
  const client = new Client({ ...connection, database });
  await client.connect();
  const sql: TestServer['sql'] = async (text, values = []) => (await client.query(text, values)).rows;
  const others: App[] = [];

  const describe = ({ app, url }: { app: App; url: string }): TestServer => ({
    url,
    app,
    clock,
    sql,
    nobody: callerAt(url),
    signIn: (role, person = {}) => signInNew(url, sql, role, person),
    another: async () => {
      const second = await open();
      others.push(second.app);
      return describe(second);
    },
    close: async () => {
      await Promise.all([app, ...others].map((each) => each.close()));
      await client.end();
      await dropDatabase(admin, database);
      await admin.end();
    },
  });
  return describe(await open());
}

async function signInNew(
  url: string,
  sql: TestServer['sql'],
  role: Role,
  person: NewPerson,
): Promise<Caller> {
  people += 1;
  testPasswordHash ??= hashPassword(testPassword);
  const email = person.email ?? `person${people}@test.example`;
  const phone = person.phone ?? `2547${String(10_000_000 + people)}`;
  await sql(
    'insert into users (first_name, last_name, email, phone, role, password_hash) values ($1, $2, $3, $4, $5, $6)',
    [
      person.firstName ?? 'Test',
      person.lastName ?? `Person${people}`,
      email,
      phone,
      role,
      await testPasswordHash,
    ],
  );
  const answer = await callerAt(url).post<{ userId: number; accessToken: string }>('/api/login', {
    email,
    password: testPassword,
  });
  if (answer.status !== 200)
    throw new Error(`sign-in of a test person failed: ${JSON.stringify(answer.body)}`);
  return callerAt(url, answer.body.accessToken, answer.body.userId);
}
