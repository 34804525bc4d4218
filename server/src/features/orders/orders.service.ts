// Orders: who may see them and the steps people take with them. Invariant: an order changes only on its locked row, in
// one transaction with its stock, its money and its history.
import type { Order, OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { localPhone } from '@ghala/contracts/phone';
import { toShillings } from '@ghala/contracts/money';
import { mayTake, paymentChoiceProblem, type OrderStepName } from '@ghala/contracts/orders/orders.lifecycle';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { AppError, forbidden, notFound } from '../../platform/errors.ts';
import { companyIdsOf } from '../suppliers/index.ts';
import { setPaymentMethod, takeStep } from './order-changes.ts';
import type { OrderMoney } from './order-money.ts';
import { partiesFor, requirePayer, requireSomeParty } from './order-parties.ts';
import { list } from './find-orders.repository.ts';
import * as repository from './orders.repository.ts';
import {
  factsOf,
  toOrder,
  type OrderListRequest,
  type OrderRow,
  type PartiesOf,
} from './orders.repository.ts';

export interface OrderSettings {
  paymentHoldMinutes: number;
}

export async function listOrders(ctx: SignedInCtx, request: OrderListRequest) {
  const companies = await companyIdsOf(ctx);
  return list(ctx, request, companies === 'all' ? {} : { companies }, await partiesFor(ctx));
}

export async function listOwnOrders(ctx: SignedInCtx, userId: number, request: OrderListRequest) {
  if (userId !== ctx.actor.userId && ctx.actor.role !== 'admin')
    throw forbidden('These orders are not yours.');
  return list(ctx, request, { userId }, await partiesFor(ctx));
}

async function readOrder(ctx: Ctx, orderId: number, partiesOf: PartiesOf): Promise<Order> {
  const row = await repository.findFull(ctx, orderId);
  if (row === undefined) throw notFound('order');
  return toOrder(row, partiesOf);
}

export async function getOrder(ctx: SignedInCtx, money: OrderMoney, orderId: number): Promise<OrderDetail> {
  const row = await repository.findFull(ctx, orderId);
  if (row === undefined) throw notFound('order');
  const partiesOf = await requireSomeParty(ctx, row);
  const { supplier_name } = await repository.findCompanyName(ctx, row.supplier_id);
  return {
    ...toOrder(row, partiesOf),
    unitPrice: toShillings(row.unit_price_cents),
    phoneNumber: localPhone(row.phone),
    supplierId: row.supplier_id,
    supplierName: supplier_name,
    events: await repository.listEvents(ctx, orderId),
    ...(await money.ofOrder(ctx, orderId)),
  };
}

/** Locked until the transaction ends; not_found when there is none. */
export async function lockOrder(tx: Ctx, orderId: number): Promise<OrderRow> {
  const order = await repository.findForChange(tx, orderId);
  if (order === undefined) throw notFound('order');
  return order;
}

/** A step a person takes: may they, can it be done now, then do it. */
const step = (
  ctx: SignedInCtx,
  orderId: number,
  name: OrderStepName,
  reason: string,
  also: (tx: SignedInCtx, order: OrderRow) => Promise<void> = async () => undefined,
): Promise<Order> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const partiesOf = await partiesFor(tx);
    if (!mayTake(name, partiesOf(order))) throw forbidden('You may not do this with this order.');
    await also(tx, await takeStep(tx, order, name, reason));
    return readOrder(tx, orderId, partiesOf);
  });

export const deliverOrder = (
  ctx: SignedInCtx,
  money: OrderMoney,
  orderId: number,
  reason = 'Handed over to the customer.',
): Promise<Order> =>
  step(ctx, orderId, 'deliver', reason, async (tx, order) => {
    if (order.payment_status === 'pending') await money.recordCash(tx, order);
    else if (await money.isGoingBack(tx, orderId))
      throw new AppError(
        'not_allowed_now',
        'Money of this order is on its way back. It can be delivered once that refund has ended and left it paid.',
      );
  });

export const cancelOrder = (ctx: SignedInCtx, orderId: number, reason = ''): Promise<Order> =>
  step(ctx, orderId, 'cancel', reason);

export const returnOrder = (ctx: SignedInCtx, orderId: number, reason = ''): Promise<Order> =>
  step(ctx, orderId, 'return', reason);

export const payOnDelivery = (
  ctx: SignedInCtx,
  money: OrderMoney,
  orderId: number,
  reason = 'To be paid on delivery.',
): Promise<Order> =>
  withTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, orderId);
    await requirePayer(tx, order);
    if (order.payment_status === 'paid') throw new AppError('already_paid', 'This order is paid already.');
    const problem = paymentChoiceProblem('pay-on-delivery', factsOf(order));
    if (problem !== null) throw new AppError('not_allowed_now', problem);
    await money.closeAttempts(tx, orderId);
    await setPaymentMethod(tx, order, 'Cash on delivery', null, reason);
    return readOrder(tx, orderId, await partiesFor(tx));
  });
