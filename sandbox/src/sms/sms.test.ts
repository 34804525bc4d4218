import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sandboxCredentials } from '../credentials.ts';
import { startTestSandbox } from '../start-test-sandbox.ts';
import type { Answer, TestSandbox } from '../start-test-sandbox.ts';
import { twilioSignature } from './twilio.ts';

const { africastalking, twilio } = sandboxCredentials;
const PHONE = '254712345678';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const messages = async (phone = PHONE) => (await sandbox.get(`/phones/${phone}`)).body['messages'];
const fields = async (count: number) =>
  (await sandbox.callbacks(count)).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

describe('Africa’s Talking', () => {
  const send = (
    changes: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    sandbox.form(
      '/africastalking/version1/messaging',
      { username: africastalking.username, to: `+${PHONE}`, message: 'Your code is 123456', ...changes },
      { apiKey: africastalking.apiKey, accept: 'application/json', ...headers },
    );

  it('delivers to the phone and answers 201', async () => {
    const { status, body } = await send({ from: 'GHALA' });
    expect(status).toBe(201);
    expect(body).toEqual({
      SMSMessageData: {
        Message: 'Sent to 1/1 Total Cost: KES 0.8000',
        Recipients: [
          {
            statusCode: 101,
            number: `+${PHONE}`,
            status: 'Success',
            cost: 'KES 0.8000',
            messageId: expect.stringMatching(/^ATXid_/),
          },
        ],
      },
    });
    expect(await messages()).toEqual([
      { at: expect.any(String), from: 'GHALA', text: 'Your code is 123456' },
    ]);
  });

  it('answers 201 for a list with a bad number among good ones', async () => {
    const { status, body } = await send({ to: `+${PHONE},0712` });
    expect(status).toBe(201);
    expect(body['SMSMessageData']).toMatchObject({
      Message: 'Sent to 1/2 Total Cost: KES 0.8000',
      Recipients: [{ statusCode: 101 }, { statusCode: 403, status: 'InvalidPhoneNumber', messageId: 'None' }],
    });
  });

  it('answers in plain text for a wrong key, and in XML unless JSON is asked for', async () => {
    const wrong = await send({}, { apiKey: 'wrong' });
    expect([wrong.status, wrong.text]).toEqual([401, 'The supplied authentication is invalid']);
    expect(wrong.headers.get('content-type')).toMatch(/^text\/plain/);
    expect((await send({}, { accept: '*/*' })).text).toMatch(/^<AfricasTalkingResponse>/);
    expect((await send({ message: '' })).status).toBe(400);
  });

  it('reports delivery where the settings say', async () => {
    await sandbox.post('/africastalking/settings', { reportUrl: `${sandbox.url}/reports/secret` });
    const { body } = await send();
    const { messageId } =
      (body['SMSMessageData'] as { Recipients: { messageId: string }[] }).Recipients[0] ?? {};
    const reports = await fields(2);
    expect(reports).toEqual(
      ['Sent', 'Success'].map((status) => ({
        id: messageId,
        status,
        phoneNumber: `+${PHONE}`,
        networkCode: '63902',
        retryCount: '0',
      })),
    );
  });

  it('fails in each way the faults ask for, and delivers nothing', async () => {
    await sandbox.post('/africastalking/settings', { reportUrl: `${sandbox.url}/reports/secret` });
    await sandbox.post('/faults', {
      africastalking: {
        serverErrors: 1,
        badKey: 1,
        emptyRecipients: 1,
        recipientStatus: { code: 405, times: 1 },
      },
    });
    expect((await send()).status).toBe(500);
    expect((await send()).status).toBe(401);
    expect(await send()).toMatchObject({ status: 201, body: { SMSMessageData: { Recipients: [] } } });
    expect(await send()).toMatchObject({
      status: 201,
      body: { SMSMessageData: { Recipients: [{ statusCode: 405, status: 'InsufficientBalance' }] } },
    });
    await sandbox.post('/faults', { africastalking: { deliveryFails: 1, callbacksOutOfOrder: 1 } });
    expect((await send()).status).toBe(201);
    expect((await fields(2)).map(({ status }) => status)).toEqual(['Failed', 'Sent']);
    expect(await messages()).toEqual([]);
  });
});

describe('Twilio', () => {
  const basic = `Basic ${Buffer.from(`${twilio.accountSid}:${twilio.authToken}`).toString('base64')}`;
  const send = (changes: Record<string, string> = {}, authorization = basic): Promise<Answer> =>
    sandbox.form(
      `/twilio/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`,
      { To: `+${PHONE}`, From: '+15005550006', Body: 'Your code is 123456', ...changes },
      { authorization },
    );

  it('delivers to the phone and answers 201, queued', async () => {
    const { status, body } = await send();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      status: 'queued',
      error_code: null,
      to: `+${PHONE}`,
    });
    expect(await messages()).toMatchObject([{ from: '+15005550006', text: 'Your code is 123456' }]);
  });

  it.each([
    [{ To: '12' }, 21211],
    [{ To: '' }, 21604],
    [{ Body: '' }, 21602],
    [{ Body: 'x'.repeat(1601) }, 21617],
    [{ From: '' }, 21603],
    [{ StatusCallback: 'https://example.com/' }, 21609],
  ])('refuses %o', async (changes, code) => {
    const { status, body } = await send(changes);
    expect(status).toBe(400);
    expect(body).toEqual({
      code,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status: 400,
    });
  });

  it('refuses a wrong token', async () => {
    expect(await send({}, 'Basic d3Jvbmc6a2V5')).toMatchObject({ status: 401, body: { code: 20003 } });
  });

  it('signs its status callbacks', async () => {
    const StatusCallback = `${sandbox.url}/status/secret?order=7`;
    await send({ StatusCallback });
    const posts = await sandbox.callbacks(2);
    const bodies = await fields(2);
    expect(bodies.map(({ MessageStatus }) => MessageStatus)).toEqual(['sent', 'delivered']);
    for (const [index, post] of posts.entries())
      expect(post.headers['x-twilio-signature']).toBe(
        twilioSignature(twilio.authToken, StatusCallback, bodies[index] ?? {}),
      );
  });

  it('signs as Twilio’s documentation shows', () => {
    const signature = twilioSignature('12345', 'https://mycompany.com/myapp.php?foo=1&bar=2', {
      CallSid: 'CA1234567890ABCDE',
      Caller: '+14158675310',
      Digits: '1234',
      From: '+14158675310',
      To: '+18005551212',
    });
    expect(signature).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=');
  });

  it('fails in each way the faults ask for', async () => {
    await sandbox.post('/faults', {
      twilio: { badKey: 1, tooManyRequests: 1, optedOut: 1, deliveryFails: 1 },
    });
    const seen = [await send(), await send(), await send()].map(({ body }) => body['code']);
    expect(seen).toEqual([20003, 20429, 21610]);
    await send({ StatusCallback: `${sandbox.url}/status` });
    expect((await fields(2))[1]).toMatchObject({ MessageStatus: 'undelivered', ErrorCode: '30003' });
    expect(await messages()).toEqual([]);
  });
});
