// What other features may do to stock, inside their own transactions: take it for an order, give it back.
import type { Ctx } from '../../platform/context.ts';
import { AppError, invalidField, notFound } from '../../platform/errors.ts';
import { insertMovement, type Movement } from './stock.repository.ts';

export interface OrderStock {
  productId: number;
  /** How many; always positive. */
  quantity: number;
  orderId: number;
}

/** Takes stock for an order and tells what is left; out_of_stock (details.available) when there is not enough. */
export const takeStock = (tx: Ctx, { productId, quantity, orderId }: OrderStock): Promise<number> =>
  move(tx, { productId, quantity: -quantity, orderId, reason: 'ordered' });

/** Puts an order's stock back and tells what is there then. */
export const giveBackStock = (
  tx: Ctx,
  { productId, quantity, orderId }: OrderStock,
  reason: 'cancelled' | 'returned',
  note = '',
): Promise<number> => move(tx, { productId, quantity, orderId, reason, note });

/** Moves stock and tells the level after it. */
export async function move(tx: Ctx, movement: Movement): Promise<number> {
  const result = await insertMovement(tx, movement);
  if (result === null) throw notFound('product');
  if (result.after !== null) return result.after;
  if (movement.quantity < 0) throw outOfStock(result.before, movement.quantity);
  throw invalidField(
    'quantity',
    `There may be at most ${movement.maxStock} in stock; there are ${result.before}.`,
  );
}

export function outOfStock(available: number, quantity: number): AppError {
  const message =
    available === 0 ? 'This product is out of stock.' : `Only ${available} of this product are in stock.`;
  return new AppError('out_of_stock', message, {
    fields: { quantity: message },
    details: { available, asked: Math.abs(quantity) },
  });
}
