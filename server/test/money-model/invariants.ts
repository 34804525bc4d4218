// What holds at every moment, whatever happened in whatever order.
import { expect } from 'vitest';
import type { TestServer } from '../test-server.ts';
import { openingStock, type World } from './world.ts';

interface Found {
  stock: number;
  ledger: number;
  sold: number;
  broken_orders: string[];
  payments: { attempt_id: number | null; receipt: string; reference: string | null; amount_cents: number }[];
}

/** Orders that break a rule, each with the rule's name; empty when all is well. */
const brokenOrders = `
  select o.order_id || ': ' || rule.name
    from orders o
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where state = 'settled'), 0) as settled,
             count(*) filter (where state = 'settled') as settled_count,
             count(*) filter (where refunded_cents + refunding_cents > amount_cents) as over_refunded,
             count(*) filter (where state = 'settled' and refunded_cents < amount_cents) as kept
        from payments p where p.order_id = o.order_id) m
    cross join lateral (
      select count(*) filter (where state in ('starting', 'waiting', 'unknown')) as open
        from payment_attempts a where a.order_id = o.order_id) t
    cross join lateral (
      select (select to_value from order_events e where e.order_id = o.order_id and field = 'status'
               order by order_event_id desc limit 1) as status,
             (select to_value from order_events e where e.order_id = o.order_id and field = 'paymentStatus'
               order by order_event_id desc limit 1) as payment_status) h
    cross join lateral (values
      ('paid exactly when its settled money covers it', (o.payment_status <> 'pending') = (m.settled >= o.amount_cents)),
      ('paid once', m.settled_count <= 1),
      ('gives back no more than was paid', m.over_refunded = 0),
      ('refunded exactly when all of it went back', (o.payment_status = 'refunded') = (m.settled_count > 0 and m.kept = 0)),
      ('delivered only when paid', o.status not in ('delivered', 'returned') or o.payment_status <> 'pending'),
      ('asked for one payment at a time', t.open <= 1),
      ('its history ends where it stands', h.status = o.status and coalesce(h.payment_status, 'pending') = o.payment_status)
    ) as rule (name, holds)
   where o.product_id = $1 and not rule.holds`;

export async function checkInvariants(server: TestServer, world: World): Promise<void> {
  const [found] = await server.sql<Found>(
    `select p.stock_level as stock,
            (select sum(quantity)::int from stock_movements m where m.product_id = p.product_id) as ledger,
            (select coalesce(sum(quantity), 0)::int from orders o
              where o.product_id = p.product_id and status in ('pending', 'delivered')) as sold,
            array(${brokenOrders}) as broken_orders,
            coalesce((select json_agg(json_build_object('attempt_id', y.attempt_id, 'receipt', y.receipt,
                        'reference', a.reference, 'amount_cents', y.amount_cents))
               from payments y join orders o using (order_id) left join payment_attempts a using (attempt_id)
              where o.product_id = p.product_id and y.payment_method <> 'Cash on delivery'), '[]') as payments
       from products p where p.product_id = $1`,
    [world.shop.productId],
  );
  expect(found?.broken_orders).toEqual([]);
  expect(found?.stock).toBeGreaterThanOrEqual(0);
  expect(found?.ledger).toBe(found?.stock);
  expect(found?.stock).toBe(openingStock - (found?.sold ?? 0));
  const references = (found?.payments ?? []).map((payment) => payment.reference);
  const paid = world.bank.charges.filter((charge) => charge.state === 'paid');
  // No money is made up, and none is booked twice.
  expect(new Set(references).size).toBe(references.length);
  expect(paid.map((charge) => charge.reference)).toEqual(expect.arrayContaining(references));
  // Nobody is charged twice by M-Pesa for one order.
  const charged = paid.filter((charge) => charge.method === 'Mpesa').map((charge) => charge.orderId);
  expect(new Set(charged).size).toBe(charged.length);
}

/** Once everything has come to rest: all money that the bank took is on our books, and what went back is too. */
export async function checkBooks(server: TestServer, world: World): Promise<void> {
  const booked = await server.sql<{
    reference: string;
    amount_cents: number;
    refunded_cents: number;
    receipt: string;
  }>(
    `select a.reference, p.amount_cents::int, p.refunded_cents::int, p.receipt
       from payments p join payment_attempts a using (attempt_id) join orders o on o.order_id = p.order_id
      where o.product_id = $1`,
    [world.shop.productId],
  );
  const references = booked.map((payment) => payment.reference);
  const paid = world.bank.charges.filter((charge) => charge.state === 'paid');
  expect(new Set(references)).toEqual(new Set(paid.map((charge) => charge.reference)));
  for (const payment of booked) {
    const back = world.bank.paybacks.filter(
      ({ receipt, done }) => receipt === payment.receipt && done === true,
    );
    expect(payment.refunded_cents).toBe(back.reduce((sum, { amountCents }) => sum + amountCents, 0));
  }
}
