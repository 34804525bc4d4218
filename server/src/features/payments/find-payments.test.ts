// The fast way to a page of payments must find exactly what is there: every place, filter, order, scope and search.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';

interface Page {
  results: { paymentId: number }[];
  total: number;
}

let server: TestServer;
let admin: Caller;
let supplier: Caller;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEMO_DATA: 'true' } });
  // Wide gaps between ids, so that many blocks of ids are empty; then enough that the middle is far from both ends.
  await server.sql(`insert into payments (payment_id, order_id, supplier_id, amount_cents, payment_method, phone, receipt, refunded_cents, state, paid_at)
    select 5000 + n * 977, order_id, supplier_id, amount_cents, payment_method, phone, 'again-' || payment_id, refunded_cents, state, paid_at
      from (select *, row_number() over (order by payment_id) as n from payments) p`);
  await server.sql(`insert into payments (payment_id, order_id, supplier_id, amount_cents, payment_method, phone, receipt, refunded_cents, state, paid_at)
    select 9000000 + n, order_id, supplier_id, amount_cents + n % 11, payment_method, phone, 'SXQ' || n,
           case when refunded_cents = amount_cents then amount_cents + n % 11 else 0 end,
           case when n % 90 = 0 then 'held' else state end, timestamptz '2026-01-01 00:00Z' + n * interval '31 minutes'
      from generate_series(1, 8000) n
      join (select *, row_number() over (order by payment_id) - 1 as place, count(*) over () as places from payments) p on p.place = n % p.places`);
  await server.sql('analyze payments');
  admin = await signIn('admin@ghala.example', 'ghala-admin');
  supplier = await signIn('supplier@ghala.example', 'ghala-supplier');
});
afterAll(() => server.close());

async function signIn(email: string, password: string): Promise<Caller> {
  const { body } = await server.nobody.post<{ userId: number; accessToken: string }>('/api/login', {
    email,
    password,
  });
  return callerAt(server.url, body.accessToken, body.userId);
}

const truth = async (where: string, values: unknown[] = [], orderBy = 'p.payment_id desc') =>
  (
    await server.sql<{ id: number }>(
      `select p.payment_id::int as id from payments p join orders o using (order_id) join users u using (user_id)
        where ${where} order by ${orderBy}`,
      values,
    )
  ).map((row) => row.id);

async function expectSame(caller: Caller, query: string, ids: number[]): Promise<void> {
  for (const offset of [0, 30, Math.floor(ids.length / 2), ids.length - 20, ids.length - 3, ids.length]) {
    const from = Math.max(0, offset);
    const { status, body } = await caller.get<Page>(`/api/payments?limit=20&offset=${from}${query}`);
    expect(status).toBe(200);
    expect(body.total).toBe(ids.length);
    expect(body.results.map((payment) => payment.paymentId)).toEqual(ids.slice(from, from + 20));
  }
  if (query.includes('sort=')) return;
  const { body } = await caller.get<Page>(`/api/payments?limit=20&offset=40&sort=paymentId${query}`);
  expect(body.results.map((payment) => payment.paymentId)).toEqual(ids.toReversed().slice(40, 60));
}

const own = 'p.supplier_id in (select supplier_id from supplier_members where user_id = $1)';

