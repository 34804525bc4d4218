// The same payment from several sides at once: two servers, several callbacks, a server that died half-way.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openShop, order, startSandboxServer, type SandboxServer, type Shop } from '../../../test/shop.ts';
import { callerAt, type TestServer } from '../../../test/test-server.ts';

interface Attempt {
  attemptId: number;
  state: string;
}
interface Detail {
  paymentStatus: string;
  attempts: Attempt[];
  payments: { state: string; receipt: string; heldReason: string | null; refundDue: boolean }[];
}

let server: SandboxServer;
let second: TestServer;
let shop: Shop;
let phones = 0;
beforeAll(async () => {
  server = await startSandboxServer();
  second = await server.another();
  shop = await openShop(server, { price: 100, stock: 1000 });
});
afterAll(() => server.close());
afterEach(async () => {
  await fetch(`${server.url}/sandbox/faults`, { method: 'DELETE' });
});

const eventually = { timeout: 20_000, interval: 100 };

async function customer() {
  phones += 1;
  const phone = `2547${String(80_000_000 + phones)}`;
  const user = await server.signIn('user', { phone });
  const there = callerAt(second.url, user.token, user.userId);
  const { orderId } = (await order(user, shop, { paymentMethod: 'Mpesa' })).body;
  const detail = async () => (await user.get<Detail>(`/api/order/${orderId}`)).body;
  const prompts = async () =>
    (await server.sandbox(`/phones/${phone}`))['prompts'] as { checkoutRequestId: string }[];
  const approve = async () => {
    const reference = (await prompts())[0]?.checkoutRequestId ?? '';
    await server.sandbox(`/prompts/${reference}`, { action: 'approve' });
    return reference;
  };
  return { phone, user, there, orderId, detail, prompts, approve };
}

it('sends one prompt for one key, and one for one order, however many ask at two servers', async () => {
  const { phone, user, there, orderId, prompts } = await customer();
  const body = { phone, amount: 100, orderId };
  const headers = { 'idempotency-key': `twice-${phone}` };
  const keyed = await Promise.all(
    [user, there, user, there].map((caller) => caller.post<Attempt>('/api/stk', body, { headers })),
  );
  expect(keyed.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(keyed.map((answer) => answer.body.attemptId)).size).toBe(1);
  const free = await Promise.all([user, there, user, there].map((caller) => caller.post('/api/stk', body)));
  expect(free.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(await prompts()).toHaveLength(1);
});

it('books once what two servers are told and find out at once', async () => {
  const { phone, user, there, orderId, detail, approve } = await customer();
  await server.sandbox('/faults', { mpesa: { callbacksDoubled: { for: phone } } });
  const { attemptId } = (await user.post<Attempt>('/api/stk', { phone, amount: 100, orderId })).body;
  await approve();
  const answers = await Promise.all(
    [user, there, user, there].map((caller) => caller.post(`/api/payment-attempts/${attemptId}/check`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await expect.poll(async () => (await detail()).paymentStatus, eventually).toBe('paid');
  expect((await detail()).payments).toMatchObject([{ state: 'settled' }]);
});

it('books the money of a prompt whose server died before it wrote down that it was sent', async () => {
  const { phone, user, orderId, detail, approve } = await customer();
  const { attemptId } = (await user.post<Attempt>('/api/stk', { phone, amount: 100, orderId })).body;
  await server.sql(`update payment_attempts set state = 'starting', reference = null where attempt_id = $1`, [
    attemptId,
  ]);
  await approve();
  await expect.poll(async () => (await detail()).paymentStatus, eventually).toBe('paid');
  expect((await detail()).payments).toMatchObject([{ state: 'settled' }]);
});

it('loses no money when two payments are told under one receipt at once: the second is held', async () => {
  const payers = await Promise.all([customer(), customer()]);
  const told = await Promise.all(
    payers.map(async ({ phone, user, orderId, approve }) => {
      const { attemptId } = (await user.post<Attempt>('/api/stk', { phone, amount: 100, orderId })).body;
      await server.sandbox('/faults', { mpesa: { callbacksDropped: true } });
      const [row] = await server.sql<{ secret: string }>(
        'select secret from payment_attempts where attempt_id = $1',
        [attemptId],
      );
      const Item = [
        { Name: 'Amount', Value: 100 },
        { Name: 'MpesaReceiptNumber', Value: 'SAME000001' },
      ];
      const stkCallback = { CheckoutRequestID: await approve(), ResultCode: 0, CallbackMetadata: { Item } };
      return { path: `/api/results/stk/${row?.secret}`, body: { Body: { stkCallback } } };
    }),
  );
  await Promise.all(
    told.map(({ path, body }, index) => (index === 0 ? server : second).nobody.post(path, body)),
  );
  const booked = async () =>
    (await Promise.all(payers.map(({ detail }) => detail()))).flatMap(({ payments }) => payments);
  await expect.poll(async () => (await booked()).length, eventually).toBe(2);
  const payments = (await booked()).toSorted((one, two) => two.state.localeCompare(one.state));
  expect(payments).toMatchObject([
    { state: 'settled', receipt: 'SAME000001' },
    { state: 'held', receipt: '', refundDue: true },
  ]);
});

it('asks for no other online payment while nobody knows whether the last prompt took the money', async () => {
  const { phone, user, orderId, approve } = await customer();
  const always = { for: phone };
  await server.sandbox('/faults', {
    mpesa: { callbacksDropped: always, repliesLost: { ...always, on: 'push', times: 1 } },
  });
  const { attemptId } = (await user.post<Attempt>('/api/stk', { phone, amount: 100, orderId })).body;
  await approve();
  server.clock.advance(11 * 60_000);
  const checked = await user.post<Attempt>(`/api/payment-attempts/${attemptId}/check`);
  expect(checked.body.state).toBe('expired');
  const page = await user.post<{ error?: { code: string } }>('/api/paystack/checkout', { orderId });
  expect(page.body.error?.code).toBe('not_allowed_now');
});
