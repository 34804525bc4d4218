// Placing an order: the server computes the amount, and takes the stock in the same transaction.
import type { z } from 'zod';
import type { Order, placeOrderSchema } from '@ghala/contracts/orders/orders.contract';
import { formatShillings, mpesaAmountProblem, toShillings } from '@ghala/contracts/money';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, forbidden, invalidField, notFound } from '../../platform/errors.ts';
import { outOfStock } from '../products/index.ts';
import { publishOrder } from './order-changes.ts';
import { partiesFor } from './order-parties.ts';
import { toOrder, type FullOrderRow } from './orders.repository.ts';
import { placeInOneGo, type NewOrder } from './place-order.repository.ts';
import { expireOrderTask, holdUntil } from './expire-orders.ts';
import type { OrderSettings } from './orders.service.ts';

export async function placeOrder(
  ctx: SignedInCtx,
  settings: OrderSettings,
  body: z.output<typeof placeOrderSchema>,
): Promise<Order> {
  if (body.userId !== ctx.actor.userId && ctx.actor.role !== 'admin')
    throw forbidden('You can order for yourself only.');
  const method = body.paymentMethod ?? 'Cash on delivery';
  const heldUntil = method === 'Cash on delivery' ? null : holdUntil(ctx, settings.paymentHoldMinutes);
  const order: NewOrder = {
    user_id: body.userId,
    product_id: body.productId,
    quantity: body.quantity,
    amount_cents: body.amount,
    payment_method: method,
    hold_until: heldUntil,
  };
  // A statement of its own is a transaction of its own; one that also sends a job needs more.
  const row =
    heldUntil === null
      ? await place(ctx, order)
      : await withTransaction(ctx, async (tx) => {
          const placed = await place(tx, order);
          await tx.jobs.send(tx, expireOrderTask, { orderId: placed.order_id }, { startAfter: heldUntil });
          return placed;
        });
  return toOrder(row, await partiesFor(ctx));
}

async function place(ctx: SignedInCtx, order: NewOrder): Promise<FullOrderRow> {
  const problem =
    order.payment_method === 'Mpesa' ? mpesaAmountProblem(toShillings(order.amount_cents)) : null;
  // Nothing can be ordered for no money at all; what is wrong besides is told first.
  const found = await placeInOneGo(ctx, problem === null ? order : { ...order, amount_cents: 0 });
  if (!found.personExists) throw invalidField('userId', 'There is no such person.');
  if (found.product === null) throw notFound('product');
  const amountCents = found.product.priceCents * order.quantity;
  if (order.amount_cents !== amountCents) throw amountChanged(amountCents);
  if (problem !== null) throw invalidField('paymentMethod', problem);
  if (found.order === null) throw outOfStock(found.product.stockLevel, order.quantity);
  publishOrder(ctx, found.order);
  return found.order;
}

export const amountChanged = (amountCents: number): AppError => {
  const amount = toShillings(amountCents);
  return new AppError('amount_changed', `The amount of this order is ${formatShillings(amount)}.`, {
    fields: { amount: `This must be ${amount}.` },
    details: { amount },
  });
};
