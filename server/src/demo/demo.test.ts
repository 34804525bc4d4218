import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { demoAccounts } from './accounts.ts';
import { generateDemoData } from './generate.ts';
import { loadDemoData } from './load.ts';

const tables = [
  'users',
  'suppliers',
  'supplier_members',
  'categories',
  'products',
  'stock_movements',
  'orders',
  'order_events',
  'payments',
  'refunds',
];

describe('demo data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DEMO_DATA: 'true' } });
  });
  afterAll(() => server.close());

  const count = async (what: string): Promise<number> => {
    const [row] = await server.sql<{ n: number }>(`select count(*) as n from ${what}`);
    return Number(row?.n);
  };
  /** A digest of each table's rows; the ones that sign-in writes to are not among them. */
  const digests = async (): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const table of tables) {
      const [row] = await server.sql<{ digest: string }>(
        `select md5(string_agg(t::text, '|' order by t::text)) as digest from ${table} t`,
      );
      found[table] = row?.digest ?? '';
    }
    return found;
  };

  it('fills every table to the promised size', async () => {
    expect(await count('users where deleted_at is null')).toBe(60);
    expect(await count('suppliers')).toBe(12);
    expect(await count('categories')).toBe(8);
    expect(await count('products')).toBe(150);
    expect(await count('orders')).toBe(1500);
    expect(await count("facts where name = 'demo-data'")).toBe(1);
  });

  it.each(demoAccounts)('lets $email sign in as $role', async ({ email, password, role }) => {
    const answer = await server.nobody.post('/api/login', { email, password });
    expect(answer).toMatchObject({ status: 200, body: { role } });
  });

  it('gives nobody else a password anyone could know', async () => {
    const hashes = await server.sql<{ people: number }>(
      `select count(*) as people from users where email <> all($1) group by password_hash`,
      [demoAccounts.map(({ email }) => email)],
    );
    expect(hashes).toEqual([{ people: 59 }]);
  });

  it('has every state an order can be in, by every method', async () => {
    const rows = await server.sql<{ state: string }>(
      `select distinct concat_ws('/', status, payment_status, payment_method) as state from orders`,
    );
    expect(rows.map(({ state }) => state)).toEqual(
      expect.arrayContaining([
        'pending/pending/Cash on delivery',
        'delivered/paid/Cash on delivery',
        'delivered/refunded/Cash on delivery',
        'cancelled/pending/Cash on delivery',
        'returned/paid/Cash on delivery',
        'returned/refunded/Cash on delivery',
        ...['Mpesa', 'Paystack'].flatMap((method) => [
          `pending/pending/${method}`,
          `pending/paid/${method}`,
          `delivered/paid/${method}`,
          `delivered/refunded/${method}`,
          `cancelled/pending/${method}`,
          `cancelled/refunded/${method}`,
          `returned/paid/${method}`,
          `returned/refunded/${method}`,
        ]),
      ]),
    );
  });

  it('gives the user account several pages of orders, and the supplier account a company that sells', async () => {
    const ofUser = `orders join users using (user_id) where email = 'user@ghala.example'`;
    expect(await count(ofUser)).toBeGreaterThan(40);
    const companies = `supplier_members join users using (user_id)`;
    const ofSupplier = (table: string) =>
      `${companies} join ${table} using (supplier_id) where email = 'supplier@ghala.example'`;
    expect(await count(ofSupplier('products'))).toBeGreaterThan(10);
    expect(await count(ofSupplier('orders').replace('join orders', 'join orders o'))).toBeGreaterThan(100);
    expect(
      await count(`users u where role = 'supplier' and not exists
      (select from supplier_members m where m.user_id = u.user_id)`),
    ).toBe(0);
  });

  it('leaves some products out of stock, some low and most on the shelf', async () => {
    expect(await count('products where stock_level = 0')).toBeGreaterThanOrEqual(3);
    expect(await count('products where stock_level between 1 and low_stock_level')).toBeGreaterThanOrEqual(5);
    expect(await count('products where stock_level > low_stock_level')).toBeGreaterThan(100);
    expect(await count('products where stock_level > 1000000')).toBe(1);
    expect(await count('products where price_cents % 100 <> 0')).toBeGreaterThan(3);
    expect(await count('orders where amount_cents > 100000000')).toBeGreaterThan(3);
    expect(await count('products where length(product_name) > 150')).toBe(1);
  });

  it('numbers what comes next after what is there', async () => {
    const [row] = await server.sql<{ order_id: number }>(
      `insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, payment_method)
       select 1, product_id, supplier_id, 1, price_cents, price_cents, 'Cash on delivery' from products limit 1
       returning order_id`,
    );
    expect(Number(row?.order_id)).toBe(1501);
    await server.sql('delete from orders where order_id = $1', [row?.order_id]);
  });

  it('is loaded once: another start and another server change nothing', async () => {
    const before = await digests();
    const progress: string[] = [];
    await loadDemoData(server.app.ctx, (message) => progress.push(message));
    await server.another();
    expect(await digests()).toEqual(before);
    expect(progress).toEqual([]);
  });
});

