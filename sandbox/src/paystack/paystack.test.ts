import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxCredentials } from '../credentials.ts';
import { startTestSandbox, until } from '../start-test-sandbox.ts';
import type { Answer, TestSandbox } from '../start-test-sandbox.ts';

const { secretKey } = sandboxCredentials.paystack;
const authorization = `Bearer ${secretKey}`;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

function initialize(changes: Record<string, unknown> = {}, key = authorization): Promise<Answer> {
  const order = {
    email: 'amina@example.com',
    amount: 12_050,
    currency: 'KES',
    reference: 'ord-7',
    callback_url: `${sandbox.url}/app/payments/return?order=7`,
  };
  return sandbox.post('/paystack/transaction/initialize', { ...order, ...changes }, { authorization: key });
}

const verify = (reference: string) =>
  sandbox.get(`/paystack/transaction/verify/${reference}`, { authorization });

async function status(reference: string): Promise<unknown> {
  return ((await verify(reference)).body['data'] as { status: string }).status;
}

async function events(count: number): Promise<{ event: string; data: Record<string, unknown> }[]> {
  return (await sandbox.callbacks(count)).map(({ body }) => JSON.parse(body));
}

async function paid(reference = 'ord-7'): Promise<void> {
  expect(await initialize({ reference })).toMatchObject({ status: 200 });
  expect(await sandbox.post(`/paystack/checkouts/${reference}`, { action: 'pay' })).toMatchObject({
    status: 200,
    body: { state: 'paid' },
  });
}

describe('initialize', () => {
  it('gives a checkout address, an access code and the reference', async () => {
    const { status: code, body } = await initialize();
    expect(code).toBe(200);
    const data = body['data'] as Record<string, string>;
    expect(body).toMatchObject({ status: true, message: 'Authorization URL created' });
    expect(data['reference']).toBe('ord-7');
    expect(data['authorization_url']).toBe(`${sandbox.url}/sandbox/paystack/checkout/${data['access_code']}`);
  });

  it('takes the amount as a string too, and makes a reference when none is given', async () => {
    const { body } = await initialize({ amount: '500', reference: undefined });
    expect((body['data'] as { reference: string }).reference).toMatch(/^\w+$/);
  });

  it.each([
    [{ email: 'amina' }, 400, /invalid email/i],
    [{ amount: 12.5 }, 400, /invalid amount/i],
    [{ amount: 0 }, 400, /invalid amount/i],
    [{ currency: 'EUR' }, 403, /currency/i],
    [{ reference: 'ord 7' }, 400, /reference/i],
    [{ callback_url: 'https://example.com/' }, 400, /callback/i],
    [{ callback_url: 'javascript:alert(1)' }, 400, /callback/i],
    [{ metadata: { cancel_action: 'https://example.com/' } }, 400, /callback/i],
  ])('refuses %o', async (changes, code, words) => {
    const { status: got, body } = await initialize(changes);
    expect(got).toBe(code);
    expect(body).toEqual({
      status: false,
      message: expect.stringMatching(words),
      meta: { nextStep: expect.any(String) },
      type: 'validation_error',
      code: expect.any(String),
    });
  });

  it('refuses a reference used before and a wrong key', async () => {
    await initialize();
    expect(await initialize()).toMatchObject({
      status: 400,
      body: { status: false, message: 'Duplicate Transaction Reference' },
    });
    const wrong = await initialize({ reference: 'ord-8' }, 'Bearer sk_test_wrong');
    expect(wrong).toMatchObject({ status: 401, body: { status: false, message: 'Invalid key' } });
  });
});

describe('verify', () => {
  it('says abandoned before payment, success after it', async () => {
    await initialize();
    expect(await status('ord-7')).toBe('abandoned');
    await sandbox.post('/paystack/checkouts/ord-7', { action: 'pay' });
    const { body } = await verify('ord-7');
    expect(body).toMatchObject({
      status: true,
      message: 'Verification successful',
      data: {
        status: 'success',
        domain: 'test',
        amount: 12_050,
        requested_amount: 12_050,
        currency: 'KES',
        reference: 'ord-7',
        metadata: '',
      },
    });
    expect((body['data'] as { id: number }).id).toBeGreaterThan(2 ** 31);
  });

  it('answers 400 for a reference it does not know', async () => {
    expect(await verify('nothing')).toMatchObject({ status: 400, body: { status: false } });
  });

  it('says pending when the fault asks for it', async () => {
    await paid();
    await sandbox.post('/faults', { paystack: { verifyPending: 1 } });
    expect(await status('ord-7')).toBe('pending');
    expect(await status('ord-7')).toBe('success');
  });
});

