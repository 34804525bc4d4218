import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxCredentials } from '../credentials.ts';
import { PASSWORD, TIMESTAMP, startTestSandbox, until } from '../start-test-sandbox.ts';
import type { TestSandbox } from '../start-test-sandbox.ts';

const PUSH = '/mpesa/mpesa/stkpush/v1/processrequest';
const PHONE = '254712345678';
const { mpesa } = sandboxCredentials;

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

async function pushed(changes: Record<string, unknown> = {}): Promise<string> {
  const answer = await sandbox.push(changes);
  expect(answer).toMatchObject({ status: 200 });
  return String(answer.body['CheckoutRequestID']);
}

async function answered(action: string, changes: Record<string, unknown> = {}): Promise<string> {
  const id = await pushed(changes);
  expect((await sandbox.post(`/prompts/${id}`, { action })).status).toBe(200);
  return id;
}

describe('token', () => {
  it('is 28 characters, lives 3599 seconds and says so in a string', async () => {
    const basic = `Basic ${Buffer.from(`${mpesa.consumerKey}:${mpesa.consumerSecret}`).toString('base64')}`;
    const path = '/mpesa/oauth/v1/generate?grant_type=client_credentials';
    const answer = await sandbox.get(path, { authorization: basic });
    expect(answer.status).toBe(200);
    expect(answer.body['access_token']).toMatch(/^\S{28}$/);
    expect(answer.body['expires_in']).toBe('3599');
  });

  it('is refused for a wrong secret and for another grant type', async () => {
    const wrong = `Basic ${Buffer.from('a:b').toString('base64')}`;
    const secret = await sandbox.get('/mpesa/oauth/v1/generate?grant_type=client_credentials', {
      authorization: wrong,
    });
    expect([secret.status, secret.body['errorCode']]).toEqual([400, '400.008.01']);
    const grant = await sandbox.get('/mpesa/oauth/v1/generate?grant_type=password', { authorization: wrong });
    expect([grant.status, grant.body['errorCode']]).toEqual([400, '400.008.02']);
  });

  it('is cancelled by the next one', async () => {
    const first = await sandbox.token();
    await sandbox.token();
    const answer = await sandbox.post(PUSH, {}, { authorization: `Bearer ${first}` });
    expect([answer.status, answer.body['errorCode']]).toEqual([404, '404.001.03']);
  });

  it('ends after its life', async () => {
    let now = Date.now();
    const aged = await startTestSandbox({ now: () => new Date(now) });
    const authorization = `Bearer ${await aged.token()}`;
    now += 3_600_000;
    expect((await aged.post(PUSH, {}, { authorization })).body['errorCode']).toBe('404.001.03');
    await aged.close();
  });
});