describe('loading demo data', () => {
  it('happens once when several servers start together', async () => {
    const server = await startTestServer();
    try {
      const progress: string[] = [];
      const load = () => loadDemoData(server.app.ctx, (message) => progress.push(message));
      await Promise.all([load(), load(), load()]);
      expect(progress).toHaveLength(1);
      expect(await server.sql('select count(*)::integer as n from orders')).toEqual([{ n: 1500 }]);
    } finally {
      await server.close();
    }
  });

  it('leaves nothing behind when it fails half-way, and works the next time', async () => {
    const server = await startTestServer();
    try {
      await server.sql(`alter table payments add constraint broken check (payment_id < 500)`);
      await expect(loadDemoData(server.app.ctx, () => undefined)).rejects.toThrow('broken');
      expect(await server.sql('select from users')).toEqual([]);
      expect(await server.sql(`select from facts where name = 'demo-data'`)).toEqual([]);
      await server.sql('alter table payments drop constraint broken');
      await loadDemoData(server.app.ctx, () => undefined);
      expect(await server.sql('select max(order_id)::integer as last from orders')).toEqual([{ last: 1500 }]);
    } finally {
      await server.close();
    }
  });

  it('never touches a database that somebody uses', async () => {
    const server = await startTestServer();
    try {
      await server.signIn('admin');
      await loadDemoData(server.app.ctx, () => undefined);
      expect(await server.sql('select count(*)::integer as n from users')).toEqual([{ n: 1 }]);
    } finally {
      await server.close();
    }
  });
});

describe('generated demo data', () => {
  const moment = new Date('2026-11-15T09:30:00Z');

  it('is the same for the same moment', () => {
    expect(generateDemoData(moment)).toEqual(generateDemoData(moment));
  });

  it('keeps its people and catalogue from one day to the next', () => {
    const names = (now: Date) => {
      const { users, products } = generateDemoData(now);
      return [
        users.map((user) => `${user.email} ${user.phone}`).toSorted(),
        products.map((one) => one.product_name).toSorted(),
      ];
    };
    expect(names(moment)).toEqual(names(new Date('2027-03-02T21:04:00Z')));
  });

  // Midnight in Nairobi, a Sunday, the end of February, the hour the shops open.
  it.each(['2026-12-31T21:00:00Z', '2027-01-03T03:00:00Z', '2028-02-29T23:59:59Z', '2026-07-06T05:00:00Z'])(
    'has 1,500 orders, no stock below zero and no future at %s',
    (at) => {
      const now = new Date(at);
      const data = generateDemoData(now);
      expect(data.orders).toHaveLength(1500);
      const stock = new Map<number, number>();
      for (const { product_id, quantity } of data.movements) {
        stock.set(product_id, (stock.get(product_id) ?? 0) + quantity);
        expect(stock.get(product_id)).toBeGreaterThanOrEqual(0);
      }
      const dated = [...data.orders, ...data.events, ...data.payments, ...data.movements, ...data.users];
      expect(dated.filter(({ created_at }) => created_at > now)).toEqual([]);
    },
  );
});
