// Booking money that arrived. Invariant: money is recorded whatever became of its order; it counts towards the order
// only when the order still waits for exactly it, and is held for a person otherwise.
import { formatShillings, toShillings } from '@ghala/contracts/money';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { publishChange } from '../../platform/events/events.ts';
import { markPaid, reviveOrder, type OrderRow } from '../orders/index.ts';
import { insertPayment, unknownReceipt } from './payments.repository.ts';

export interface Money {
  amountCents: number;
  method: PaymentMethod;
  phone: string;
  receipt: string;
  attemptId: number | null;
  paidAt: Date;
  /** Why it may not count by itself; null when nothing is odd about it. */
  trouble: string | null;
}

/** The order that takes the money, or why none does. */
async function takeOrder(tx: Ctx, order: OrderRow, money: Money): Promise<OrderRow | string> {
  if (money.trouble !== null) return money.trouble;
  if (money.amountCents !== order.amount_cents)
    return `${shillings(money.amountCents)} came for an order of ${shillings(order.amount_cents)}.`;
  if (order.payment_status !== 'pending') return 'The order was paid already.';
  if (order.status === 'pending') return order;
  if (order.status !== 'cancelled') return `The order was ${order.status} already.`;
  const revived = await reviveOrder(tx, order, 'Its money arrived after all.');
  return revived ?? 'The money arrived after the order was cancelled.';
}

const shillings = (cents: number) => formatShillings(toShillings(cents));

/** Tells the new payment's id. The order's row is locked by the caller. */
export async function bookMoney(tx: Ctx, order: OrderRow, money: Money): Promise<number> {
  const taken = await takeOrder(tx, order, money);
  const heldReason = typeof taken === 'string' ? taken : null;
  const paymentId = await insertPayment(tx, {
    order_id: order.order_id,
    supplier_id: order.supplier_id,
    amount_cents: money.amountCents,
    payment_method: money.method,
    phone: money.phone,
    receipt: money.receipt,
    state: heldReason === null ? 'settled' : 'held',
    held_reason: heldReason,
    attempt_id: money.attemptId,
    paid_at: money.paidAt,
  });
  await recordAudit(tx, {
    action: heldReason === null ? 'payment.settled' : 'payment.held',
    subject: ['payment', paymentId],
    after: {
      orderId: order.order_id,
      amount: toShillings(money.amountCents),
      paymentMethod: money.method,
      receipt: money.receipt,
      ...(heldReason === null ? {} : { heldReason }),
    },
  });
  if (typeof taken !== 'string') {
    const known = money.receipt.startsWith(unknownReceipt) ? '' : `, receipt ${money.receipt}`;
    await markPaid(tx, taken, money.method, `Paid: ${money.method}${known}.`);
  }
  publishPayment(tx, order, paymentId);
  return paymentId;
}

export const publishPayment = (
  tx: Ctx,
  order: Pick<OrderRow, 'order_id' | 'user_id' | 'supplier_id'>,
  paymentId: number,
) =>
  publishChange(
    tx,
    { userId: order.user_id, supplierId: order.supplier_id },
    { subject: 'payment', orderId: order.order_id, paymentId },
  );