describe('push', () => {
  it('accepts and says nothing of payment', async () => {
    const { status, body } = await sandbox.push();
    expect(status).toBe(200);
    expect(body).toEqual({
      MerchantRequestID: expect.stringMatching(/^\d+-\d+-1$/),
      CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{14}\d+$/),
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  });

  it.each([
    ['Amount', '0'],
    ['Amount', 250_001],
    ['Amount', '10.50'],
    ['PhoneNumber', '0712345678'],
    ['PhoneNumber', '+254712345678'],
    ['PartyA', '254212345678'],
    ['AccountReference', 'thirteenchars'],
    ['AccountReference', 'ORDER-7'],
    ['TransactionDesc', 'fourteen chars'],
    ['TransactionType', 'CustomerPay'],
    ['Timestamp', '2026-11-15'],
    ['BusinessShortCode', '12'],
    ['CallBackURL', 'https://example.com/results'],
    ['CallBackURL', 'http://169.254.169.254/latest'],
    ['CallBackURL', 'http://127.0.0.1.example.com/'],
    ['CallBackURL', 'ftp://127.0.0.1/'],
    ['CallBackURL', 'http://user:pass@127.0.0.1/'],
  ])('refuses %s %s', async (field, value) => {
    const { status, body } = await sandbox.push({ [field]: value });
    expect(status).toBe(400);
    expect(body).toEqual({
      requestId: expect.any(String),
      errorCode: '400.002.02',
      errorMessage: `Bad Request - Invalid ${field}`,
    });
  });

  it.each([
    [{ Password: 'd3Jvbmc=' }, 'Wrong credentials'],
    [{ BusinessShortCode: '600000' }, 'Merchant does not exist'],
  ])('refuses a merchant it does not know: %o', async (changes, words) => {
    const { status, body } = await sandbox.push(changes);
    expect([status, body['errorCode'], body['errorMessage']]).toEqual([500, '500.001.1001', words]);
  });

  it('refuses anything but JSON, other methods and other paths', async () => {
    const authorization = `Bearer ${await sandbox.token()}`;
    const form = await sandbox.form(PUSH, { Amount: '1' }, { authorization });
    expect([form.status, form.body['errorCode']]).toEqual([400, '400.002.02']);
    const get = await sandbox.get(PUSH, { authorization });
    expect([get.status, get.body['errorCode']]).toEqual([405, '405.001']);
    const path = await sandbox.post('/mpesa/mpesa/b2c/v1', {}, { authorization });
    expect([path.status, path.body['errorCode']]).toEqual([404, '404.001.01']);
  });

  it('locks the subscriber until the prompt is answered', async () => {
    const id = await pushed();
    const second = await sandbox.push();
    expect([second.status, second.body['errorCode']]).toEqual([500, '500.001.1001']);
    expect(second.body['errorMessage']).toMatch(/^Unable to lock subscriber/);
    expect((await sandbox.push({ PhoneNumber: '254112345678' })).status).toBe(200);
    await sandbox.post(`/prompts/${id}`, { action: 'cancel' });
    expect((await sandbox.push()).status).toBe(200);
  });
});

describe('callback', () => {
  it('tells of a payment with a decimal amount, a receipt and a balance without value', async () => {
    const id = await answered('approve');
    const [callback] = await sandbox.callbacks(1);
    expect(callback?.path).toBe('/results/secret');
    expect(callback?.headers['content-type']).toBe('application/json;charset=UTF-8');
    expect(callback?.headers['businessshortcode']).toBe(mpesa.shortcode);
    expect(callback?.body).toContain('{"Name":"Amount","Value":120.00}');
    expect(JSON.parse(callback?.body ?? '')).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID: expect.any(String),
          CheckoutRequestID: id,
          ResultCode: 0,
          ResultDesc: 'The service request is processed successfully.',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: 120 },
              { Name: 'MpesaReceiptNumber', Value: expect.stringMatching(/^[A-Z][A-Z0-9]{9}$/) },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: expect.any(Number) },
              { Name: 'PhoneNumber', Value: 254712345678 },
            ],
          },
        },
      },
    });
  });

  it.each([
    ['cancel', 1032, 'cancelled'],
    ['timeout', 1037, 'timed-out'],
    ['insufficient', 1, 'insufficient'],
    ['wrong-pin', 2001, 'wrong-pin'],
  ])('tells of %s with code %i and nothing of money', async (action, code, state) => {
    const id = await answered(action);
    const [callback] = await sandbox.callbacks(1);
    const { stkCallback } = JSON.parse(callback?.body ?? '').Body;
    expect(stkCallback).toMatchObject({ CheckoutRequestID: id, ResultCode: code });
    expect(stkCallback).not.toHaveProperty('CallbackMetadata');
    expect((await sandbox.query(id)).body).toMatchObject({ ResponseCode: '0', ResultCode: String(code) });
    expect((await sandbox.get(`/phones/${PHONE}`)).body['prompts']).toMatchObject([{ state }]);
  });

  it('comes by itself when nobody answers', async () => {
    const impatient = await startTestSandbox({ promptTimeoutMs: 20 });
    await impatient.push();
    const [callback] = await impatient.callbacks(1);
    expect(JSON.parse(callback?.body ?? '').Body.stkCallback.ResultCode).toBe(1037);
    await impatient.close();
  });
});

