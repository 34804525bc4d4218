// Every change of an order goes through here, on a row the caller has locked: the lifecycle is asked, the stock moves
// with the status, and each change leaves a history row, an audit row and a live event, or does not happen.
import {
  paymentTransitions,
  orderSteps,
  stepProblem,
  type OrderStepName,
  type PaymentMethod,
} from '@ghala/contracts/orders/orders.lifecycle';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { publishChange } from '../../platform/events/events.ts';
import { giveBackStock, takeStock } from '../products/index.ts';
import * as repository from './orders.repository.ts';
import { factsOf, type OrderChange, type OrderRow } from './orders.repository.ts';

const stockOf = (order: OrderRow) => ({
  productId: order.product_id,
  quantity: order.quantity,
  orderId: order.order_id,
});

/** What a step does to the stock of its order. */
async function moveStockFor(tx: Ctx, step: OrderStepName, order: OrderRow, reason: string): Promise<void> {
  switch (step) {
    case 'cancel':
    case 'expire':
      await giveBackStock(tx, stockOf(order), 'cancelled', reason);
      return;
    case 'return':
      await giveBackStock(tx, stockOf(order), 'returned', reason);
      return;
    case 'revive':
      await takeStock(tx, stockOf(order));
      return;
    case 'deliver':
      return;
  }
}

const eventFields = {
  status: 'status',
  payment_status: 'paymentStatus',
  payment_method: 'paymentMethod',
} as const;

/** Writes a change with its history; tells the row as it is then. */
async function write(tx: Ctx, order: OrderRow, change: OrderChange, reason: string): Promise<OrderRow> {
  await repository.update(tx, order.order_id, change);
  const before: Record<string, string | null> = {};
  const after: Record<string, string | null> = {};
  for (const [column, field] of Object.entries(eventFields)) {
    const key = column as keyof typeof eventFields;
    const to = change[key];
    if (to === undefined || to === order[key]) continue;
    before[field] = order[key];
    after[field] = to;
    await repository.insertEvent(tx, {
      order_id: order.order_id,
      field,
      from_value: order[key],
      to_value: to,
      reason,
    });
  }
  await recordAudit(tx, {
    action: 'order.changed',
    subject: ['order', order.order_id],
    before,
    after: { ...after, reason },
  });
  publishOrder(tx, order);
  return { ...order, ...change };
}

export const publishOrder = (tx: Ctx, order: Pick<OrderRow, 'order_id' | 'user_id' | 'supplier_id'>) =>
  publishChange(
    tx,
    { userId: order.user_id, supplierId: order.supplier_id },
    { subject: 'order', orderId: order.order_id },
  );

export async function takeStep(
  tx: Ctx,
  order: OrderRow,
  step: OrderStepName,
  reason: string,
): Promise<OrderRow> {
  const problem = stepProblem(step, factsOf(order));
  if (problem !== null) throw new AppError('not_allowed_now', problem);
  await moveStockFor(tx, step, order, reason);
  return write(tx, order, { status: orderSteps[step].to }, reason);
}

/** The order's money is there, by this method. Its stock is then kept for good. */
export async function markPaid(
  tx: Ctx,
  order: OrderRow,
  method: PaymentMethod,
  reason: string,
): Promise<OrderRow> {
  requirePaymentStep(order, 'paid');
  return write(tx, order, { payment_status: 'paid', payment_method: method, hold_until: null }, reason);
}

/** All of the order's money went back. */
export async function markRefunded(tx: Ctx, order: OrderRow, reason: string): Promise<OrderRow> {
  requirePaymentStep(order, 'refunded');
  return write(tx, order, { payment_status: 'refunded' }, reason);
}

function requirePaymentStep(order: OrderRow, to: 'paid' | 'refunded'): void {
  if (!paymentTransitions[order.payment_status].includes(to))
    throw new AppError(
      'not_allowed_now',
      `This order's money is ${order.payment_status}; it cannot become ${to}.`,
    );
}

/** Sets how an unpaid order is to be paid, and until when it keeps its stock meanwhile. */
export const setPaymentMethod = (
  tx: Ctx,
  order: OrderRow,
  method: PaymentMethod,
  holdUntil: Date | null,
  reason: string,
): Promise<OrderRow> => write(tx, order, { payment_method: method, hold_until: holdUntil }, reason);

/**
 * Brings back an order that the system cancelled because its money was late. False when its stock is gone, or when it
 * was a person who cancelled it: their decision stands.
 */
export async function reviveOrder(tx: Ctx, order: OrderRow, reason: string): Promise<OrderRow | null> {
  if (stepProblem('revive', factsOf(order)) !== null) return null;
  if (!(await repository.wasChangedBySystem(tx, order.order_id))) return null;
  try {
    return await takeStep(tx, order, 'revive', reason);
  } catch (error) {
    if (error instanceof AppError && error.code === 'out_of_stock') return null;
    throw error;
  }
}
