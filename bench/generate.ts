// Fills a database with N orders, skewed as real shops are: few customers and products make most orders. Everything is
// made inside PostgreSQL; indexes, keys and triggers are put aside meanwhile and put back at the end.
// The stock ledger gets one opening row per product: its sum is the stock level, but old orders have no row of their own.
import type { Client } from 'pg';

/** Every product whose id leaves this remainder has the word in its name: they make about 5 % of all orders. */
export const commonWord = 'Furaha';
const commonWordEvery = 20;
const commonWordRemainder = 7;
/** On one product only, in the unpopular half. */
export const rareWord = 'Zumaridi';

const tables = ['users', 'suppliers', 'products', 'stock_movements', 'orders', 'payments'];

/** The larger, the fewer make most: with 2, a tenth of the customers makes a third of the orders. */
const skew = 2;

export interface Sizes {
  orders: number;
  users: number;
  products: number;
  suppliers: number;
}

export const sizesFor = (orders: number): Sizes => {
  const products = Math.max(100, Math.round(orders / 1000));
  return {
    orders,
    users: Math.max(100, Math.round(orders / 100)),
    products,
    suppliers: Math.max(12, Math.round(products / 50)),
  };
};

interface PutAside {
  drop: string;
  restore: string;
}

async function findPutAside(client: Client): Promise<PutAside[]> {
  const { rows } = await client.query<PutAside>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
       from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)
     union all
     select format('drop index %I', c.relname), pg_get_indexdef(i.indexrelid)
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid::regclass::text = any($1) and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [tables],
  );
  // Keys go first and come back last: they lean on indexes.
  return rows;
}

