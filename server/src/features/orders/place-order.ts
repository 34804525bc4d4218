// Placing an order: the server computes the amount, and takes the stock in the same transaction.
import type { z } from 'zod';
import type { Order, placeOrderSchema } from '@ghala/contracts/orders/orders.contract';
import { formatShillings, mpesaAmountProblem, toShillings } from '@ghala/contracts/money';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, forbidden, invalidField } from '../../platform/errors.ts';
import { getForSale, takeStock } from '../products/index.ts';
import { publishOrder } from './order-changes.ts';
import { partiesFor } from './order-parties.ts';
import * as repository from './orders.repository.ts';
import { expireOrderTask, holdUntil } from './expire-orders.ts';
import type { OrderSettings } from './orders.service.ts';

export async function placeOrder(
  ctx: SignedInCtx,
  settings: OrderSettings,
  body: z.output<typeof placeOrderSchema>,
): Promise<Order> {
  const forAnother = body.userId !== ctx.actor.userId;
  if (forAnother && ctx.actor.role !== 'admin') throw forbidden('You can order for yourself only.');
  return withTransaction(ctx, async (tx) => {
    if (forAnother && !(await repository.isLivePerson(tx, body.userId)))
      throw invalidField('userId', 'There is no such person.');
    const product = await getForSale(tx, body.productId);
    const amountCents = product.priceCents * body.quantity;
    if (body.amount !== amountCents) throw amountChanged(amountCents);
    const method = body.paymentMethod ?? 'Cash on delivery';
    const problem = method === 'Mpesa' ? mpesaAmountProblem(toShillings(amountCents)) : null;
    if (problem !== null) throw invalidField('paymentMethod', problem);
    const heldUntil = method === 'Cash on delivery' ? null : holdUntil(tx, settings.paymentHoldMinutes);
    const row = await repository.insert(tx, {
      user_id: body.userId,
      product_id: product.productId,
      supplier_id: product.supplierId,
      quantity: body.quantity,
      unit_price_cents: product.priceCents,
      payment_method: method,
      hold_until: heldUntil,
    });
    const orderId = row.order_id;
    await takeStock(tx, { productId: product.productId, quantity: body.quantity, orderId });
    const order = repository.toOrder(row, await partiesFor(tx));
    await recordAudit(tx, { action: 'order.placed', subject: ['order', orderId], after: order });
    publishOrder(tx, row);
    if (heldUntil !== null) await tx.jobs.send(tx, expireOrderTask, { orderId }, { startAfter: heldUntil });
    return order;
  });
}

export const amountChanged = (amountCents: number): AppError => {
  const amount = toShillings(amountCents);
  return new AppError('amount_changed', `The amount of this order is ${formatShillings(amount)}.`, {
    fields: { amount: `This must be ${amount}.` },
    details: { amount },
  });
};
