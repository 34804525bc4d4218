// The people and things that the permission rules are tried on: two companies with a product each, and a caller of
// every kind. What a rule uses up (an order to cancel, a person to delete) it makes anew for each try.
import type { OrderStatus, PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { Role } from '@ghala/contracts/permissions';
import { callerAt, type Caller, type TestServer } from './test-server.ts';

/** `supplier` belongs to the company that things belong to; `stranger` is a supplier account of another company. */
export const everybody = ['nobody', 'ended', 'user', 'supplier', 'stranger', 'admin'] as const;
export type Who = (typeof everybody)[number];
export const signedIn = ['user', 'supplier', 'stranger', 'admin'] as const satisfies readonly Who[];

/** The role each kind of caller has; none for nobody, and for the one whose session has ended. */
export const roleOf: Readonly<Record<Who, Role | null>> = {
  nobody: null,
  ended: null,
  user: 'user',
  supplier: 'supplier',
  stranger: 'supplier',
  admin: 'admin',
};

export interface Scene {
  server: TestServer;
  supplierId: number;
  otherSupplierId: number;
  productId: number;
  categoryId: number;
  /** Somebody else than any caller. */
  somebodyId: number;
  /** Words of the first company's things and of somebody else: no refusal may tell them. */
  secrets: readonly string[];
  caller(who: Who): Promise<Caller>;
  newUser(): Promise<number>;
  newCategory(): Promise<number>;
  /** Of the first company's product. */
  newOrder(userId: number, order?: { status?: OrderStatus; method?: PaymentMethod }): Promise<number>;
  newPayment(state: 'settled' | 'held'): Promise<number>;
  /** One of which nothing was heard for long. */
  newRefund(): Promise<number>;
  /** One that has ended, so that no provider is asked about it. */
  newAttempt(userId: number): Promise<number>;
  unique(): number;
}

export async function setScene(server: TestServer): Promise<Scene> {
  let made = 100;
  const unique = () => (made += 1);
  const insert = async (text: string, values: unknown[]): Promise<number> => {
    const [row] = await server.sql<{ id: string }>(text, values);
    return Number(row?.id);
  };
  const newSupplier = (name: string, phone: string) =>
    insert(
      `insert into suppliers (supplier_name, contact_person, contact_number, email, address)
       values ($1::text || ' Millers', $1, $2, $1 || '@company.example', $1 || ' Street') returning supplier_id as id`,
      [name, phone],
    );
  const newCategory = () =>
    insert('insert into categories (category_name) values ($1) returning category_id as id', [
      `Category ${unique()}`,
    ]);
  const newUser = () =>
    insert(
      `insert into users (first_name, last_name, email, phone, role, password_hash)
       values ('Siri', 'Mtu', $1, $2, 'user', 'no such hash') returning user_id as id`,
      [`siri${unique()}@person.example`, `254700${String(unique()).padStart(6, '0')}`],
    );

  const supplierId = await newSupplier('Siri', '254711000999');
  const otherSupplierId = await newSupplier('Jirani', '254711000888');
  const categoryId = await newCategory();
  const productId = await insert(
    `insert into products (supplier_id, category_id, product_name, product_description, price_cents)
     values ($1, $2, 'Siri Flour', 'Siri', 10000) returning product_id as id`,
    [supplierId, categoryId],
  );
  await server.sql(
    "insert into stock_movements (product_id, quantity, reason) values ($1, 10000, 'opening')",
    [productId],
  );
  const somebodyId = await newUser();

  const newOrder: Scene['newOrder'] = (userId, { status = 'pending', method = 'Cash on delivery' } = {}) =>
    insert(
      `insert into orders (user_id, product_id, supplier_id, quantity, unit_price_cents, amount_cents, status,
                           payment_method)
       values ($1, $2, $3, 1, 10000, 10000, $4, $5) returning order_id as id`,
      [userId, productId, supplierId, status, method],
    );

  const newPayment: Scene['newPayment'] = async (state) =>
    insert(
      `insert into payments (order_id, supplier_id, amount_cents, payment_method, phone, receipt, state, paid_at)
       values ($1, $2, 10000, 'Cash on delivery', '254711000999', $3, $4, now()) returning payment_id as id`,
      [
        await newOrder(somebodyId, { status: state === 'held' ? 'pending' : 'delivered' }),
        supplierId,
        `SIRI-${unique()}`,
        state,
      ],
    );
  // For the lists: an order and its payment that the first company has and the other has not.
  await newPayment('settled');

  return {
    server,
    supplierId,
    otherSupplierId,
    productId,
    categoryId,
    somebodyId,
    secrets: ['Siri', 'siri', '711000999'],
    unique,
    newUser,
    newCategory,
    newOrder,
    newPayment,
    newRefund: async () => {
      const paymentId = await newPayment('settled');
      return insert(
        `with payment as (
           update payments set payment_method = 'Mpesa', refunding_cents = amount_cents
            where payment_id = $1 returning payment_id, order_id, amount_cents)
         insert into refunds (payment_id, order_id, amount_cents, state, reason, secret, sent_at, requested_by)
         select payment_id, order_id, amount_cents, 'sent', 'Siri', $2, now() - interval '1 hour', $3 from payment
         returning refund_id as id`,
        [paymentId, `secret-${unique()}`, somebodyId],
      );
    },
    newAttempt: async (userId) =>
      insert(
        `insert into payment_attempts (order_id, payment_method, amount_cents, phone, state, secret, requested_by)
         values ($1, 'Mpesa', 10000, '254711000999', 'failed', $2, $3) returning attempt_id as id`,
        [await newOrder(userId, { method: 'Mpesa' }), `secret-${unique()}`, userId],
      ),
    caller: async (who) => {
      if (who === 'nobody') return server.nobody;
      const caller = await server.signIn(roleOf[who] ?? 'admin');
      if (who === 'ended') {
        await caller.post('/api/logout');
        return callerAt(server.url, caller.token, caller.userId);
      }
      if (roleOf[who] === 'supplier') {
        await server.sql('insert into supplier_members (user_id, supplier_id) values ($1, $2)', [
          caller.userId,
          who === 'supplier' ? supplierId : otherSupplierId,
        ]);
      }
      return caller;
    },
  };
}
