// What holds for every call, whatever feature answers it.
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer({
    environment: { CORS_ORIGINS: 'https://old-client.example', TRUST_PROXY: '127.0.0.1' },
  });
  admin = await server.signIn('admin');
});
afterAll(() => server.close());

/** fetch mends addresses before sending them; a browser of another time does not. */
const rawGet = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const request = http.get({ hostname, port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });

describe('errors', () => {
  it.each([
    ['a body that is not JSON', '{"email":', 400, 'malformed'],
    ['a body that is no object', '[]', 400, 'validation_failed'],
    ['a body that is null', 'null', 400, 'validation_failed'],
    ['a body that poisons prototypes', '{"__proto__": {"role": "admin"}}', 400, 'malformed'],
    ['a body without its fields', '{}', 400, 'validation_failed'],
    ['a body of more than 64 KiB', `{"email":"${'a'.repeat(70_000)}"}`, 413, 'body_too_large'],
  ])('answers %s in the one error format', async (_what, body, status, code) => {
    const answer = await server.nobody.post<{ error: { code: string; message: string; requestId: string } }>(
      '/api/login',
      body,
    );
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({
      code,
      message: expect.any(String),
      requestId: answer.headers.get('x-request-id'),
    });
  });

  it('names the fields that are wrong', async () => {
    const answer = await server.nobody.post<{ error: { fields: Record<string, string> } }>('/api/register', {
      firstName: ' ',
      surname: 'x',
    });
    expect(Object.keys(answer.body.error.fields)).toEqual(
      expect.arrayContaining(['firstName', 'lastName', 'email', 'phoneNumber', 'password', 'surname']),
    );
  });

  it('says 415 to what is not JSON and 404 to what is not there', async () => {
    const form = await server.nobody.post('/api/login', 'email=a', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    expect((await server.nobody.get('/api/nothing')).status).toBe(404);
    expect((await admin.get('/api/users/not-a-number')).status).toBe(404);
    expect((await rawGet('/api/%ff%')).status).toBe(400);
  });

  it('takes a call without a body that says it has JSON', async () => {
    const person = await server.signIn('user');
    const answer = await person.post('/api/logout', undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
  });

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer not-a-token',
    'Basic YTpi',
    `Bearer ${'x'.repeat(600)}`,
    'bearer \u00e9',
  ])('takes the authorization %s for nobody', async (authorization) => {
    const answer = await server.nobody.get('/api/dashboard', { headers: { authorization } });
    expect(answer.status).toBe(401);
  });
});

describe('headers', () => {
  it('defend the browser on every answer, and tell nothing of the software', async () => {
    for (const path of ['/api/app', '/api/nothing', '/api/docs', '/login']) {
      const { headers } = await server.nobody.get(path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
    }
    expect((await server.nobody.get('/api/app')).headers.get('cache-control')).toBe('no-store');
  });

  it('ask for TLS only behind TLS', async () => {
    const secure = await server.nobody.get('/api/app', { headers: { 'x-forwarded-proto': 'https' } });
    expect(secure.headers.get('strict-transport-security')).toContain('max-age=63072000');
    expect((await server.nobody.get('/api/app')).headers.get('strict-transport-security')).toBeNull();
  });

  it('let the listed origins in and no other', async () => {
    const allowed = await server.nobody.get('/api/app', {
      headers: { origin: 'https://old-client.example' },
    });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://old-client.example');
    const other = await server.nobody.get('/api/app', { headers: { origin: 'https://evil.example' } });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await fetch(`${server.url}/api/login`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://old-client.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization, content-type');
  });
});

describe('Idempotency-Key', () => {
  const person = (n: number) => ({
    firstName: 'Once',
    lastName: 'Only',
    email: `once${n}@test.example`,
    phoneNumber: `07220000${n}`,
    password: 'mvua nyingi leo',
  });

  it('gives the same answer and one effect, also to two at once on two servers', async () => {
    const other = await server.another();
    const headers = { 'idempotency-key': 'key-one' };
    const answers = await Promise.all(
      [server, other, server, other].map(({ nobody }) =>
        nobody.post('/api/register', person(11), { headers }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect(await server.sql(`select count(*) from users where email = 'once11@test.example'`)).toEqual([
      { count: 1 },
    ]);
  });

  it('refuses the same key for something else', async () => {
    const headers = { 'idempotency-key': 'key-two' };
    expect((await server.nobody.post('/api/register', person(12), { headers })).status).toBe(201);
    expect((await server.nobody.post('/api/register', person(13), { headers })).status).toBe(422);
  });

  it('keeps nothing of a failure, so that a mended request can use the key', async () => {
    const headers = { 'idempotency-key': 'key-three' };
    expect(
      (
        await server.nobody.post(
          '/api/register',
          { ...person(14), email: 'once11@test.example' },
          { headers },
        )
      ).status,
    ).toBe(409);
    expect((await server.nobody.post('/api/register', person(14), { headers })).status).toBe(201);
  });
});

describe('the reference', () => {
  it('describes every route in OpenAPI 3.1 and on a page', async () => {
    const { body } = await server.nobody.get<{ openapi: string; paths: Record<string, object> }>(
      '/api/openapi.json',
    );
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/users/{id}']).toHaveProperty('get.security');
    const page = await server.nobody.get<string>('/api/docs');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).toContain('/api/users/{id}');
  });
});