describe('query', () => {
  it('says 4999 while the prompt waits and 0 once paid, as strings', async () => {
    const id = await pushed();
    expect((await sandbox.query(id)).body).toMatchObject({ ResponseCode: '0', ResultCode: '4999' });
    await sandbox.post(`/prompts/${id}`, { action: 'approve' });
    const { status, body } = await sandbox.query(id);
    expect(status).toBe(200);
    expect(body).toEqual({
      ResponseCode: '0',
      ResponseDescription: expect.any(String),
      MerchantRequestID: expect.any(String),
      CheckoutRequestID: id,
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
    });
  });

  it('says 500.001.1001 for a push it does not know', async () => {
    const { status, body } = await sandbox.query('ws_CO_unknown');
    expect([status, body['errorCode']]).toEqual([500, '500.001.1001']);
  });
});

describe('reversal', () => {
  async function reverse(changes: Record<string, unknown>): Promise<Record<string, unknown>> {
    const before = sandbox.received.length;
    const answer = await sandbox.post(
      '/mpesa/mpesa/reversal/v1/request',
      {
        Initiator: mpesa.initiatorName,
        SecurityCredential: mpesa.securityCredential,
        CommandID: 'TransactionReversal',
        Amount: '120',
        ReceiverParty: mpesa.shortcode,
        RecieverIdentifierType: '11',
        ResultURL: `${sandbox.url}/reversals/secret`,
        QueueTimeOutURL: `${sandbox.url}/reversals/timeout`,
        Remarks: 'Returned goods',
        Occasion: '',
        ...changes,
      },
      { authorization: `Bearer ${await sandbox.token()}` },
    );
    if (answer.status !== 200) return answer.body;
    expect(answer.body).toMatchObject({ ResponseCode: '0', ConversationID: expect.stringMatching(/^AG_/) });
    const callback = (await sandbox.callbacks(before + 1))[before];
    const { Result } = JSON.parse(callback?.body ?? '');
    expect(Result.ConversationID).toBe(answer.body['ConversationID']);
    return Result;
  }

  async function receipt(): Promise<string> {
    await answered('approve');
    await sandbox.callbacks(1);
    const { body } = await sandbox.get(`/phones/${PHONE}`);
    const [message] = body['messages'] as { from: string; text: string }[];
    expect(message?.from).toBe('MPESA');
    return message?.text.slice(0, 10) ?? '';
  }

  it('gives the money back once', async () => {
    const TransactionID = await receipt();
    expect(await reverse({ TransactionID })).toMatchObject({
      ResultCode: 0,
      ResultParameters: {
        ResultParameter: expect.arrayContaining([
          { Key: 'OriginalTransactionID', Value: TransactionID },
          { Key: 'Amount', Value: 120 },
        ]),
      },
    });
    expect(await reverse({ TransactionID })).toMatchObject({ ResultCode: 'R000001' });
  });

  it('refuses more than was paid, an unknown receipt, a wrong initiator and a strange host', async () => {
    const TransactionID = await receipt();
    expect(await reverse({ TransactionID, Amount: 121 })).toMatchObject({ ResultCode: 'R000003' });
    expect(await reverse({ TransactionID: 'ABCDEFGHIJ' })).toMatchObject({ ResultCode: 'R000002' });
    expect(await reverse({ TransactionID, Initiator: 'nobody' })).toMatchObject({ ResultCode: 2001 });
    expect(await reverse({ TransactionID, ResultURL: 'https://example.com/' })).toMatchObject({
      errorCode: '400.002.02',
      errorMessage: 'Bad Request - Invalid ResultURL',
    });
  });
});

