// What is asked of the console while it is measured, and as whom.
import type { Client } from 'pg';
import { hashPassword } from '../server/src/features/identity/index.ts';
import { commonWord, rareWord, type Sizes } from './generate.ts';

export interface People {
  admin: string;
  supplier: string;
  customer: string;
  customerId: number;
  customerEmail: string;
}

const password = 'a password for measuring';

/** An admin, a supplier account of the middle company, and a customer with an ordinary number of orders. */
export async function preparePeople(client: Client, url: string): Promise<People> {
  const hash = await hashPassword(password);
  const add = async (role: string, phone: string) => {
    const email = `${role}@bench.example`;
    await client.query(
      `insert into users (first_name, last_name, email, phone, role, password_hash) values ('Bench', $1, $2, $3, $1, $4)
       on conflict do nothing`,
      [role, email, phone, hash],
    );
    return email;
  };
  const adminEmail = await add('admin', '254711999001');
  const supplierEmail = await add('supplier', '254711999002');
  await client.query(
    `insert into supplier_members (supplier_id, user_id)
     select (select supplier_id from suppliers order by supplier_id offset (select count(*) / 2 from suppliers) limit 1), user_id
       from users where email = $1 on conflict do nothing`,
    [supplierEmail],
  );
  const { rows } = await client.query<{ id: number; email: string }>(
    `select u.user_id::int as id, u.email from users u where email like 'customer%' order by user_id offset (select count(*) / 4 from users) limit 1`,
  );
  const customer = rows[0] ?? { id: 0, email: '' };
  await client.query('update users set password_hash = $1 where user_id = $2', [hash, customer.id]);
  const signIn = async (email: string) => {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await answer.json()) as { accessToken: string }).accessToken;
  };
  return {
    admin: await signIn(adminEmail),
    supplier: await signIn(supplierEmail),
    customer: await signIn(customer.email),
    customerId: customer.id,
    customerEmail: customer.email,
  };
}

export interface ListRequest {
  name: string;
  path: string;
  token: string;
}

export function listRequests(sizes: Sizes, people: People, paymentTotal: number): ListRequest[] {
  const page = (offset: number) => `limit=20&offset=${Math.max(0, offset)}`;
  const middle = Math.floor(sizes.orders / 2);
  const { admin } = people;
  return [
    { name: 'first page', path: `/api/orders?${page(0)}`, token: admin },
    { name: 'middle page', path: `/api/orders?${page(middle)}`, token: admin },
    { name: 'last page', path: `/api/orders?${page(sizes.orders - 20)}`, token: admin },
    {
      name: "search: one customer's email",
      path: `/api/orders?${page(0)}&search=${people.customerEmail}`,
      token: admin,
    },
    { name: 'search: a rare product', path: `/api/orders?${page(0)}&search=${rareWord}`, token: admin },
    {
      name: 'search: a word in 5 % of orders',
      path: `/api/orders?${page(0)}&search=${commonWord}`,
      token: admin,
    },
    { name: 'search: nothing that exists', path: `/api/orders?${page(0)}&search=hakunakitu`, token: admin },
    { name: 'filter: payment status', path: `/api/orders?${page(0)}&paymentStatus=refunded`, token: admin },
    { name: "a supplier's orders", path: `/api/orders?${page(0)}`, token: people.supplier },
    {
      name: "a customer's orders",
      path: `/api/orders/${people.customerId}?${page(0)}`,
      token: people.customer,
    },
    { name: 'payments, first page', path: `/api/payments?${page(0)}`, token: admin },
    { name: 'payments, last page', path: `/api/payments?${page(paymentTotal - 20)}`, token: admin },
  ];
}
