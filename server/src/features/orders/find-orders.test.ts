// The fast way to a page of orders must find exactly what the plain way finds: every place, filter, scope and search.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerAt, startTestServer, type Caller, type TestServer } from '../../../test/test-server.ts';
import { foldCounts } from './order-counts.repository.ts';

interface Page {
  results: { orderId: number }[];
  total: number;
}

let server: TestServer;
let admin: Caller;
let supplier: Caller;
let companies: number[];

beforeAll(async () => {
  server = await startTestServer({ environment: { DEMO_DATA: 'true' } });
  const signIn = async (email: string, password: string) => {
    const { body } = await server.nobody.post<{ userId: number; accessToken: string }>('/api/login', {
      email,
      password,
    });
    return callerAt(server.url, body.accessToken, body.userId);
  };
  admin = await signIn('admin@ghala.example', 'ghala-admin');
  supplier = await signIn('supplier@ghala.example', 'ghala-supplier');
  const rows = await server.sql<{ id: number }>(
    'select supplier_id::int as id from supplier_members where user_id = $1',
    [supplier.userId],
  );
  companies = rows.map((row) => row.id);
  // Wide gaps between ids, so that the blocks of ids differ and some are empty.
  await server.sql(`insert into orders (order_id, user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, status, payment_status, payment_method)
    select 3000 + n * 977, user_id, product_id, supplier_id, 1, unit_price_cents, unit_price_cents, status, payment_status, payment_method
      from (select *, row_number() over (order by order_id) as n from orders) o`);
  // Enough that the places in the middle are far from both ends.
  await server.sql(`insert into orders (order_id, user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, status, payment_status, payment_method, created_at)
    select 9000000 + n, user_id, product_id, supplier_id, 1 + n % 7, unit_price_cents, unit_price_cents * (1 + n % 7), status, payment_status, payment_method,
           timestamptz '2026-01-01 00:00Z' + n * interval '31 minutes'
      from generate_series(1, 9000) n
      join (select *, row_number() over (order by order_id) - 1 as place, count(*) over () as places from orders) o on o.place = n % o.places`);
  await server.sql(
    `update users set first_name = 'Pw@nana' where user_id = (select min(user_id) from orders where user_id > 20)`,
  );
  // Words of nearly all customers and one product, of nearly all products and one customer, and of one each.
  const [most] = await server.sql<{ user: number; product: number }>(
    `select (select user_id::int from orders group by 1 order by count(*) desc limit 1) as user,
            (select product_id::int from orders group by 1 order by count(*) desc limit 1) as product`,
  );
  const [least] = await server.sql<{ user: number; product: number }>(
    `select (select user_id::int from orders group by 1 order by count(*) limit 1) as user,
            (select product_id::int from orders group by 1 order by count(*) limit 1) as product`,
  );
  await server.sql(`update users set last_name = last_name || ' Zqwatu' where user_id <> $1`, [least?.user]);
  await server.sql(
    `update products set product_name = product_name || ' Zqwatu Zqmoja' where product_id = $1`,
    [most?.product],
  );
  await server.sql(`update products set product_name = product_name || ' Zqvitu' where product_id <> $1`, [
    least?.product,
  ]);
  await server.sql(`update users set last_name = last_name || ' Zqvitu' where user_id = $1`, [most?.user]);
  await server.sql(`update users set last_name = last_name || ' Zqmoja' where user_id = $1`, [least?.user]);
  await server.sql('analyze orders');
});
afterAll(() => server.close());

const truth = async (where: string, values: unknown[] = [], orderBy = 'o.order_id desc') =>
  (
    await server.sql<{ id: number }>(
      `select o.order_id::int as id from orders o join users u using (user_id) join products p using (product_id)
        where ${where} order by ${orderBy}`,
      values,
    )
  ).map((row) => row.id);

async function expectSame(caller: Caller, path: string, query: string, ids: number[]): Promise<void> {
  const offsets = [
    0,
    20,
    Math.floor(ids.length / 2),
    Math.max(0, ids.length - 20),
    Math.max(0, ids.length - 7),
    ids.length,
    ids.length + 5,
  ];
  for (const offset of offsets) {
    const { status, body } = await caller.get<Page>(`${path}?limit=20&offset=${offset}${query}`);
    expect(status).toBe(200);
    expect(body.total).toBe(ids.length);
    expect(body.results.map((order) => order.orderId)).toEqual(ids.slice(offset, offset + 20));
  }
  if (query.includes('sort=')) return;
  const { body } = await caller.get<Page>(`${path}?limit=20&offset=10&sort=orderId${query}`);
  expect(body.results.map((order) => order.orderId)).toEqual(ids.toReversed().slice(10, 30));
}

