// The fast way to a page of payments must find exactly what is there, from every place in the list.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

interface Page {
  results: { paymentId: number }[];
  total: number;
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEMO_DATA: 'true' } });
  // Wide gaps between ids, so that many blocks of ids are empty.
  await server.sql(`insert into payments (payment_id, order_id, supplier_id, amount_cents, payment_method, phone, receipt, paid_at)
    select 5000 + n * 977, order_id, supplier_id, amount_cents, payment_method, phone, 'again-' || payment_id, paid_at
      from (select *, row_number() over (order by payment_id) as n from payments) p`);
});
afterAll(() => server.close());

async function signIn(email: string, password: string): Promise<Caller> {
  const { body } = await server.nobody.post<{ userId: number; accessToken: string }>('/api/login', {
    email,
    password,
  });
  return callerAt(server.url, body.accessToken, body.userId);
}

async function expectSame(caller: Caller, ids: number[]): Promise<void> {
  for (const offset of [
    0,
    30,
    2500,
    Math.floor(ids.length / 2),
    ids.length - 20,
    ids.length - 3,
    ids.length,
  ]) {
    const { body } = await caller.get<Page>(`/api/payments?limit=20&offset=${Math.max(0, offset)}`);
    expect(body.total).toBe(ids.length);
    expect(body.results.map((payment) => payment.paymentId)).toEqual(
      ids.slice(Math.max(0, offset), Math.max(0, offset) + 20),
    );
  }
  const { body } = await caller.get<Page>('/api/payments?limit=20&offset=40&sort=paymentId');
  expect(body.results.map((payment) => payment.paymentId)).toEqual(ids.toReversed().slice(40, 60));
}

describe.each(['before', 'after'])('%s the counts are folded', (when) => {
  beforeAll(async () => {
    if (when === 'after') await server.sql('select fold_payment_counts()');
  });

  it('finds all for an admin', async () => {
    const rows = await server.sql<{ id: number }>(
      'select payment_id::int as id from payments order by 1 desc',
    );
    await expectSame(
      await signIn('admin@ghala.example', 'ghala-admin'),
      rows.map((row) => row.id),
    );
  });

  it("finds a supplier's own", async () => {
    const supplier = await signIn('supplier@ghala.example', 'ghala-supplier');
    const rows = await server.sql<{ id: number }>(
      `select payment_id::int as id from payments
        where supplier_id in (select supplier_id from supplier_members where user_id = $1) order by 1 desc`,
      [supplier.userId],
    );
    await expectSame(
      supplier,
      rows.map((row) => row.id),
    );
  });
});