describe('faults', () => {
  const results = async (count: number) =>
    (await sandbox.callbacks(count)).map(({ body }) => JSON.parse(body).Body.stkCallback);

  it('drops, then doubles a callback', async () => {
    await sandbox.post('/faults', { mpesa: { callbacksDropped: 1 } });
    await answered('cancel');
    await until(async () => {
      const { body } = await sandbox.get('/faults');
      return Object.keys(body['mpesa'] as object).length === 0 ? true : undefined;
    });
    await sandbox.post('/faults', { mpesa: { callbacksDoubled: 1 } });
    const id = await answered('approve');
    const got = await results(2);
    expect(got.map(({ CheckoutRequestID }) => CheckoutRequestID)).toEqual([id, id]);
  });

  it('sends a callback late', async () => {
    // Late enough that the next one goes first, on a busy machine too.
    await sandbox.post('/faults', { mpesa: { callbacksLate: { ms: 3000, times: 1 } } });
    const late = await answered('approve');
    const prompt = await answered('approve');
    const got = await results(2);
    expect(got.map(({ CheckoutRequestID }) => CheckoutRequestID)).toEqual([prompt, late]);
  });

  it('sends callbacks out of order', async () => {
    await sandbox.post('/faults', { mpesa: { callbacksOutOfOrder: 1 } });
    const first = await answered('approve');
    const second = await answered('approve');
    const got = await results(2);
    expect(got.map(({ CheckoutRequestID }) => CheckoutRequestID)).toEqual([second, first]);
  });

  it('carries a push out and loses the reply', async () => {
    await sandbox.post('/faults', { mpesa: { repliesLost: { times: 1, on: 'push' } } });
    await expect(sandbox.push()).rejects.toThrow('fetch failed');
    const { body } = await sandbox.get(`/phones/${PHONE}`);
    expect(body['prompts']).toMatchObject([{ state: 'waiting', amount: 120, reference: 'ORDER7' }]);
  });

  it('strikes only whom it is for', async () => {
    await sandbox.post('/faults', { mpesa: { serverErrors: { for: '254112345678' } } });
    expect((await sandbox.push()).status).toBe(200);
    const other = await sandbox.push({ PhoneNumber: '254112345678' });
    expect([other.status, other.body['errorCode']]).toEqual([500, '500.003.1001']);
  });

  it('spike arrest, sudden token end and server error each strike once and spare the token', async () => {
    await sandbox.post('/faults', { mpesa: { serverErrors: 1, spikeArrest: 1, tokenExpired: 1 } });
    expect((await sandbox.push()).body['errorCode']).toBe('500.003.1001');
    expect((await sandbox.push()).body['errorCode']).toBe('500.003.02');
    expect((await sandbox.push()).body['errorCode']).toBe('404.001.03');
    expect((await sandbox.push()).status).toBe(200);
  });

  it('a query goes unanswered, then says failed for a paid push, then the truth', async () => {
    await sandbox.post('/faults', { mpesa: { queryUnanswered: 1, querySaysFailed: 1 } });
    const id = await answered('approve');
    expect((await sandbox.query(id)).body['errorCode']).toBe('500.001.1001');
    expect((await sandbox.query(id)).body['ResultCode']).toBe('1037');
    expect((await sandbox.query(id)).body['ResultCode']).toBe('0');
  });

  it('limits queries to five a minute only when asked to', async () => {
    const id = await pushed();
    const statuses = async () => {
      const seen: number[] = [];
      for (let query = 0; query < 6; query += 1) seen.push((await sandbox.query(id)).status);
      return seen;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    await sandbox.post('/faults', { mpesa: { queryLimited: true } });
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('tampers with the amount, masks the phone and forces a result', async () => {
    await sandbox.post('/faults', { mpesa: { amountTampered: 1, phoneMasked: 1 } });
    await answered('approve');
    const [tampered] = await sandbox.callbacks(1);
    expect(tampered?.body).toContain('"Value":121.00');
    expect(tampered?.body).toContain('2547*****678');
    await sandbox.post('/faults', { mpesa: { pushResult: { code: 'SFC_IC0003', times: 1 } } });
    const id = await answered('approve');
    expect((await results(2))[1]).toMatchObject({ CheckoutRequestID: id, ResultCode: 'SFC_IC0003' });
    expect((await sandbox.query(id)).body['ResultCode']).toBe('SFC_IC0003');
  });
});

it('checks the password with the timestamp sent', async () => {
  const other = TIMESTAMP.replace('0930', '0931');
  expect((await sandbox.push({ Timestamp: other, Password: PASSWORD })).body['errorMessage']).toBe(
    'Wrong credentials',
  );
});