describe.each(['before', 'after'])('%s the counts are folded', (when) => {
  beforeAll(async () => {
    if (when === 'after') await foldCounts(server.app.ctx);
  });

  it.each([
    ['all', '', 'true'],
    ['unpaid', '&paymentStatus=pending', `payment_status = 'pending'`],
    ['returned', '&status=returned', `status = 'returned'`],
    [
      'refunded by Paystack',
      '&paymentStatus=refunded&paymentMethod=Paystack',
      `payment_status = 'refunded' and payment_method = 'Paystack'`,
    ],
    [
      'delivered but unpaid, which none is',
      '&status=delivered&paymentStatus=pending',
      `status = 'delivered' and payment_status = 'pending'`,
    ],
  ])('finds orders that are %s', async (_name, query, where) => {
    await expectSame(admin, '/api/orders', query, await truth(where));
  });

  it.each([
    [
      'a first name',
      'wan',
      `u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%wan%' or p.product_name ilike '%wan%'`,
    ],
    ['an email', 'user@ghala.example', `u.email = 'user@ghala.example'`],
    ['the end of an account in another case', 'R@Ghala', `u.email ilike '%r@ghala%'`],
    ['a domain', '@ghala.example', `u.email like '%@ghala.example%'`],
    ['a name with an @', 'w@na', `u.first_name like 'Pw@na%'`],
    [
      'a word of a product',
      'kg',
      `u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%kg%' or p.product_name ilike '%kg%'`,
    ],
    [
      'what customers and products both have',
      'a',
      `u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%a%' or p.product_name ilike '%a%'`,
    ],
    ['an order id', '#17', 'o.order_id = 17 or false'],
    ['nothing that exists', 'zzzznothing', 'false'],
    [
      'a percent sign',
      '%25',
      `u.first_name || u.last_name || u.email like '%\\%%' or p.product_name like '%\\%%'`,
    ],
  ])('finds orders by %s', async (_name, typed, where) => {
    await expectSame(admin, '/api/orders', `&search=${typed.replace('#', '%23')}`, await truth(where));
  });

  it('finds by a word of the customer and a word of the product together', async () => {
    const [some] = await server.sql<{ customer: string; product: string; id: number }>(
      `select u.last_name as customer, split_part(p.product_name, ' ', 1) as product, o.order_id::int as id
         from orders o join users u using (user_id) join products p using (product_id) order by o.order_id limit 1`,
    );
    const text = `u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || p.product_name`;
    const ids = await truth(`${text} ilike '%' || $1 || '%' and ${text} ilike '%' || $2 || '%'`, [
      some?.customer,
      some?.product,
    ]);
    expect(ids).toContain(some?.id);
    await expectSame(admin, '/api/orders', `&search=${some?.customer} ${some?.product}`, ids);
    const paid = await truth(
      `${text} ilike '%' || $1 || '%' and ${text} ilike '%' || $2 || '%' and payment_status = 'paid'`,
      [some?.customer, some?.product],
    );
    await expectSame(
      admin,
      '/api/orders',
      `&paymentStatus=paid&search=${some?.product} ${some?.customer}`,
      paid,
    );
    const own = await truth(`o.supplier_id = any($3) and ${text} ilike $1 and ${text} ilike $2`, [
      '%a%',
      '%e%',
      companies,
    ]);
    await expectSame(supplier, '/api/orders', '&search=a e', own);
  });

  it.each(['zqwatu zqvitu', 'ka ma', 'a e i'])(
    'finds by "%s", which many customers and products have each',
    async (typed) => {
      const text = `u.first_name || ' ' || u.last_name || ' ' || u.email || ' ' || p.product_name`;
      const where = typed
        .split(' ')
        .map((word) => `${text} ilike '%${word}%'`)
        .join(' and ');
      const ids = await truth(where);
      expect(ids).not.toEqual([]);
      await expectSame(admin, '/api/orders', `&search=${typed}`, ids);
      const paid = await truth(`${where} and payment_status = 'paid'`);
      await expectSame(admin, '/api/orders', `&search=${typed}&paymentStatus=paid`, paid);
    },
  );

  it.each(['zqwatu', 'zqvitu', 'zqmoja', 'an', 'e', 'zz'])(
    'finds by "%s", which customers and products have, for all and within a company',
    async (word) => {
      const matching = `(u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%${word}%' or p.product_name ilike '%${word}%')`;
      const paid = `${matching} and payment_status = 'paid'`;
      await expectSame(admin, '/api/orders', `&search=${word}`, await truth(matching));
      await expectSame(admin, '/api/orders', `&search=${word}&paymentStatus=paid`, await truth(paid));
      const own = `o.supplier_id = any($1) and ${matching}`;
      await expectSame(supplier, '/api/orders', `&search=${word}`, await truth(own, [companies]));
      const byAmount = await truth(own, [companies], 'o.amount_cents desc, o.order_id desc');
      await expectSame(supplier, '/api/orders', `&search=${word}&sort=-amount`, byAmount);
    },
  );

  it('finds what lies all at the far end', async () => {
    const everything = `(u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%zqwatu%' or p.product_name ilike '%zqwatu%')`;
    const old = `${everything} and payment_method = 'Mpesa'`;
    await server.sql(
      `update orders set payment_method = 'Paystack' where payment_method = 'Mpesa' and order_id > 3000`,
    );
    for (const sort of ['', '&sort=-amount'])
      await expectSame(
        admin,
        '/api/orders',
        `&search=zqwatu&paymentMethod=Mpesa${sort}`,
        await truth(old, [], sort === '' ? undefined : 'o.amount_cents desc, o.order_id desc'),
      );
  });

  it('finds by search and state together', async () => {
    const where = `(u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%an%' or p.product_name ilike '%an%') and payment_status = 'paid'`;
    await expectSame(admin, '/api/orders', '&search=an&paymentStatus=paid', await truth(where));
  });

  const sorts = [
    ['amount', 'o.amount_cents, o.order_id', 'o.amount_cents desc, o.order_id desc'],
    ['quantity', 'o.quantity, o.order_id', 'o.quantity desc, o.order_id desc'],
    ['status', 'o.status, o.order_id desc', 'o.status desc, o.order_id desc'],
    ['paymentStatus', 'o.payment_status, o.order_id desc', 'o.payment_status desc, o.order_id desc'],
    ['paymentMethod', 'o.payment_method, o.order_id desc', 'o.payment_method desc, o.order_id desc'],
    [
      'firstName',
      'lower(u.first_name), u.user_id, o.order_id',
      'lower(u.first_name) desc, u.user_id desc, o.order_id desc',
    ],
    ['email', 'lower(u.email), o.order_id', 'lower(u.email) desc, o.order_id desc'],
    [
      'productName',
      'lower(p.product_name), p.product_id, o.order_id',
      'lower(p.product_name) desc, p.product_id desc, o.order_id desc',
    ],
  ] as const;
  it.each(sorts)('sorts by %s', async (key, rising, falling) => {
    await expectSame(admin, '/api/orders', `&sort=${key}`, await truth('true', [], rising));
    await expectSame(admin, '/api/orders', `&sort=-${key}`, await truth('true', [], falling));
    const paid = `payment_status = 'paid'`;
    await expectSame(admin, '/api/orders', `&sort=${key}&paymentStatus=paid`, await truth(paid, [], rising));
    const few = `status = 'returned' and payment_method = 'Paystack'`;
    const query = `&sort=-${key}&status=returned&paymentMethod=Paystack`;
    await expectSame(admin, '/api/orders', query, await truth(few, [], falling));
  });

  it.each(sorts.slice(0, 5))("sorts a search and a supplier's orders by %s", async (key, rising, falling) => {
    const matching = `(u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%an%' or p.product_name ilike '%an%')`;
    await expectSame(admin, '/api/orders', `&search=an&sort=${key}`, await truth(matching, [], rising));
    const own = await truth('o.supplier_id = any($1)', [companies], falling);
    await expectSame(supplier, '/api/orders', `&sort=-${key}`, own);
  });

  it.each([
    ['from a day on', '&from=2026-04-01', `o.created_at >= '2026-04-01Z'`],
    ['until a day', '&to=2026-05-10', `o.created_at < '2026-05-11Z'`],
    [
      'of one day',
      '&from=2026-02-03&to=2026-02-03',
      `o.created_at >= '2026-02-03Z' and o.created_at < '2026-02-04Z'`,
    ],
    [
      'of some days in a rare state',
      '&from=2026-01-10&to=2026-06-01&paymentStatus=refunded',
      `o.created_at >= '2026-01-10Z' and o.created_at < '2026-06-02Z' and payment_status = 'refunded'`,
    ],
    ['of no day', '&from=2026-03-02&to=2026-03-01', 'false'],
  ])('finds orders %s', async (_name, query, where) => {
    await expectSame(
      admin,
      '/api/orders',
      `${query}&sort=-createdAt`,
      await truth(where, [], 'o.created_at desc, o.order_id desc'),
    );
    await expectSame(
      admin,
      '/api/orders',
      `${query}&sort=createdAt`,
      await truth(where, [], 'o.created_at, o.order_id'),
    );
  });

  it("finds a supplier's orders and nobody else's", async () => {
    await expectSame(supplier, '/api/orders', '', await truth('o.supplier_id = any($1)', [companies]));
    const matching = `o.supplier_id = any($1) and (u.first_name || ' ' || u.last_name || ' ' || u.email ilike '%an%' or p.product_name ilike '%an%')`;
    await expectSame(supplier, '/api/orders', '&search=an', await truth(matching, [companies]));
    const [foreign] = await truth('o.supplier_id <> all($1)', [companies]);
    await expectSame(supplier, '/api/orders', `&search=%23${foreign}`, []);
  });

  it("finds a customer's orders, one product's and one company's", async () => {
    const [most] = await server.sql<{ id: number }>(
      'select user_id::int as id from orders group by 1 order by count(*) desc limit 1',
    );
    await expectSame(admin, `/api/orders/${most?.id}`, '', await truth('o.user_id = $1', [most?.id]));
    await expectSame(admin, '/api/orders', '&productId=3', await truth('o.product_id = 3'));
    await expectSame(
      admin,
      '/api/orders',
      '&supplierId=2&status=pending',
      await truth(`o.supplier_id = 2 and status = 'pending'`),
    );
  });
});

