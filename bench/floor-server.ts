// The floor: the least a server can do. node:http answers one order by its primary key, joined to its customer and
// product, through pg with a prepared statement. Started by run.ts with the connection as JSON; prints its port.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool, type PoolConfig } from 'pg';

const pool = new Pool({ ...(JSON.parse(process.argv[2] ?? '{}') as PoolConfig), max: 10 });

async function answer(id: number, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query({
    name: 'order',
    text: `select o.order_id, u.first_name, u.email, p.product_name, o.quantity, o.amount_cents, o.status, o.payment_status, o.created_at
             from orders o join users u using (user_id) join products p using (product_id) where order_id = $1`,
    values: [id],
  });
  const body = JSON.stringify(rows[0] ?? null);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  answer(Number(request.url?.slice(1)), response).catch(() => response.writeHead(500).end());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
