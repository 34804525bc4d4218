import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandboxServer, type SandboxServer } from '../../../test/shop.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { sandboxReportUrl } from '../../sandbox-settings.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const stateOf = async (server: TestServer, phone: string) =>
  (
    await server.sql<{ state: string; failure: string | null }>(
      'select state, failure from sms_messages where phone = $1',
      [phone],
    )
  )[0];

describe('delivery reports of Africa’s Talking', () => {
  let server: SandboxServer;
  beforeAll(async () => {
    let url = '';
    server = await startSandboxServer({
      sandbox: { africastalkingReportUrl: () => sandboxReportUrl(() => url) },
    });
    url = server.url;
  });
  afterAll(() => server.close());

  const ask = async (phone: string) => {
    await server.signIn('user', { phone });
    expect((await server.nobody.post('/api/forgotpassword', { msisdn: phone })).status).toBe(200);
  };

  it('turn a sent message into a delivered one', async () => {
    await ask('254733000001');
    await expect.poll(async () => (await stateOf(server, '254733000001'))?.state).toBe('delivered');
  });

  it('turn it into a failed one, also when they come in the wrong order', async () => {
    await server.sandbox('/faults', { africastalking: { deliveryFails: 1, callbacksOutOfOrder: 1 } });
    await ask('254733000002');
    await expect
      .poll(() => stateOf(server, '254733000002'))
      .toEqual({ state: 'failed', failure: 'DeliveryFailure' });
    await expect
      .poll(async () => (await server.sql(`select 1 from sms_reports where state = 'sent'`)).length)
      .toBeGreaterThanOrEqual(2);
    expect(await stateOf(server, '254733000002')).toEqual({ state: 'failed', failure: 'DeliveryFailure' });
  });

  it('are taken on the secret path alone', async () => {
    const report = 'id=ATXid_x&status=Success&phoneNumber=%2B254733000001';
    const guessed = await server.nobody.post('/api/sms/reports/africastalking/guess', report, {
      headers: form,
    });
    expect(guessed.status).toBe(404);
    const path = new URL(sandboxReportUrl(() => server.url)).pathname;
    for (const body of [report, '', 'id=%00&status=Success', 'status=Success', '{"id":1}', report])
      expect((await server.nobody.post(path, body, { headers: form })).status).toBe(200);
  });
});

describe('delivery reports of Twilio', () => {
  const authToken = 'a-token-of-twilio';
  const address = 'https://shop.example/api/sms/reports/twilio';
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      environment: {
        PUBLIC_URL: 'https://shop.example',
        TWILIO_ACCOUNT_SID: 'AC1',
        TWILIO_AUTH_TOKEN: authToken,
        TWILIO_FROM: '+15005550006',
      },
    });
    await server.sql(
      `insert into sms_messages (purpose, reference, phone, provider, state, attempts, provider_message_id, created_at, updated_at)
       values ('password-reset', '1', '254733000009', 'twilio', 'sent', 1, 'SM1', now(), now())`,
    );
  });
  afterAll(() => server.close());

  const report = (fields: Record<string, string>, token = authToken) => {
    const signed = Object.keys(fields)
      .toSorted()
      .reduce((text, name) => text + name + fields[name], address);
    const signature = createHmac('sha1', token).update(signed).digest('base64');
    return server.nobody.post('/api/sms/reports/twilio', new URLSearchParams(fields).toString(), {
      headers: { ...form, 'x-twilio-signature': signature },
    });
  };

  it('are refused unless signed over our address and every field', async () => {
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    expect((await report(fields, 'another token')).status).toBe(403);
    expect(
      (
        await server.nobody.post('/api/sms/reports/twilio', 'MessageSid=SM1&MessageStatus=delivered', {
          headers: form,
        })
      ).status,
    ).toBe(403);
    expect((await stateOf(server, '254733000009'))?.state).toBe('sent');
  });

  it('say what became of a message; what comes after the end changes nothing', async () => {
    expect((await report({ MessageSid: 'SM1', MessageStatus: 'queued' })).status).toBe(200);
    expect(
      (await report({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' })).status,
    ).toBe(200);
    expect((await report({ MessageSid: 'SM1', MessageStatus: 'sent' })).status).toBe(200);
    expect((await report({ MessageSid: 'SM1', MessageStatus: 'delivered' })).status).toBe(200);
    expect(await stateOf(server, '254733000009')).toEqual({ state: 'failed', failure: '30003' });
  });
});
