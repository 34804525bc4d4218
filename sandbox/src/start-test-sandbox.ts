// Test support: a sandbox on a free port, with a merchant that records the callbacks it is sent.
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, sandboxCredentials } from './index.ts';
import type { SandboxOptions } from './index.ts';
import { readBody } from './http.ts';

const DEADLINE_MS = 30_000;
const POLL_MS = 5;

export interface Received {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

export interface TestSandbox {
  url: string;
  received: Received[];
  /** The callbacks, once there are that many */
  callbacks: (count: number) => Promise<Received[]>;
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  form: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>;
  token: () => Promise<string>;
  push: (changes?: Record<string, unknown>) => Promise<Answer>;
  query: (checkoutRequestId: string) => Promise<Answer>;
  close: () => Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Wire bodies are read loosely in tests: every field is compared with what is expected.
  body: Record<string, unknown>;
}

export const TIMESTAMP = '20261115093000';
const { mpesa } = sandboxCredentials;
export const PASSWORD = Buffer.from(mpesa.shortcode + mpesa.passkey + TIMESTAMP).toString('base64');

export async function startTestSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const received: Received[] = [];
  let url = '';
  const sandbox = createSandbox({ publicUrl: () => url, callbackDelayMs: 0, ...options });
  const server = createServer((request, response) => {
    void (async () => {
      if (await sandbox.handle(request, response)) return;
      const body = await readBody(request);
      received.push({ path: request.url ?? '', headers: request.headers, body });
      response.writeHead(200).end('ok');
    })();
  });
  url = await listen(server);

  async function call(path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${url}/sandbox${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) };
  }
  const get: TestSandbox['get'] = (path, headers = {}) => call(path, { headers });
  const post: TestSandbox['post'] = (path, body, headers = {}) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const form: TestSandbox['form'] = (path, fields, headers = {}) =>
    call(path, { method: 'POST', headers, body: new URLSearchParams(fields) });

  async function token(): Promise<string> {
    const basic = Buffer.from(`${mpesa.consumerKey}:${mpesa.consumerSecret}`).toString('base64');
    const answer = await get('/mpesa/oauth/v1/generate?grant_type=client_credentials', {
      authorization: `Basic ${basic}`,
    });
    return String(answer.body['access_token']);
  }
  const merchant = { BusinessShortCode: Number(mpesa.shortcode), Password: PASSWORD, Timestamp: TIMESTAMP };

  return {
    url,
    received,
    get,
    post,
    form,
    token,
    callbacks: (count) => until(() => (received.length >= count ? received : undefined)),
    async push(changes = {}) {
      const body = {
        ...merchant,
        TransactionType: 'CustomerPayBillOnline',
        Amount: '120',
        PartyA: '254712345678',
        PartyB: mpesa.shortcode,
        PhoneNumber: '254712345678',
        CallBackURL: `${url}/results/secret`,
        AccountReference: 'ORDER7',
        TransactionDesc: 'Order 7',
        ...changes,
      };
      const authorization = `Bearer ${await token()}`;
      return post('/mpesa/mpesa/stkpush/v1/processrequest', body, { authorization });
    },
    async query(checkoutRequestId) {
      const authorization = `Bearer ${await token()}`;
      const body = { ...merchant, CheckoutRequestID: checkoutRequestId };
      return post('/mpesa/mpesa/stkpushquery/v1/query', body, { authorization });
    },
    async close() {
      await sandbox.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Waits for something to be there, and says what never came. */
export async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${DEADLINE_MS} ms: ${look.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
