// A company with a product to sell, and the sandbox's providers to pay with, for tests of orders and money.
import { createSandbox, type SandboxOptions } from '@ghala/sandbox';
import { expect } from 'vitest';
import { startTestServer, type Answer, type Caller, type TestServer } from './test-server.ts';

export interface Shop {
  supplierId: number;
  productId: number;
  /** Shillings. */
  price: number;
}

let shops = 0;

export async function openShop(
  server: Pick<TestServer, 'sql'>,
  { price = 100, stock = 50 }: { price?: number; stock?: number } = {},
): Promise<Shop> {
  shops += 1;
  const name = `Shop ${process.pid}-${shops}`;
  const id = async (text: string, values: unknown[]): Promise<number> => {
    const [row] = await server.sql<{ id: number }>(text, values);
    return row?.id ?? 0;
  };
  const supplierId = await id(
    `insert into suppliers (supplier_name, contact_person, contact_number, email, address)
     values ($1, 'Otieno', '254711111111', 'shop@test.example', 'Nairobi') returning supplier_id as id`,
    [name],
  );
  const categoryId = await id(
    'insert into categories (category_name) values ($1) returning category_id as id',
    [name],
  );
  const productId = await id(
    `insert into products (supplier_id, category_id, product_name, product_description, price_cents)
     values ($1, $2, $3, 'A thing', $4) returning product_id as id`,
    [supplierId, categoryId, `Product of ${name}`, Math.round(price * 100)],
  );
  if (stock > 0)
    await server.sql(
      `insert into stock_movements (product_id, quantity, reason) values ($1, $2, 'opening')`,
      [productId, stock],
    );
  return { supplierId, productId, price };
}

export const stockOf = async (server: Pick<TestServer, 'sql'>, { productId }: Shop): Promise<number> => {
  const [row] = await server.sql<{ stock: number; ledger: number }>(
    `select stock_level as stock, (select sum(quantity)::int from stock_movements m where m.product_id = p.product_id) as ledger
       from products p where product_id = $1`,
    [productId],
  );
  expect(row?.ledger).toBe(row?.stock);
  return row?.stock ?? -1;
};

export interface PlacedOrder {
  orderId: number;
  amount: number;
  status: string;
  paymentStatus: string;
  paymentMethod: string;
  holdUntil: string | null;
  actions: string[];
}

export const order = (
  caller: Caller,
  shop: Shop,
  body: Record<string, unknown> = {},
): Promise<Answer<PlacedOrder>> => {
  const quantity = typeof body['quantity'] === 'number' ? body['quantity'] : 1;
  return caller.post<PlacedOrder>('/api/orders', {
    userId: caller.userId,
    productId: shop.productId,
    quantity,
    amount: quantity * shop.price,
    ...body,
  });
};

export interface SandboxServer extends TestServer {
  /** A control call of the sandbox, such as /prompts/{id}. */
  sandbox(path: string, body?: unknown): Promise<Record<string, unknown>>;
}

export async function startSandboxServer(
  options: { environment?: Record<string, string>; sandbox?: Partial<SandboxOptions> } = {},
): Promise<SandboxServer> {
  let url = '';
  const sandbox = createSandbox({ publicUrl: () => url, callbackDelayMs: 0, ...options.sandbox });
  const server = await startTestServer({
    environment: { SANDBOX: 'true', ...options.environment },
    rawHandlers: [(request, response) => sandbox.handle(request, response)],
  });
  url = server.url;
  return {
    ...server,
    sandbox: async (path, body) => {
      const response = await fetch(`${url}/sandbox${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer as Record<string, unknown>;
    },
    close: async () => {
      await server.close();
      await sandbox.close();
    },
  };
}

/** What happened to calls made at once, in no order. */
export const statuses = (answers: readonly Answer<unknown>[]): number[] =>
  answers.map((answer) => answer.status).toSorted((one, two) => one - two);
