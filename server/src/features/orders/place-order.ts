// Placing an order: the server computes the amount, and the stock is taken by the statement that places it.
import type { z } from 'zod';
import { ordersContract, type Order, type placeOrderSchema } from '@ghala/contracts/orders/orders.contract';
import { formatShillings, mpesaAmountProblem, toShillings } from '@ghala/contracts/money';
import type { SignedInCtx } from '../../platform/context.ts';
import { AppError, forbidden, invalidField, notFound } from '../../platform/errors.ts';
import { claimOf, findAnswer } from '../../platform/http/idempotency.ts';
import { outOfStock } from '../products/index.ts';
import { companyIdsOf } from '../suppliers/index.ts';
import { publishOrder } from './order-changes.ts';
import { partiesAmong } from './order-parties.ts';
import { toOrder, type FullOrderRow } from './orders.repository.ts';
import { answerOf, placeInOneGo, type Keep, type NewOrder } from './place-order.repository.ts';
import { expireInTime, holdUntil } from './expire-orders.ts';
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
  const companies = await companyIdsOf(ctx);
  const claim = claimOf(ctx, ordersContract.placeOrder, body);
  try {
    const placed = await place(ctx, order, claim === null ? null : { ...claim, companies });
    await expireInTime(ctx, placed);
    return toOrder(placed, partiesAmong(ctx, companies));
  } catch (error) {
    // Whatever kept it from being placed, with this key it may have been placed before.
    const kept = claim === null ? null : await findAnswer(ctx, claim);
    if (kept === null) throw error;
    const before = answerOf(kept.answer);
    return toOrder(before.order, partiesAmong(ctx, before.companies));
  }
}

async function place(ctx: SignedInCtx, order: NewOrder, keep: Keep | null): Promise<FullOrderRow> {
  const problem =
    order.payment_method === 'Mpesa' ? mpesaAmountProblem(toShillings(order.amount_cents)) : null;
  // Nothing can be ordered for no money at all; what is wrong besides is told first.
  const found = await placeInOneGo(ctx, problem === null ? order : { ...order, amount_cents: 0 }, keep);
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
