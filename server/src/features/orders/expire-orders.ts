// Unpaid Mpesa and Paystack orders keep their stock for a while, and for as long as a payer may be paying; then they
// are cancelled and the stock goes back.
import { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { takeStep } from './order-changes.ts';
import type { OrderMoney } from './order-money.ts';
import * as repository from './orders.repository.ts';

export const holdUntil = (ctx: Pick<Ctx, 'clock'>, holdMinutes: number): Date =>
  new Date(ctx.clock.now().getTime() + holdMinutes * 60_000);

/** Sent for the moment a hold runs out; the sweep below catches what was late or lost. */
export const expireOrderTask = { name: 'expire-order', payload: z.object({ orderId: z.int() }) };

/** The order is placed by now: when this fails, it is the sweep that will see to it. */
export async function expireInTime(
  ctx: Ctx,
  order: { order_id: number; hold_until: Date | null },
): Promise<void> {
  if (order.hold_until === null) return;
  try {
    await ctx.jobs.send(ctx, expireOrderTask, { orderId: order.order_id }, { startAfter: order.hold_until });
  } catch (error) {
    ctx.log.warn({ err: error, orderId: order.order_id }, 'an order will be expired by the sweep only');
  }
}

/** True when the order was cancelled now. */
export const expireOrder = (ctx: Ctx, money: OrderMoney, orderId: number): Promise<boolean> =>
  withTransaction(ctx, async (tx) => {
    const order = await repository.findForChange(tx, orderId);
    if (order === undefined || order.status !== 'pending' || order.payment_status !== 'pending') return false;
    if (order.hold_until === null || order.hold_until > tx.clock.now()) return false;
    if (await money.hasOpenAttempt(tx, orderId)) return false;
    await takeStep(tx, order, 'expire', 'The payment did not arrive in time.');
    return true;
  });

/** One round of the sweep; more wait for the next. */
const sweepSize = 500;

export async function expireOrders(ctx: Ctx, money: OrderMoney): Promise<void> {
  for (const orderId of await repository.findExpired(ctx, sweepSize)) await expireOrder(ctx, money, orderId);
}