describe.each(['before', 'after'])('%s the counts are folded', (when) => {
  beforeAll(async () => {
    if (when === 'after') await server.sql('select fold_payment_counts()');
  });

  it.each([
    ['all', '', 'true'],
    ['by Mpesa', '&paymentMethod=Mpesa', `p.payment_method = 'Mpesa'`],
    ['held', '&state=held', `p.state = 'held'`],
    [
      'held and by Paystack',
      '&state=held&paymentMethod=Paystack',
      `p.state = 'held' and p.payment_method = 'Paystack'`,
    ],
    [
      'due for refund',
      '&refundDue=true',
      `(p.state = 'held' or o.status in ('cancelled', 'returned')) and p.refunded_cents + p.refunding_cents < p.amount_cents`,
    ],
  ])('finds those that are %s', async (_name, query, where) => {
    await expectSame(admin, query, await truth(where));
    await expectSame(supplier, query, await truth(`${own} and ${where}`, [supplier.userId]));
  });

  it.each([
    ['amount', 'p.amount_cents, p.payment_id', 'p.amount_cents desc, p.payment_id desc'],
    ['phoneNUmber', 'p.phone, p.payment_id', 'p.phone desc, p.payment_id desc'],
    ['paymentDate', 'p.paid_at, p.payment_id', 'p.paid_at desc, p.payment_id desc'],
    ['orderId', 'p.order_id, p.payment_id', 'p.order_id desc, p.payment_id desc'],
    ['paymentMethod', 'p.payment_method, p.payment_id desc', 'p.payment_method desc, p.payment_id desc'],
  ])('sorts by %s', async (key, rising, falling) => {
    await expectSame(admin, `&sort=${key}`, await truth('true', [], rising));
    await expectSame(admin, `&sort=-${key}&state=held`, await truth(`p.state = 'held'`, [], falling));
    const { body } = await supplier.get<Page>(`/api/payments?limit=20&sort=-${key}`);
    expect(body.total).toBe((await truth(own, [supplier.userId])).length);
  });

  it.each([
    ['from a day on', '&from=2026-03-01', `p.paid_at >= '2026-03-01Z'`],
    [
      'of one day',
      '&from=2026-02-03&to=2026-02-03',
      `p.paid_at >= '2026-02-03Z' and p.paid_at < '2026-02-04Z'`,
    ],
    [
      'until a day by one method',
      '&to=2026-05-10&paymentMethod=Paystack',
      `p.paid_at < '2026-05-11Z' and p.payment_method = 'Paystack'`,
    ],
  ])('finds those %s', async (_name, query, where) => {
    const falling = await truth(where, [], 'p.paid_at desc, p.payment_id desc');
    await expectSame(admin, `${query}&sort=-paymentDate`, falling);
    await expectSame(admin, `${query}&sort=paymentDate`, falling.toReversed());
    const { body } = await supplier.get<Page>(`/api/payments?limit=1${query}`);
    expect(body.total).toBe((await truth(`${own} and ${where}`, [supplier.userId])).length);
  });

  const text = `u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || p.receipt || ' ' || p.payment_method`;
  it.each([
    ['a receipt', 'SXQ123'],
    ['a part of it in another case', 'xq12'],
    ['a method', 'mpesa'],
    ['a part of a method', 'stack'],
    ['two words of a method', 'cash delivery'],
    ['an email', 'user@ghala.example'],
    ['a letter', 'a'],
    ['a customer and a method', 'wan mpesa'],
    ['a receipt and a method', 'paystack SXQ7'],
    ['nothing that exists', 'zzznothing'],
    ['a percent sign', '100%'],
  ])('finds by %s', async (_name, typed) => {
    const words = typed.split(' ');
    const where = words
      .map((word) => `(${text}) ilike '%${word.replaceAll('%', String.raw`\%`)}%'`)
      .join(' and ');
    const query = `&search=${encodeURIComponent(typed)}`;
    await expectSame(admin, query, await truth(where));
    await expectSame(supplier, query, await truth(`${own} and ${where}`, [supplier.userId]));
  });

  it('finds by the ids of payment and order, and by phone', async () => {
    const [some] = await server.sql<{ id: number; order: number; phone: string }>(
      'select payment_id::int as id, order_id::int as order, phone from payments order by payment_id offset 30 limit 1',
    );
    const number = `p.payment_id = $1 or p.order_id = $1 or p.receipt like '%' || $1 || '%' or u.email like '%' || $1 || '%'`;
    const found = async (typed: string | number | undefined) =>
      (await admin.get<Page>(`/api/payments?limit=100&search=${encodeURIComponent(String(typed))}`)).body;
    expect((await found(`#${some?.order}`)).total).toBe(
      (await truth('p.payment_id = $1 or p.order_id = $1', [some?.order])).length,
    );
    expect((await found(some?.id)).total).toBe(
      (await truth(number.replaceAll('$1', String(some?.id)))).length,
    );
    const byPhone = await truth('p.phone = $1', [some?.phone]);
    expect((await found(`0${some?.phone.slice(3)}`)).total).toBe(byPhone.length);
  });
});

it('counts a payment that is settled later as settled', async () => {
  const total = async (state: string) =>
    (await admin.get<Page>(`/api/payments?limit=1&state=${state}`)).body.total;
  const [held, settled] = [await total('held'), await total('settled')];
  await server.sql(`update payments set state = 'settled' where payment_id = 9000090`);
  expect([await total('held'), await total('settled')]).toEqual([held - 1, settled + 1]);
  await server.sql('select fold_payment_counts()');
  expect([await total('held'), await total('settled')]).toEqual([held - 1, settled + 1]);
});
