// What the caller is to an order: its owner, an admin, somebody of its company, or nobody.
import type { OrderParty } from '@ghala/contracts/orders/orders.lifecycle';
import type { SignedInCtx } from '../../platform/context.ts';
import { forbidden } from '../../platform/errors.ts';
import { companyIdsOf } from '../suppliers/index.ts';
import type { PartiesOf } from './orders.repository.ts';

/** Whom a caller acts for: an admin for all companies. */
export type Companies = 'all' | readonly number[];

export const partiesFor = async (ctx: SignedInCtx): Promise<PartiesOf> =>
  partiesAmong(ctx, await companyIdsOf(ctx));

export const partiesAmong =
  (ctx: SignedInCtx, companies: Companies): PartiesOf =>
  (order) => {
    const parties: OrderParty[] = [];
    if (order.user_id === ctx.actor.userId) parties.push('owner');
    if (companies === 'all') parties.push('admin');
    else if (companies.includes(order.supplier_id)) parties.push('supplier');
    return parties;
  };

/** For reading an order and what belongs to it. */
export async function requireSomeParty(
  ctx: SignedInCtx,
  order: { user_id: number; supplier_id: number },
): Promise<PartiesOf> {
  const partiesOf = await partiesFor(ctx);
  if (partiesOf(order).length === 0) throw forbidden('This order is not yours.');
  return partiesOf;
}

/** For paying an order. */
export async function requirePayer(
  ctx: SignedInCtx,
  order: { user_id: number; supplier_id: number },
): Promise<void> {
  if (order.user_id !== ctx.actor.userId && ctx.actor.role !== 'admin')
    throw forbidden('This order is not yours to pay.');
}