it('counts exactly while orders change and counts are folded at the same time', async () => {
  const before = (await admin.get<Page>('/api/orders?limit=1&paymentStatus=refunded')).body.total;
  const ids = await truth(`payment_status = 'paid' and status = 'delivered'`);
  const change = async () => {
    for (const id of ids.slice(0, 40))
      await server.sql(`update orders set payment_status = 'refunded' where order_id = $1`, [id]);
  };
  const fold = async () => {
    for (let round = 0; round < 5; round += 1) await foldCounts(server.app.ctx);
  };
  await Promise.all([change(), fold(), fold()]);
  expect((await admin.get<Page>('/api/orders?limit=1&paymentStatus=refunded')).body.total).toBe(before + 40);
  const [sums] = await server.sql(`select (select sum(n) from order_counts where kind = 'all')::int as all,
    (select sum(n) from order_counts where kind = 'block10')::int as near, (select sum(n) from order_totals where kind = 'day')::int as days,
    (select sum(n) from order_totals where kind = 'user')::int as users, (select count(*) from orders)::int as orders,
    (select count(*) from order_count_changes)::int as left`);
  expect(Number(sums?.['all'])).toBe(Number(sums?.['near']));
  expect(Number(sums?.['days'])).toBe(Number(sums?.['near']));
  expect(Number(sums?.['users'])).toBe(Number(sums?.['near']));
});

