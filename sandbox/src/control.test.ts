import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox } from './index.ts';
import { startTestSandbox } from './start-test-sandbox.ts';
import type { TestSandbox } from './start-test-sandbox.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

describe('phones', () => {
  it.each(['254712345678', '0712345678', '+254712345678', '712345678', '0712 345-678'])(
    'finds a phone written %s',
    async (written) => {
      await sandbox.push();
      const { body } = await sandbox.get(`/phones/${encodeURIComponent(written)}`);
      expect(body).toEqual({
        phone: '254712345678',
        messages: [],
        prompts: [
          expect.objectContaining({
            checkoutRequestId: expect.stringMatching(/^ws_CO_/),
            amount: 120,
            reference: 'ORDER7',
            state: 'waiting',
          }),
        ],
      });
    },
  );

  it('shows the newest first', async () => {
    const first = await sandbox.push();
    await sandbox.post(`/prompts/${String(first.body['CheckoutRequestID'])}`, { action: 'cancel' });
    await sandbox.push({ Amount: 99 });
    const { body } = await sandbox.get('/phones/0712345678');
    expect(body['prompts']).toMatchObject([
      { amount: 99, state: 'waiting' },
      { amount: 120, state: 'cancelled' },
    ]);
  });

  it('refuses what is not a number', async () => {
    expect((await sandbox.get('/phones/amina')).status).toBe(400);
  });
});

describe('prompts', () => {
  it('are answered once', async () => {
    const { body } = await sandbox.push();
    const path = `/prompts/${String(body['CheckoutRequestID'])}`;
    expect(await sandbox.post(path, { action: 'pay' })).toMatchObject({ status: 400 });
    expect(await sandbox.post(path, { action: 'approve' })).toMatchObject({
      status: 200,
      body: { state: 'approved', amount: 120 },
    });
    expect(await sandbox.post(path, { action: 'cancel' })).toMatchObject({ status: 409 });
    expect(await sandbox.post('/prompts/unknown', { action: 'cancel' })).toMatchObject({ status: 404 });
  });
});

describe('faults', () => {
  it('are set together or not at all, listed and cleared', async () => {
    const none = { mpesa: {}, paystack: {}, africastalking: {}, twilio: {} };
    const bad = { mpesa: { callbacksDropped: true, typo: true } };
    expect((await sandbox.post('/faults', bad)).status).toBe(400);
    expect((await sandbox.get('/faults')).body).toEqual(none);
    await sandbox.post('/faults', { mpesa: { callbacksDropped: 2, callbacksLate: { ms: 50 } } });
    await sandbox.post('/faults', { paystack: { verifyPending: true }, mpesa: { callbacksLate: false } });
    expect((await sandbox.get('/faults')).body).toEqual({
      ...none,
      mpesa: { callbacksDropped: { times: 2 } },
      paystack: { verifyPending: {} },
    });
    const cleared = await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    expect(await cleared.json()).toEqual(none);
  });

  it.each([
    [{ visa: {} }, 'Unknown provider "visa"'],
    [{ mpesa: true }, 'mpesa must be an object'],
    [{ mpesa: { typo: true } }, 'Unknown fault "mpesa.typo"'],
    [{ mpesa: { verifyPending: true } }, 'Unknown fault "mpesa.verifyPending"'],
    [{ mpesa: { toString: true } }, 'Unknown fault "mpesa.toString"'],
    [{ mpesa: { serverErrors: 'yes' } }, 'must be true, false, a count or an object'],
    [{ mpesa: { serverErrors: -1 } }, 'must be a whole number'],
    [{ mpesa: { callbacksLate: { ms: 1.5 } } }, 'mpesa.callbacksLate.ms must be a whole number'],
    [{ mpesa: { callbacksLate: { seconds: 1 } } }, 'Unknown setting "mpesa.callbacksLate.seconds"'],
    [{ mpesa: { pushResult: true } }, 'mpesa.pushResult needs a code'],
  ])('refuses %o', async (settings, words) => {
    const { status, body } = await sandbox.post('/faults', settings);
    expect(status).toBe(400);
    expect(body['error']).toContain(words);
  });
});

describe('bad input', () => {
  it('is refused and changes nothing', async () => {
    const raw = (path: string, init: RequestInit) => fetch(`${sandbox.url}/sandbox${path}`, init);
    const jsonHeader = { 'content-type': 'application/json' };
    const statuses = await Promise.all(
      [
        raw('/%E0%A4%A', {}),
        raw('/nothing', {}),
        raw('/faults', { method: 'POST', headers: jsonHeader, body: '{' }),
        raw('/faults', { method: 'POST', headers: jsonHeader, body: '[]' }),
        raw('/faults', { method: 'POST', body: 'a=b' }),
        raw('/faults', { method: 'PUT' }),
        raw('/assets/..%2f..%2fpackage.json', {}),
        raw('/assets/__proto__', {}),
        raw('/__proto__/x', {}),
        raw('/paystack', {}),
        raw('/paystack/checkout/unknown', {}),
        raw('/mpesa', { method: 'POST', headers: jsonHeader, body: 'null' }),
      ].map(async (response) => (await response).status),
    );
    expect(statuses).toEqual([400, 404, 400, 400, 415, 405, 404, 404, 404, 401, 404, 404]);
  });

  it('is bounded', async () => {
    const body = JSON.stringify({ big: 'x'.repeat(70_000) });
    const response = await fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', body });
    expect(response.status).toBe(413);
    expect((await sandbox.get('/faults')).status).toBe(200);
  });
});

it('leaves other paths to the server it is mounted in', async () => {
  const mounted = createSandbox({ publicUrl: () => '' });
  const handled: boolean[] = [];
  const server = createServer((request, response) => {
    void mounted.handle(request, response).then((own) => {
      handled.push(own);
      return own ? undefined : response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const path of ['/sandboxes', '/api/orders', '/sandbox?phone=0712345678', '/sandbox/'])
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(handled).toEqual([false, false, true, true]);
  server.closeAllConnections();
  server.close();
  await mounted.close();
});

it('serves its pages under a policy without inline script or style', async () => {
  for (const path of ['', '/', '/?phone=%22%3E%3Cscript%3E']) {
    const { headers, text } = await sandbox.get(path);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self'");
    expect(text).toContain('no real money moves');
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/sandbox/assets/sandbox.js" defer>']);
    expect(text).not.toMatch(/<style|style=|onclick/);
  }
  for (const name of ['sandbox.css', 'sandbox.js', 'icon.svg'])
    expect((await sandbox.get(`/assets/${name}`)).status).toBe(200);
});