describe('checkout', () => {
  async function leave(action: string, changes: Record<string, unknown> = {}): Promise<string | null> {
    const { body } = await initialize(changes);
    const { access_code: code } = body['data'] as { access_code: string };
    const answer = await sandbox.form(`/paystack/checkout/${code}`, { action });
    expect(answer.status).toBe(303);
    return answer.headers.get('location');
  }

  it.each([
    ['pay', 'success'],
    ['fail', 'failed'],
    ['abandon', 'abandoned'],
  ])('returns to the merchant after %s', async (action, expected) => {
    expect(await leave(action)).toBe(
      `${sandbox.url}/app/payments/return?order=7&trxref=ord-7&reference=ord-7`,
    );
    expect(await status('ord-7')).toBe(expected);
  });

  it('returns to cancel_action when left', async () => {
    const metadata = { cancel_action: `${sandbox.url}/app/orders/7` };
    expect(await leave('abandon', { metadata })).toBe(metadata.cancel_action);
  });

  it('can still be paid after being left, but never twice', async () => {
    await leave('abandon');
    expect(await sandbox.post('/paystack/checkouts/ord-7', { action: 'abandon' })).toMatchObject({
      status: 409,
    });
    expect(await sandbox.post('/paystack/checkouts/ord-7', { action: 'pay' })).toMatchObject({ status: 200 });
    expect(await sandbox.post('/paystack/checkouts/ord-7', { action: 'pay' })).toMatchObject({ status: 409 });
    expect(await sandbox.get('/paystack/checkouts/ord-7')).toMatchObject({ body: { state: 'paid' } });
  });

  it('escapes what it shows', async () => {
    const { body } = await initialize({ email: '"><b>@example.com' });
    const { access_code: code } = body['data'] as { access_code: string };
    const { text } = await sandbox.get(`/paystack/checkout/${code}`);
    expect(text).toContain('&quot;&gt;&lt;b&gt;@example.com');
    expect(text).not.toContain('<b>');
  });
});

describe('webhook', () => {
  it('is signed over its raw bytes', async () => {
    await paid();
    const [webhook] = await sandbox.callbacks(1);
    expect(webhook?.path).toBe('/api/paystack/webhook');
    expect(webhook?.headers['x-paystack-signature']).toBe(
      createHmac('sha512', secretKey)
        .update(webhook?.body ?? '')
        .digest('hex'),
    );
    expect(JSON.parse(webhook?.body ?? '')).toMatchObject({
      event: 'charge.success',
      data: { reference: 'ord-7', status: 'success', amount: 12_050, currency: 'KES', domain: 'test' },
    });
  });

  it('goes where the settings say, but to no other host', async () => {
    const bad = await sandbox.post('/paystack/settings', { webhookUrl: 'http://example.com/' });
    expect(bad.status).toBe(400);
    const webhookUrl = `${sandbox.url}/elsewhere`;
    expect(await sandbox.post('/paystack/settings', { webhookUrl })).toMatchObject({ body: { webhookUrl } });
    await paid();
    expect((await sandbox.callbacks(1))[0]?.path).toBe('/elsewhere');
  });

  it('is doubled, and lies about the amount, when the faults ask for it', async () => {
    await sandbox.post('/faults', { paystack: { callbacksDoubled: 1, amountTampered: 1 } });
    await paid();
    const got = await events(2);
    expect(got.map(({ data }) => data['amount'])).toEqual([12_150, 12_150]);
    expect((await verify('ord-7')).body['data']).toMatchObject({ amount: 12_050 });
  });

  it('is dropped for one reference only', async () => {
    await sandbox.post('/faults', { paystack: { callbacksDropped: { for: 'ord-7' } } });
    await paid('ord-7');
    await paid('ord-8');
    expect((await events(1)).map(({ data }) => data['reference'])).toEqual(['ord-8']);
  });
});