it('exports every order of a list as CSV, and to a supplier only their own', async () => {
  const lines = async (caller: Caller, query: string) => {
    const { headers, body } = await caller.get<string>(`/api/order-export?${query}`);
    expect(headers.get('content-type')).toContain('text/csv');
    return body.trimEnd().split('\r\n');
  };
  const [head, ...all] = await lines(admin, '');
  expect(head).toMatch(/^Order ID,First Name,/);
  expect(all.map((line) => Number.parseInt(line, 10))).toEqual(await truth('true'));
  const [, ...own] = await lines(supplier, 'paymentStatus=paid');
  const ids = await truth(`o.supplier_id = any($1) and payment_status = 'paid'`, [companies]);
  expect(own.map((line) => Number.parseInt(line, 10))).toEqual(ids);
});

it('has every amount in one block, and the blocks in the order of the amounts', async () => {
  const wrong = await server.sql(
    `select cents from (
       select cents, amount_block(cents) as block, lead(amount_block(cents)) over (order by cents) as next
         from (select distinct greatest(0, power(10, e)::bigint * d / 100 + near) as cents
                 from generate_series(0, 15) e, generate_series(95, 1005, 7) d, generate_series(-2, 2) near) c) b
      where cents < amount_block_start(block) or cents >= amount_block_end(block) or next < block`,
  );
  expect(wrong).toEqual([]);
});
