import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, order, type Shop } from '../../../test/shop.ts';
import { startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

interface Heard {
  name: string;
  data: { orderId?: number; subject?: string };
  at: number;
}

let server: TestServer;
let other: TestServer;
let admin: Caller;
let user: Caller;
let supplier: Caller;
let shop: Shop;
const streams: AbortController[] = [];
beforeAll(async () => {
  server = await startTestServer();
  other = await server.another();
  admin = await server.signIn('admin');
  user = await server.signIn('user');
  supplier = await server.signIn('supplier');
  shop = await openShop(server);
  await server.sql('insert into supplier_members (user_id, supplier_id) values ($1, $2)', [
    supplier.userId,
    shop.supplierId,
  ]);
});
afterAll(async () => {
  for (const stream of streams) stream.abort();
  await server.close();
});

/** Listens until the test file ends; resolves once the stream is open. */
async function listen(url: string, caller: Caller): Promise<{ heard: Heard[]; ended: Promise<void> }> {
  const abort = new AbortController();
  streams.push(abort);
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${caller.token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const heard: Heard[] = [];
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const name = /^event: (.*)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1] ?? '{}';
        if (name !== undefined) heard.push({ name, data: JSON.parse(data) as Heard['data'], at: Date.now() });
      }
    }
  };
  const ended = read().catch(() => undefined);
  await expect.poll(() => heard[0]?.name).toBe('ready');
  return { heard, ended };
}

const changesOf = (heard: Heard[], orderId: number) =>
  heard.filter(({ name, data }) => name === 'change' && data.orderId === orderId);

describe('live changes', () => {
  it('need a session', async () => {
    expect((await server.nobody.get('/api/events')).status).toBe(401);
  });

  it('reach those who may see them on any server, within a second, and nobody else', async () => {
    const stranger = await server.signIn('user');
    const rival = await server.signIn('supplier');
    const [mine, admins, companys, strangers, rivals] = await Promise.all([
      listen(other.url, user),
      listen(other.url, admin),
      listen(server.url, supplier),
      listen(server.url, stranger),
      listen(other.url, rival),
    ]);
    const heardOf = (orderId: number) =>
      [mine, admins, companys].map(({ heard }) => changesOf(heard, orderId)[0]?.at ?? Infinity);
    const orderIds: number[] = [];
    const delays: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const { orderId } = (await order(user, shop)).body;
      const answeredAt = Date.now();
      await expect.poll(() => heardOf(orderId), { interval: 10 }).not.toContain(Infinity);
      orderIds.push(orderId);
      delays.push(Math.max(...heardOf(orderId)) - answeredAt);
    }
    // The quickest of a few: a busy machine makes some late, a slow way makes all of them late.
    expect(Math.min(...delays)).toBeLessThan(1000);
    const [first = 0] = orderIds;
    await admin.post(`/api/order/${first}/deliver`);
    await expect
      .poll(() => changesOf(mine.heard, first).map(({ data }) => data.subject))
      .toEqual(expect.arrayContaining(['order', 'payment']));
    for (const orderId of orderIds)
      expect([...changesOf(strangers.heard, orderId), ...changesOf(rivals.heard, orderId)]).toEqual([]);
  });

  it('come again after the connection to the database was lost, with a sign that some were missed', async () => {
    const { heard } = await listen(server.url, user);
    await server.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'ghala-events' and datname = current_database()`,
    );
    await expect.poll(() => heard.filter(({ name }) => name === 'ready').length).toBeGreaterThan(1);
    const { body } = await order(user, shop);
    await expect.poll(() => changesOf(heard, body.orderId).length).toBeGreaterThan(0);
  });

  it('end when the server stops', async () => {
    const third = await server.another();
    const { ended } = await listen(third.url, user);
    await third.app.close();
    await expect(ended).resolves.toBeUndefined();
  });
});
