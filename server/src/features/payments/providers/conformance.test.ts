// One suite for every payment adapter, against its provider's wire format over real HTTP: whatever the provider or the
// road does, the port tells the truth, and never more than it knows.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, sandboxCredentials } from '@ghala/sandbox';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { OnlineMethod } from '../payments.tables.ts';
import { createProviders, rulesOf, type ProviderSettings } from './index.ts';
import { createMpesa } from './mpesa/mpesa.ts';
import type { PaymentProvider, PaymentToStart, Start } from './payment-provider.ts';

let database: TestServer;
let http: Server;
let url = '';
let received: { path: string; body: Buffer }[] = [];
const sandbox = createSandbox({
  publicUrl: () => url,
  callbackDelayMs: 0,
  paystackWebhookUrl: () => `${url}/webhook`,
});
beforeAll(async () => {
  database = await startTestServer();
  http = createServer((request, response) => {
    void (async () => {
      if (await sandbox.handle(request, response)) return;
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({ path: request.url ?? '', body: Buffer.concat(chunks) });
      response.end('{}');
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await sandbox.close();
  http.closeAllConnections();
  http.close();
  await database.close();
});
afterEach(async () => {
  await fetch(`${url}/sandbox/faults`, { method: 'DELETE' });
  await database.sql('delete from provider_tokens');
  received = [];
});

const control = async (path: string, body: unknown) => {
  const response = await fetch(`${url}/sandbox${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
};

/** What differs between the providers: who answers, and what the operations are called in the faults. */
interface Subject {
  method: OnlineMethod;
  name: 'mpesa' | 'paystack';
  settings: (baseUrl: string, secret?: string) => ProviderSettings;
  approve: (reference: string) => Promise<void>;
  decline: (reference: string) => Promise<void>;
  startOperation: string;
  askOperation: string;
  /** What a lost answer to a start means: with Paystack nobody has the page's address then. */
  lostStart: Start['kind'];
}

const subjects: Subject[] = [
  {
    method: 'Mpesa',
    name: 'mpesa',
    settings: (baseUrl, consumerSecret = sandboxCredentials.mpesa.consumerSecret) => ({
      mpesa: { ...sandboxCredentials.mpesa, consumerSecret, baseUrl: () => `${baseUrl}/sandbox/mpesa` },
      paystack: null,
    }),
    approve: (reference) => control(`/prompts/${reference}`, { action: 'approve' }),
    decline: (reference) => control(`/prompts/${reference}`, { action: 'cancel' }),
    startOperation: 'push',
    askOperation: 'query',
    lostStart: 'lost',
  },
  {
    method: 'Paystack',
    name: 'paystack',
    settings: (baseUrl, secretKey = sandboxCredentials.paystack.secretKey) => ({
      mpesa: null,
      paystack: { secretKey, baseUrl: () => `${baseUrl}/sandbox/paystack` },
    }),
    approve: (reference) => control(`/paystack/checkouts/${reference}`, { action: 'pay' }),
    decline: (reference) => control(`/paystack/checkouts/${reference}`, { action: 'fail' }),
    startOperation: 'initialize',
    askOperation: 'verify',
    lostStart: 'refused',
  },
];

let payments = 0;
/** A port that was free a moment ago. */
let nobodyThere = '';
beforeAll(async () => {
  const shortLived = createServer();
  await new Promise<void>((resolve) => shortLived.listen(0, '127.0.0.1', resolve));
  nobodyThere = `http://127.0.0.1:${(shortLived.address() as AddressInfo).port}`;
  await new Promise((resolve) => shortLived.close(resolve));
});

describe.each(subjects)('$method', (subject) => {
  const ctx = (): Ctx => database.app.ctx;
  const adapter = (settings = subject.settings(url)): PaymentProvider => {
    const provider = createProviders(settings).of(subject.method);
    if (provider === null) throw new Error('not set up');
    return provider;
  };
  const payment = (provider: PaymentProvider): PaymentToStart => {
    payments += 1;
    return {
      attemptId: payments,
      orderId: payments,
      amountCents: 12_300,
      phone: `2547${String(40_000_000 + payments)}`,
      email: 'payer@test.example',
      reference: provider.newReference(),
      callbackUrl: `${url}/results/${payments}`,
      returnUrl: `${url}/back`,
    };
  };
  const begin = async (provider = adapter()) => {
    const started = await provider.start(ctx(), payment(provider));
    if (started.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(started)}`);
    return { provider, reference: started.reference, authorizationUrl: started.authorizationUrl };
  };
  const paid = async () => {
    const begun = await begin();
    await subject.approve(begun.reference);
    await expect.poll(() => received.length).toBe(1);
    const claim = rulesOf(subject.method).readCallback(received[0]?.body ?? Buffer.alloc(0));
    return { ...begun, claim };
  };
  const wordsOf = (result: object): string =>
    'code' in result ? rulesOf(subject.method).describe(String(result.code)).words : '';
  const fault = (name: string, setting: unknown) =>
    control('/faults', { [subject.name]: { [name]: setting } });

  it('starts a payment and says that it is open', async () => {
    const { provider, reference } = await begin();
    expect(reference).not.toBe('');
    expect((await provider.ask(ctx(), reference)).kind).toBe('open');
  });

  it('says that a payment was made, and reads the callback about it', async () => {
    const { provider, reference, claim } = await paid();
    expect(claim).toMatchObject({ paid: true, reference, amountCents: 12_300 });
    expect(claim?.receipt).not.toBe('');
    const verdict = await provider.ask(ctx(), reference);
    expect(verdict).toMatchObject({ kind: 'paid' });
    expect([null, 12_300]).toContain('amountCents' in verdict ? verdict.amountCents : 'nothing');
  });

  it('says why a payment was not made, in words', async () => {
    const { provider, reference } = await begin();
    await subject.decline(reference);
    const verdict = await provider.ask(ctx(), reference);
    expect(verdict.kind).toBe('failed');
    expect(wordsOf(verdict)).toMatch(/^\p{Lu}.*\.$/u);
  });

  it('knows nothing of a payment nobody started', async () => {
    expect(await adapter().ask(ctx(), 'nobody-started-this')).toEqual({ kind: 'silent' });
  });

  it.each(['serverErrors', 'repliesLost'])('takes %s for silence when it asks, then hears', async (name) => {
    const { provider, reference } = await begin();
    await subject.approve(reference);
    await fault(name, { times: 1, on: subject.askOperation });
    expect(await provider.ask(ctx(), reference)).toEqual({ kind: 'silent' });
    expect((await provider.ask(ctx(), reference)).kind).toBe('paid');
  });

  it('does not call a start accepted whose answer was lost', async () => {
    await fault('repliesLost', { times: 1, on: subject.startOperation });
    const provider = adapter();
    expect((await provider.start(ctx(), payment(provider))).kind).toBe(subject.lostStart);
  });

  it('is refused by a provider that breaks, that does not know us, or that is not there', async () => {
    await fault('serverErrors', { times: 1, on: subject.startOperation });
    const strangers = [
      adapter(),
      adapter(subject.settings(url, 'not the secret')),
      adapter(subject.settings(nobodyThere)),
    ];
    for (const provider of strangers) {
      await database.sql('delete from provider_tokens');
      const started = await provider.start(ctx(), payment(provider));
      expect(started.kind).toBe('refused');
      expect(wordsOf(started)).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it('reads nothing into what is no callback', () => {
    for (const text of [
      '',
      'not json',
      'null',
      '[]',
      '{}',
      '{"Body":{"stkCallback":{}}}',
      '{"event":1,"data":{}}',
    ])
      expect(rulesOf(subject.method).readCallback(Buffer.from(text))).toBeNull();
  });

  describe('refunds', () => {
    const refundOf = (receipt: string) => ({
      receipt,
      amountCents: 2_300,
      reason: 'Damaged',
      mark: `[test-${payments}]`,
      resultUrl: `${url}/refund`,
      timeoutUrl: `${url}/refund/late`,
    });

    it('sends one and hears of it', async () => {
      const { provider, claim } = await paid();
      const sent = await provider.refund(ctx(), refundOf(claim?.receipt ?? ''));
      expect(sent).toMatchObject({ kind: 'sent', reference: expect.stringMatching(/./) });
      await expect.poll(() => received.length).toBeGreaterThan(1);
      const { askRefund } = provider;
      const reference = sent.kind === 'sent' ? sent.reference : '';
      const state = async () => (askRefund === null ? 'done' : (await askRefund(ctx(), reference)).kind);
      await expect.poll(state).toBe('done');
    });

    it('does not call one sent whose answer was lost', async () => {
      const { provider, claim } = await paid();
      const operation = subject.method === 'Mpesa' ? 'reversal' : 'refund';
      await fault('repliesLost', { times: 1, on: operation });
      const refund = refundOf(claim?.receipt ?? '');
      expect(await provider.refund(ctx(), refund)).toEqual({ kind: 'lost' });
      const { findRefund, askRefund } = provider;
      expect(askRefund !== null).toBe(rulesOf(provider.method).tellsOfRefundsWhenAsked);
      if (findRefund === null || askRefund === null) return;
      const since = new Date(Date.now() - 60_000);
      const other = { mark: '[nobody]', amountCents: 2_300, since };
      expect(await findRefund(ctx(), other)).toEqual({ kind: 'none' });
      expect(await adapter(subject.settings(nobodyThere)).findRefund?.(ctx(), other)).toEqual({
        kind: 'silent',
      });
      const found = await findRefund(ctx(), { ...refund, since });
      const reference = found.kind === 'found' ? found.reference : '';
      await expect.poll(async () => (await askRefund(ctx(), reference)).kind).toBe('done');
    });

    it('is refused by a provider that is not there', async () => {
      const away = adapter(subject.settings(nobodyThere));
      expect((await away.refund(ctx(), refundOf('ABC1234567'))).kind).toBe('refused');
    });
  });
});

describe('the access token of M-Pesa', () => {
  it('is one for all servers, fetched once by many who need it at once', async () => {
    const ask = () => {
      const settings = { ...sandboxCredentials.mpesa, baseUrl: () => `${url}/sandbox/mpesa` };
      return createMpesa(settings).ask(database.app.ctx, 'ws_CO_x');
    };
    await Promise.all(Array.from({ length: 6 }, ask));
    const tokens = await database.sql<{ token: string }>('select token from provider_tokens');
    expect(tokens).toHaveLength(1);
    // A second fetch would have cancelled the first: what all of them hold still works.
    await ask();
    expect(await database.sql('select token from provider_tokens')).toEqual(tokens);
  });
});

describe('an answer that says yes without saying what it is called', () => {
  /** Answers every call alike; whoever calls has been heard, and something was done. */
  const answering = async <T>(
    [status, body]: [status: number, body: object],
    work: (of: (method: OnlineMethod) => PaymentProvider) => Promise<T>,
  ): Promise<T> => {
    const odd = createServer((request, response) => {
      request.resume();
      const token = request.url?.includes('/oauth/') === true;
      response.writeHead(token ? 200 : status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(token ? { access_token: 'odd', expires_in: '3599' } : body));
    });
    await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
    const baseUrl = () => `http://127.0.0.1:${(odd.address() as AddressInfo).port}`;
    const settings = {
      mpesa: { ...sandboxCredentials.mpesa, baseUrl },
      paystack: { ...sandboxCredentials.paystack, baseUrl },
    };
    const of = (method: OnlineMethod) => {
      const provider = createProviders(settings).of(method);
      if (provider === null) throw new Error('not set up');
      return provider;
    };
    return work(of).finally(() => {
      odd.closeAllConnections();
      odd.close();
    });
  };
  const refund = {
    receipt: 'ABC1234567',
    amountCents: 2_300,
    reason: 'Damaged',
    mark: '[test]',
    resultUrl: 'http://127.0.0.1/refund',
    timeoutUrl: 'http://127.0.0.1/refund/late',
  };
  const push: PaymentToStart = {
    attemptId: 1,
    orderId: 1,
    amountCents: 100,
    phone: '254712345678',
    email: 'payer@test.example',
    reference: null,
    callbackUrl: 'http://127.0.0.1/stk',
    returnUrl: 'http://127.0.0.1/back',
  };

  it.each([
    [200, { ResponseCode: '0' }],
    [202, { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ConversationID: 'AG_1' }],
  ])(
    'is no refusal from M-Pesa: the payer may have been asked, the money may be back (%i)',
    async (status, body) => {
      const { ctx } = database.app;
      const started = await answering([status, body], (of) => of('Mpesa').start(ctx, push));
      const sent = await answering([status, body], (of) => of('Mpesa').refund(ctx, refund));
      expect([started, sent]).toEqual([{ kind: 'lost' }, { kind: 'lost' }]);
    },
  );

  it.each([
    [200, { status: true, message: 'Refund has been queued for processing' }],
    [201, { status: true, data: { status: 'pending' } }],
  ])('is no refusal from Paystack: the money may be on its way back (%i)', async (status, body) => {
    const { ctx } = database.app;
    expect(await answering([status, body], (of) => of('Paystack').refund(ctx, refund))).toEqual({
      kind: 'lost',
    });
  });

  it('takes a refund for sent whichever way Paystack says yes', async () => {
    const body = { status: true, data: { id: 77, status: 'pending' } };
    const sent = await answering([201, body], (of) => of('Paystack').refund(database.app.ctx, refund));
    expect(sent).toEqual({ kind: 'sent', reference: '77' });
  });
});
