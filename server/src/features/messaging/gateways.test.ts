// One suite for every SMS adapter, against the sandbox over real HTTP in each provider's own wire format.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, sandboxCredentials, type Sandbox } from '@ghala/sandbox';
import { africasTalking } from './providers/africastalking/africastalking.ts';
import { twilio } from './providers/twilio/twilio.ts';
import type { SmsGateway } from './sms-gateway.ts';

let sandbox: Sandbox;
let server: Server;
let url = '';
/** A port that was free a moment ago. */
let nobodyThere = '';

beforeAll(async () => {
  sandbox = createSandbox({ publicUrl: () => url, callbackDelayMs: 0 });
  server = createServer((request, response) => void sandbox.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shortLived = createServer();
  await new Promise<void>((resolve) => shortLived.listen(0, '127.0.0.1', resolve));
  nobodyThere = `http://127.0.0.1:${(shortLived.address() as AddressInfo).port}`;
  await new Promise((resolve) => shortLived.close(resolve));
});
afterAll(async () => {
  await sandbox.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
afterEach(() => fetch(`${url}/sandbox/faults`, { method: 'DELETE' }));

const setFaults = (faults: object) =>
  fetch(`${url}/sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });
const messagesTo = async (phone: string): Promise<string[]> => {
  const answer = await fetch(`${url}/sandbox/phones/${phone}`);
  return ((await answer.json()) as { messages: { text: string }[] }).messages.map(({ text }) => text);
};

let lastPhone = 254_700_000_000;
const newPhone = () => String((lastPhone += 1));

interface Adapter {
  open: (changes?: { key?: string; base?: string }) => SmsGateway;
  /** What the provider itself can go wrong with → the outcome it must become. */
  faults: [what: string, fault: object, outcome: string][];
}

const adapters: Record<string, Adapter> = {
  africastalking: {
    open: ({ key, base } = {}) =>
      africasTalking({
        provider: 'africastalking',
        baseUrl: () => base ?? `${url}/sandbox/africastalking`,
        username: sandboxCredentials.africastalking.username,
        apiKey: key ?? sandboxCredentials.africastalking.apiKey,
        senderId: 'GHALA',
      }),
    faults: [
      ['201 with no recipients at all', { emptyRecipients: 1 }, 'account-trouble'],
      ['201 with a recipient refused for our balance', { recipientStatus: { code: 405 } }, 'account-trouble'],
      ['201 with a sender id it does not know', { recipientStatus: { code: 402 } }, 'account-trouble'],
      ['201 with a recipient on its blacklist', { recipientStatus: { code: 406 } }, 'refused'],
      ['201 with a number of a kind it cannot reach', { recipientStatus: { code: 404 } }, 'refused'],
      ['201 with trouble at its own gateway', { recipientStatus: { code: 501 } }, 'unreachable'],
      ['201 with a code nobody has heard of', { recipientStatus: { code: 999 } }, 'unreachable'],
      ['401 in plain text', { badKey: 1 }, 'unreachable'],
    ],
  },
  twilio: {
    open: ({ key, base } = {}) =>
      twilio({
        provider: 'twilio',
        baseUrl: () => base ?? `${url}/sandbox/twilio`,
        accountSid: sandboxCredentials.twilio.accountSid,
        authToken: key ?? sandboxCredentials.twilio.authToken,
        from: '+15005550006',
      }),
    faults: [
      ['a number that opted out', { optedOut: 1 }, 'refused'],
      ['too many requests', { tooManyRequests: 1 }, 'unreachable'],
      ['a key it does not take', { badKey: 1 }, 'unreachable'],
    ],
  },
};

describe.each(Object.entries(adapters))('%s', (name, adapter) => {
  it('delivers a message and names it', async () => {
    const phone = newPhone();
    const outcome = await adapter.open().send({ phone, text: 'Habari & karibu 123' });
    expect(outcome).toEqual({ kind: 'accepted', providerMessageId: expect.stringMatching(/^(?:ATXid_|SM)/) });
    expect(await messagesTo(phone)).toEqual(['Habari & karibu 123']);
  });

  it('probes without sending anything', async () => {
    const phone = newPhone();
    expect(await adapter.open().probe(phone)).toBeNull();
    expect(await messagesTo(phone)).toEqual([]);
  });

  it('knows a wrong key, in sending and in probing', async () => {
    const gateway = adapter.open({ key: 'wrong' });
    expect(await gateway.send({ phone: newPhone(), text: 'x' })).toMatchObject({ kind: 'unreachable' });
    expect(await gateway.probe(newPhone())).toMatchObject({ failure: expect.any(String) });
  });

  it('takes a 500, a lost reply and a closed port for unreachable, in sending and in probing', async () => {
    const gateway = adapter.open();
    for (const fault of ['serverErrors', 'repliesLost']) {
      await setFaults({ [name]: { [fault]: 2 } });
      expect(await gateway.send({ phone: newPhone(), text: 'x' })).toMatchObject({ kind: 'unreachable' });
      expect(await gateway.probe(newPhone())).toMatchObject({ failure: expect.any(String) });
    }
    const nobody = adapter.open({ base: nobodyThere });
    expect(await nobody.send({ phone: newPhone(), text: 'x' })).toMatchObject({ kind: 'unreachable' });
    expect(await nobody.probe(newPhone())).toEqual({ failure: 'no answer' });
  });

  it.each(adapter.faults)('takes %s for what it is', async (_what, fault, kind) => {
    await setFaults({ [name]: fault });
    const outcome = await adapter.open().send({ phone: newPhone(), text: 'the code is 123456' });
    expect(outcome).toMatchObject({ kind, failure: expect.any(String) });
    expect(JSON.stringify(outcome)).not.toContain('123456');
  });
});
