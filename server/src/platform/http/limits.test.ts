// What no route ever sees: requests beyond their bounds, and bytes that are no HTTP.
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** All the server says to these bytes before it hangs up. */
const say = (bytes: string | Buffer) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    let said = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(10_000, () => socket.destroy(new Error('the server neither answers nor hangs up')));
    socket.on('data', (chunk) => (said += chunk.toString()));
    socket.on('close', () => resolve(said));
    socket.on('error', reject);
  });

const parse = (said: string) => {
  const [head = '', body = ''] = said.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body };
};

const close = 'Connection: close\r\n';

describe('malformed requests', () => {
  it.each([
    ['bytes that are no HTTP', Buffer.from([0, 1, 2, 255, 13, 10, 13, 10]), 400, 'malformed'],
    ['another protocol', 'SSH-2.0-OpenSSH_9\r\n\r\n', 400, 'malformed'],
    ['a header without a name', `GET /api/app HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n`, 400, 'malformed'],
    ['no host', `GET /api/app HTTP/1.1\r\n${close}\r\n`, 400, 'malformed'],
    [
      'two lengths',
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
      400,
      'malformed',
    ],
    [
      'a length and chunks, as request smugglers send',
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'malformed',
    ],
    [
      'a chunk that is none',
      `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'malformed',
    ],
    [
      'headers beyond 16 KiB',
      `GET /api/app HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address beyond 8 KiB',
      `GET /api/app?${'a'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
      414,
      'uri_too_long',
    ],
    [
      'an address that cannot be decoded',
      `GET /api/%zz HTTP/1.1\r\nHost: x\r\n${close}\r\n`,
      400,
      'malformed',
    ],
  ])('%s: answered in JSON, saying nothing of the software', async (_what, bytes, status, code) => {
    const { status: answered, head, body } = parse(await say(bytes));
    expect(answered).toBe(status);
    expect(JSON.parse(body)).toMatchObject({ error: { code, message: expect.any(String) } });
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head + body.toLowerCase()).not.toMatch(
      /node|fastify|express|postgres|\n\s+at |server:|x-powered-by/,
    );
  });

  it('end the connection, so that nothing can be hidden behind them', async () => {
    const smuggled = `POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/app HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect((await say(smuggled)).match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('no answer', () => {
  it('shows where in the code it failed, whatever the fault', async () => {
    for (const [path, body] of [
      ['/api/login', '{"email":{"toString":1},"password":[]}'],
      ['/api/login', String.raw`{"email":"\ud800@a.b","password":"x"}`],
      ['/api/login', String.raw`{"email":"\u0000@a.b","password":"\u0000\ud800"}`],
      ['/api/register', '{"firstName":{"$ne":1}}'],
      ['/api/forgotpassword', '{"msisdn":1e400}'],
    ] as const) {
      const { status, text } = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).then(async (answer) => ({ status: answer.status, text: await answer.text() }));
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(/\bat .*\.ts|node_modules|select |insert /i);
    }
  });
});
