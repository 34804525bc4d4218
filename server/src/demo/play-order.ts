// Plays one order's journey up to the present and writes down what it leaves behind: the order as it stands, its
// history, its money and the stock it moved.
import type { OrderStatus, PaymentStatus } from '@ghala/contracts/orders/orders.lifecycle';
import { holdMs, type Step } from './order-journeys.ts';
import type { DemoOrder, DemoOrderEvent, DemoPayment, DemoRefund, DemoStockMovement } from './order-rows.ts';
import type { PlacedOrder } from './place-orders.ts';
import type { ReceiptFor } from './receipts.ts';

export interface PlayedOrder {
  order: DemoOrder;
  events: DemoOrderEvent[];
  payments: DemoPayment[];
  refunds: DemoRefund[];
  movements: DemoStockMovement[];
}

export interface Stage {
  nowMs: number;
  actorFor: (by: Step['by'], order: DemoOrder) => number | null;
  receiptFor: ReceiptFor;
}

type Change = Pick<DemoOrderEvent, 'field' | 'from_value' | 'to_value'>;
/** A step with the person who took it; null is the system. */
type Taken = Pick<Step, 'atMs' | 'reason'> & { actor: number | null };

export function playOrder(placed: PlacedOrder, orderId: number, stage: Stage): PlayedOrder {
  const played: PlayedOrder = {
    order: placedRow(placed, orderId),
    events: [],
    payments: [],
    refunds: [],
    movements: [],
  };
  const { order } = played;
  const placing: Taken = { atMs: placed.placedMs, reason: '', actor: order.user_id };
  record(played, placing, { field: 'status', from_value: null, to_value: 'pending' });
  moveStock(played, placing, 'ordered', -order.quantity);

  let previous: { atMs: number; actor: number | null } | undefined;
  for (const step of placed.steps.filter(({ atMs }) => atMs <= stage.nowMs)) {
    // Two steps of one moment are one act: who hands the goods over also takes the cash.
    const actor = previous?.atMs === step.atMs ? previous.actor : stage.actorFor(step.by, order);
    if (previous?.atMs !== step.atMs && step.kind !== 'paid too late') {
      order.version += 1;
      order.updated_at = new Date(step.atMs);
    }
    previous = { atMs: step.atMs, actor };
    takeStep(played, step.kind, { atMs: step.atMs, reason: step.reason, actor }, placed.user.phone, stage);
  }
  const unpaid = order.payment_method !== 'Cash on delivery' && order.payment_status === 'pending';
  if (unpaid) order.hold_until = new Date(placed.placedMs + holdMs);
  return played;
}

function takeStep(
  played: PlayedOrder,
  kind: Step['kind'],
  taken: Taken,
  phone: string,
  { receiptFor }: Stage,
): void {
  const { order } = played;
  switch (kind) {
    case 'paid': {
      const receipt = receiptFor(order.payment_method, order.order_id, taken.atMs);
      played.payments.push({ ...money(order, taken, phone), receipt, state: 'settled', held_reason: null });
      const reason = taken.reason || `Paid: ${order.payment_method}, receipt ${receipt}.`;
      setPaymentStatus(played, { ...taken, reason }, 'paid');
      return;
    }
    case 'paid too late': {
      const receipt = receiptFor(order.payment_method, order.order_id, taken.atMs);
      played.payments.push({
        ...money(order, taken, phone),
        receipt,
        state: 'held',
        held_reason: taken.reason,
      });
      return;
    }
    case 'delivered':
      setStatus(played, taken, 'delivered');
      return;
    case 'cancelled':
    case 'returned':
      setStatus(played, taken, kind);
      moveStock(played, taken, kind, order.quantity);
      return;
    case 'refunded':
      for (const payment of played.payments) giveBack(played, payment, taken);
      setPaymentStatus(played, taken, 'refunded');
      return;
    case 'turned to cash':
      record(played, taken, {
        field: 'paymentMethod',
        from_value: order.payment_method,
        to_value: 'Cash on delivery',
      });
      order.payment_method = 'Cash on delivery';
      return;
  }
}

const money = (order: DemoOrder, { atMs }: Taken, phone: string) => ({
  order_id: order.order_id,
  supplier_id: order.supplier_id,
  amount_cents: order.amount_cents,
  payment_method: order.payment_method,
  phone,
  refunded_cents: 0,
  paid_at: new Date(atMs),
  created_at: new Date(atMs),
});

function giveBack(played: PlayedOrder, payment: DemoPayment, { atMs, reason, actor }: Taken): void {
  if (actor === null) throw new Error('A refund needs somebody who asks for it.');
  payment.refunded_cents = payment.amount_cents;
  played.refunds.push({
    receipt: payment.receipt,
    order_id: payment.order_id,
    amount_cents: payment.amount_cents,
    state: 'succeeded',
    reason,
    result_code: '0',
    requested_by: actor,
    created_at: new Date(atMs),
    updated_at: new Date(atMs),
  });
}

function setStatus(played: PlayedOrder, taken: Taken, to: OrderStatus): void {
  record(played, taken, { field: 'status', from_value: played.order.status, to_value: to });
  played.order.status = to;
}

function setPaymentStatus(played: PlayedOrder, taken: Taken, to: PaymentStatus): void {
  record(played, taken, { field: 'paymentStatus', from_value: played.order.payment_status, to_value: to });
  played.order.payment_status = to;
}

function record(played: PlayedOrder, { atMs, reason, actor }: Taken, change: Change): void {
  played.events.push({
    order_id: played.order.order_id,
    ...change,
    reason,
    actor_user_id: actor,
    created_at: new Date(atMs),
  });
}

function moveStock(
  { order, movements }: PlayedOrder,
  { atMs, actor, reason: note }: Taken,
  reason: DemoStockMovement['reason'],
  quantity: number,
): void {
  movements.push({
    product_id: order.product_id,
    quantity,
    reason,
    note,
    order_id: order.order_id,
    actor_user_id: actor,
    created_at: new Date(atMs),
  });
}

function placedRow({ placedMs, user, product, quantity, method }: PlacedOrder, orderId: number): DemoOrder {
  return {
    order_id: orderId,
    user_id: user.user_id,
    product_id: product.product_id,
    supplier_id: product.supplier_id,
    quantity,
    unit_price_cents: product.price_cents,
    amount_cents: quantity * product.price_cents,
    status: 'pending',
    payment_status: 'pending',
    payment_method: method,
    hold_until: null,
    version: 1,
    created_at: new Date(placedMs),
    updated_at: new Date(placedMs),
  };
}