export async function generate(
  client: Client,
  orders: number,
  onProgress: (message: string) => void,
): Promise<Sizes> {
  const sizes = sizesFor(orders);
  const step = async (name: string, sql: string, values: unknown[] = []) => {
    const started = performance.now();
    await client.query(sql, values);
    onProgress(`  ${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  };
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set statement_timeout = 0`,
  );
  const putAside = await findPutAside(client);
  for (const { drop } of putAside) await client.query(drop);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  await client.query(`select setseed(0.42)`);

  await step('people and companies', peopleSql(sizes));
  await step('products', productsSql(sizes));
  await step('orders', ordersSql(sizes));
  await step('payments', paymentsSql);
  for (const { restore } of putAside.toReversed()) await step(restore.slice(0, 60), restore);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  await step('counts', countsSql);
  await step('vacuum', 'vacuum (analyze, freeze)');
  await client.query('checkpoint');
  return sizes;
}

const peopleSql = ({ users, suppliers }: Sizes) => `
  insert into users (first_name, last_name, email, phone, role, password_hash, created_at, updated_at)
  select f.names[1 + (n * 7) % array_length(f.names, 1)], l.names[1 + (n * 13 + n / 61) % array_length(l.names, 1)],
         'customer' || n || '@mteja' || n % 97 || '.example', '2547' || lpad((20000000 + n)::text, 8, '0'), 'user', '-',
         now() - interval '730 days', now() - interval '730 days'
    from generate_series(1, ${users}) n,
         (select array['Wanjiku','Otieno','Achieng','Kamau','Mwangi','Njeri','Kiptoo','Chebet','Mutua','Nduta','Hassan','Amina','Barasa','Nekesa','Omondi','Wairimu','Karanja','Moraa','Nyambura','Juma','Zawadi','Baraka','Kerubo','Lokol','Naliaka','Mumbua','Kibet','Jelagat','Abdi','Halima'] as names) f,
         (select array['Kariuki','Ouma','Wafula','Maina','Korir','Musyoka','Onyango','Chege','Langat','Mwende','Ali','Odhiambo','Simiyu','Rotich','Gitau','Nyong''o','Wekesa','Kimani','Atieno','Macharia','Too','Mohamed','Ochieng','Mugo','Cheruiyot','Makau','Barongo','Ekiru'] as names) l;
  insert into suppliers (supplier_name, contact_person, contact_number, email, address)
  select 'Kampuni ' || n || ' Ltd', 'Contact ' || n, '2541' || lpad((10000000 + n)::text, 8, '0'), 'sales@kampuni' || n || '.example', 'Nairobi'
    from generate_series(1, ${suppliers}) n;
  insert into categories (category_name) select 'Category ' || n from generate_series(1, 8) n on conflict do nothing;`;

const productsSql = ({ products, suppliers }: Sizes) => `
  with base as (select coalesce(max(product_id), 0) as p from products),
       first_supplier as (select max(supplier_id) - ${suppliers} as s from suppliers)
  insert into products (product_id, supplier_id, category_id, product_name, product_description, price_cents, stock_level)
  select base.p + n, s + 1 + n % ${suppliers}, (select min(category_id) from categories) + n % 8,
         w.words[1 + n % array_length(w.words, 1)] || ' ' || w.words[1 + (n / 31) % array_length(w.words, 1)] || ' ' || n
           || case when n % ${commonWordEvery} = ${commonWordRemainder} then ' ${commonWord}' else '' end
           || case when n = ${Math.floor(products * 0.8)} then ' ${rareWord}' else '' end,
         'A product for measuring, number ' || n, 5000 + (n * 7919) % 500000, 1000000
    from generate_series(1, ${products}) n, base, first_supplier,
         (select array['Unga','Sukari','Chai','Mchele','Sabuni','Mafuta','Maziwa','Kahawa','Ndizi','Viazi','Kitabu','Kalamu','Simu','Betri','Taa','Sufuria','Ndoo','Blanketi','Viatu','Kofia'] as words) w;
  insert into stock_movements (product_id, quantity, reason, stock_after)
  select product_id, stock_level, 'opening', stock_level from products p
   where stock_level > 0 and not exists (select from stock_movements m where m.product_id = p.product_id);
  select setval(pg_get_serial_sequence('products', 'product_id'), (select max(product_id) from products));`;

const ordersSql = ({ orders, users, products }: Sizes) => `
  insert into orders (order_id, user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, status, payment_status,
                      payment_method, created_at, updated_at)
  select o.id, o.user_id, p.product_id, p.supplier_id, o.quantity, p.price_cents, o.quantity * p.price_cents,
         case when o.fate < 0.62 then 'delivered' when o.fate < 0.67 then 'pending' when o.fate < 0.70 then 'returned'
              when o.fate < 0.82 then 'cancelled' else 'pending' end,
         case when o.fate < 0.67 then 'paid' when o.fate < 0.70 then 'refunded' else 'pending' end,
         case when o.fate >= 0.82 or o.way < 0.3 then 'Cash on delivery' when o.way < 0.9 then 'Mpesa' else 'Paystack' end,
         o.at, o.at
    from (select b.o + n as id, u + 1 + floor(${users} * power(random(), ${skew}))::bigint as user_id,
                 q + 1 + floor(${products} * power(random(), ${skew}))::bigint as product_id, 1 + floor(random() * 5)::int as quantity,
                 random() as fate, random() as way, now() - interval '730 days' * (1 - n::float8 / ${orders + 1}) as at
            from generate_series(1, ${orders}) n,
                 (select coalesce(max(order_id), 0) as o from orders) b,
                 (select max(user_id) - ${users} as u from users) us,
                 (select max(product_id) - ${products} as q from products) ps) o
    join products p on p.product_id = o.product_id
   order by o.id;
  select setval(pg_get_serial_sequence('orders', 'order_id'), (select max(order_id) from orders));`;

const paymentsSql = `
  insert into payments (order_id, supplier_id, amount_cents, payment_method, phone, receipt, refunded_cents, paid_at, created_at)
  select o.order_id, o.supplier_id, o.amount_cents, o.payment_method, u.phone,
         case o.payment_method when 'Cash on delivery' then 'CASH-' || o.order_id when 'Mpesa' then 'S' || upper(lpad(to_hex(o.order_id), 9, '0'))
              else 'gh-' || o.order_id end,
         case when o.payment_status = 'refunded' then o.amount_cents else 0 end, o.created_at, o.created_at
    from orders o join users u using (user_id)
   where o.payment_status <> 'pending'
   order by o.order_id;`;

const countsSql = `
  truncate order_counts, order_totals, payment_counts, order_count_changes, payment_count_changes;
  insert into order_counts (kind, key, status, payment_status, payment_method, n)
  select 'all', 0, status, payment_status, payment_method, count(*) from orders group by 3, 4, 5;
  insert into order_counts select 'supplier', supplier_id, status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'product', product_id, status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'user', user_id, status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'block10', order_id >> 10, status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'block16', key >> 6, status, payment_status, payment_method, sum(n) from order_counts where kind = 'block10' group by 2, 3, 4, 5;
  insert into order_counts select 'day', day_of(created_at), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'amount', amount_block(amount_cents), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_counts select 'quantity', quantity_block(quantity, order_id), status, payment_status, payment_method, count(*) from orders group by 2, 3, 4, 5;
  insert into order_totals select kind, key, sum(n) from order_counts group by 1, 2;
  insert into payment_counts select 'all', 0, payment_method, state, count(*) from payments group by 3, 4;
  insert into payment_counts select 'supplier', supplier_id, payment_method, state, count(*) from payments group by 2, 3, 4;
  insert into payment_counts select 'block10', payment_id >> 10, payment_method, state, count(*) from payments group by 2, 3, 4;
  insert into payment_counts select 'block16', key >> 6, payment_method, state, sum(n) from payment_counts where kind = 'block10' group by 2, 3, 4;
  insert into payment_counts select 'day', day_of(paid_at), payment_method, state, count(*) from payments group by 2, 3, 4;
  insert into payment_counts select 'amount', amount_block(amount_cents), payment_method, state, count(*) from payments group by 2, 3, 4;
  insert into payment_counts select 'order', order_id >> 12, payment_method, state, count(*) from payments group by 2, 3, 4;`;