describe('refund', () => {
  const refund = (body: Record<string, unknown>) => sandbox.post('/paystack/refund', body, { authorization });

  it('passes through pending and processing to processed, amounts as strings', async () => {
    await paid();
    await sandbox.callbacks(1);
    const answer = await refund({ transaction: 'ord-7', amount: 2_000 });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: true,
        message: 'Refund has been queued for processing',
        data: { status: 'pending', amount: 2_000, transaction: { reference: 'ord-7' } },
      },
    });
    const { id } = answer.body['data'] as { id: number };
    const got = (await events(4)).slice(1);
    expect(got.map(({ event }) => event)).toEqual([
      'refund.pending',
      'refund.processing',
      'refund.processed',
    ]);
    expect(got[2]?.data).toMatchObject({
      status: 'processed',
      amount: '2000',
      transaction_reference: 'ord-7',
      refund_reference: expect.stringMatching(/^\d{12}$/),
    });
    for (const { data } of got) expect(data).not.toHaveProperty('id');
    expect(await sandbox.get(`/paystack/refund/${id}`, { authorization })).toMatchObject({
      status: 200,
      body: { data: { id, status: 'processed' } },
    });
    expect(await status('ord-7')).toBe('success');
  });

  it('is listed with its note, newest first, from a time on and in pages', async () => {
    await paid();
    for (const note of ['one', 'two', 'three'])
      await refund({ transaction: 'ord-7', amount: 100, merchant_note: note });
    const list = async (query: string) =>
      (await sandbox.get(`/paystack/refund?${query}`, { authorization })).body['data'];
    const before = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
    expect(await list(`from=${before}&perPage=2`)).toMatchObject([
      { merchant_note: 'three', transaction: expect.any(Number) },
      { merchant_note: 'two' },
    ]);
    expect(await list('perPage=2&page=2')).toMatchObject([{ merchant_note: 'one' }]);
    expect(await list(`from=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`)).toEqual([]);
  });

  it('never gives back more than was paid', async () => {
    await paid();
    await refund({ transaction: 'ord-7', amount: 12_000 });
    expect(await refund({ transaction: 'ord-7', amount: 51 })).toMatchObject({ status: 400 });
    expect(await refund({ transaction: 'ord-7' })).toMatchObject({
      status: 200,
      body: { data: { amount: 50 } },
    });
    expect(await refund({ transaction: 'ord-7' })).toMatchObject({ status: 400 });
    expect(await status('ord-7')).toBe('reversed');
  });

  it('is refused for what was not paid or is not known', async () => {
    await initialize();
    expect(await refund({ transaction: 'ord-7' })).toMatchObject({ status: 400 });
    expect(await refund({ transaction: 'nothing' })).toMatchObject({ status: 404 });
  });

  it('fails when the fault asks for it, and the money is still the merchant’s', async () => {
    await paid();
    await sandbox.callbacks(1);
    await sandbox.post('/faults', { paystack: { refundFails: 1 } });
    const { body } = await refund({ transaction: 'ord-7' });
    const { id } = body['data'] as { id: number };
    await until(async () => {
      const answer = await sandbox.get(`/paystack/refund/${id}`, { authorization });
      return (answer.body['data'] as { status: string }).status === 'failed' ? true : undefined;
    });
    expect((await events(4))[3]?.event).toBe('refund.failed');
    expect(await status('ord-7')).toBe('success');
  });
});

it('breaks and loses replies when the faults ask for it', async () => {
  await sandbox.post('/faults', { paystack: { serverErrors: 1 } });
  expect(await initialize()).toMatchObject({ status: 500, body: { status: false } });
  await sandbox.post('/faults', { paystack: { repliesLost: { on: 'initialize', times: 1 } } });
  await expect(initialize()).rejects.toThrow('fetch failed');
  expect(await status('ord-7')).toBe('abandoned');
});
