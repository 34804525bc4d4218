import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderSteps, paymentTransitions, type OrderParty } from '@ghala/contracts/orders/orders.lifecycle';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

describe('the rows of the demo', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DEMO_DATA: 'true' } });
  });
  afterAll(() => server.close());

  const count = async (what: string): Promise<number> => {
    const [row] = await server.sql<{ n: number }>(`select count(*) as n from ${what}`);
    return Number(row?.n);
  };

  // Each query finds what must not be.
  it.each([
    [
      'stock that is not the sum of its ledger',
      `products p where stock_level <>
      (select coalesce(sum(quantity), 0) from stock_movements m where m.product_id = p.product_id)`,
    ],
    ['stock below zero at any time', 'stock_movements where stock_after < 0'],
    [
      'a ledger whose first row is not its opening',
      `(select distinct on (product_id) * from stock_movements
      order by product_id, movement_id) first where reason <> 'opening'`,
    ],
    [
      'a movement before its product',
      `stock_movements m join products p using (product_id)
      where m.created_at < p.created_at`,
    ],
    [
      'an order whose stock was not taken when it was placed',
      `orders o where not exists (select from stock_movements m
      where m.order_id = o.order_id and m.product_id = o.product_id and m.reason = 'ordered'
        and m.quantity = -o.quantity and m.created_at = o.created_at)`,
    ],
    [
      'an order that keeps or gives back stock against its state',
      `orders o where
      (select sum(quantity) from stock_movements m where m.order_id = o.order_id) <>
      case when status in ('cancelled', 'returned') then 0 else -o.quantity end`,
    ],
    [
      "a price that is not the product's",
      `orders join products using (product_id)
      where unit_price_cents <> price_cents or orders.supplier_id <> products.supplier_id`,
    ],
    [
      'a delivery that was not paid for',
      `orders where status in ('delivered', 'returned') and payment_status = 'pending'`,
    ],
    [
      'cash taken before delivery',
      `orders where payment_method = 'Cash on delivery'
      and status in ('pending', 'cancelled') and payment_status <> 'pending'`,
    ],
    ['a pending order that was refunded', `orders where status = 'pending' and payment_status = 'refunded'`],
    [
      'an unpaid hold that ran out',
      `orders where status = 'pending' and payment_status = 'pending'
      and payment_method <> 'Cash on delivery' and (hold_until is null or hold_until < created_at + interval '15 minutes'
        or hold_until < (select updated_at from facts where name = 'demo-data'))`,
    ],
    [
      'a hold on an order that needs none',
      `orders where hold_until is not null
      and (payment_method = 'Cash on delivery' or payment_status <> 'pending')`,
    ],
    [
      'a paid order without its money, or money on an unpaid one',
      `orders o where (payment_status <> 'pending') <>
      (select coalesce(sum(amount_cents), 0) >= o.amount_cents from payments p
        where p.order_id = o.order_id and state = 'settled')`,
    ],
    [
      'a refund that the order does not know of',
      `orders o join payments p using (order_id)
      where state = 'settled' and (o.payment_status = 'refunded') <> (refunded_cents = p.amount_cents)`,
    ],
    [
      'money that went back without a refund, or a refund that is not by an admin',
      `payments p where refunded_cents <> (select coalesce(sum(r.amount_cents), 0) from refunds r
        join users u on u.user_id = r.requested_by and u.role = 'admin'
        where r.payment_id = p.payment_id and r.order_id = p.order_id and state = 'succeeded')`,
    ],
    [
      "a payment that is not its order's",
      `orders o join payments p using (order_id)
      where o.supplier_id <> p.supplier_id or o.payment_method <> p.payment_method or p.paid_at < o.created_at`,
    ],
    [
      'held money without a reason, or for a live order',
      `orders o join payments p using (order_id)
      where state = 'held' and (held_reason is null or o.status <> 'cancelled')`,
    ],
    [
      'an M-Pesa payment that M-Pesa does not carry',
      `payments where payment_method = 'Mpesa'
      and (amount_cents % 100 <> 0 or amount_cents > 25000000 or receipt !~ '^[A-Z][A-L][A-Z0-9]{8}$')`,
    ],
    [
      'cash with another receipt',
      `payments where payment_method = 'Cash on delivery' and receipt <> 'CASH-' || order_id`,
    ],
    [
      'a history that does not begin with the placing',
      `(select distinct on (order_id) * from order_events
      order by order_id, order_event_id) first join orders using (order_id)
      where field <> 'status' or from_value is not null or to_value <> 'pending' or first.created_at <> orders.created_at
        or actor_user_id <> orders.user_id`,
    ],
    [
      'a history with a gap',
      `(select from_value, lag(to_value) over (partition by order_id, field order by order_event_id)
      as before, field from order_events) e where before is not null and before <> from_value`,
    ],
    [
      'an order that is not where its history ends',
      `orders o where
      status <> (select to_value from order_events e where e.order_id = o.order_id and field = 'status'
        order by order_event_id desc limit 1) or
      payment_status <> coalesce((select to_value from order_events e where e.order_id = o.order_id
        and field = 'paymentStatus' order by order_event_id desc limit 1), 'pending') or
      updated_at <> (select max(created_at) from order_events e where e.order_id = o.order_id)`,
    ],
    ['a step without a reason', `order_events where reason = '' and from_value is not null`],
    [
      'an order by somebody who was not there',
      `orders o join users u using (user_id)
      where o.created_at < u.created_at or o.created_at > u.deleted_at`,
    ],
    [
      'a product before its company',
      `products p join suppliers s using (supplier_id) where p.created_at < s.created_at`,
    ],
    ['an order older than the period', `orders where created_at < now() - interval '91 days'`],
    [
      'an email outside the example domains',
      `(select email from users union all select email from suppliers) e
      where email !~ '\\.example$'`,
    ],
  ])('are free of: %s', async (_what, from) => {
    expect(await count(from)).toBe(0);
  });

  it('tell of steps that the lifecycle allows, by people who may take them', async () => {
    const events = await server.sql<{
      field: string;
      from_value: string;
      to_value: string;
      parties: OrderParty[];
    }>(
      `select distinct field, from_value, to_value, array_remove(array[
         case when e.actor_user_id is null then 'system' end,
         case when e.actor_user_id = o.user_id then 'owner' end,
         case when u.role = 'admin' then 'admin' end,
         case when m.user_id is not null then 'supplier' end], null) as parties
       from order_events e join orders o using (order_id) left join users u on u.user_id = e.actor_user_id
       left join supplier_members m on m.user_id = u.user_id and m.supplier_id = o.supplier_id
       where from_value is not null and field <> 'paymentMethod'`,
    );
    const steps = Object.values(orderSteps).map((step) => ({ ...step, by: [...step.by] as OrderParty[] }));
    const paymentSteps = Object.entries(paymentTransitions).flatMap(([from, targets]) =>
      targets.map((to) => `${from} ${to}`),
    );
    const wrong = events.filter(({ field, from_value: from, to_value: to, parties }) =>
      field === 'status'
        ? !steps.some(
            (step) => step.from === from && step.to === to && parties.some((one) => step.by.includes(one)),
          )
        : !paymentSteps.includes(`${from} ${to}`),
    );
    expect(events.length).toBeGreaterThan(8);
    expect(wrong).toEqual([]);
  });

  it('are numbered in the order of time, and none is dated in the future', async () => {
    const ids = [
      ['users', 'user_id'],
      ['suppliers', 'supplier_id'],
      ['categories', 'category_id'],
      ['products', 'product_id'],
      ['stock_movements', 'movement_id'],
      ['orders', 'order_id'],
      ['order_events', 'order_event_id'],
      ['payments', 'payment_id'],
      ['refunds', 'refund_id'],
    ] as const;
    for (const [table, id] of ids) {
      const disorder = `(select created_at, lag(created_at) over (order by ${id}) as before from ${table}) t`;
      expect([table, await count(`${disorder} where before > created_at`)]).toEqual([table, 0]);
      expect([table, await count(`${table} where created_at > now()`)]).toEqual([table, 0]);
    }
    for (const table of ['users', 'suppliers', 'products', 'orders']) {
      expect(await count(`${table} where updated_at > now() or updated_at < created_at`)).toBe(0);
    }
  });
});
