// Money that arrived, by SQL. Invariant: a row is never removed, and never gives back more than it brought.
import { sql, type Insertable, type Selectable } from 'kysely';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import { toShillings } from '@ghala/contracts/money';
import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { can, type Role } from '@ghala/contracts/permissions';
import { localPhone } from '@ghala/contracts/phone';
import type { Ctx } from '../../platform/context.ts';
import { listPage, type ListRequest } from '../../platform/list/list.ts';
import type { PaymentsTable } from './payments.tables.ts';
import { whereFound } from './search-payments.repository.ts';

export type PaymentRow = Selectable<PaymentsTable>;

/** A payment whose receipt M-Pesa has not told carries this and its CheckoutRequestID instead. */
export const unknownReceipt = 'unknown:';

/** To be given back: held, or of an order that ended without keeping it; and not all back or on its way yet. */
export const refundDueText = `(
  (p.state = 'held' or o.status in ('cancelled', 'returned'))
  and p.refunded_cents + p.refunding_cents < p.amount_cents)`;
const refundDue = sql.raw<boolean>(refundDueText);
/** The few among which those are, from indexes: an order counts as paid until all of its money is back. */
const mayBeDue = sql<boolean>`p.payment_id in (
  select payment_id from payments where state = 'held'
  union
  select d.payment_id from orders e join payments d on d.order_id = e.order_id
   where e.status in ('cancelled', 'returned') and e.payment_status = 'paid')`;

const payments = (ctx: Ctx) =>
  ctx.db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.order_id', 'p.order_id')
    .innerJoin('users as u', 'u.user_id', 'o.user_id');

const selection = (ctx: Ctx) =>
  payments(ctx)
    .selectAll('p')
    .select(['u.first_name', 'u.last_name', refundDue.as('refund_due')]);

export type FullPaymentRow = PaymentRow & { first_name: string; last_name: string; refund_due: boolean };

export function toPayment(row: FullPaymentRow, role: Role): Payment {
  const left = row.amount_cents - row.refunded_cents - row.refunding_cents;
  const mayAct = can(role, 'payments:refund');
  return {
    paymentId: row.payment_id,
    orderId: row.order_id,
    amount: toShillings(row.amount_cents),
    paymentMethod: row.payment_method,
    phoneNUmber: localPhone(row.phone),
    paymentDate: row.paid_at.toISOString(),
    firstName: row.first_name,
    lastName: row.last_name,
    receipt: row.receipt.startsWith(unknownReceipt) ? '' : row.receipt,
    state: row.state,
    heldReason: row.held_reason,
    refundedAmount: toShillings(row.refunded_cents),
    refundingAmount: toShillings(row.refunding_cents),
    refundDue: row.refund_due,
    actions: [
      ...(mayAct && left > 0 ? (['refund'] as const) : []),
      ...(mayAct && row.state === 'held' && left === row.amount_cents ? (['settle'] as const) : []),
    ],
  };
}

export interface PaymentListRequest extends ListRequest {
  paymentMethod?: PaymentMethod | undefined;
  state?: PaymentRow['state'] | undefined;
  refundDue?: 'true' | undefined;
  orderId?: number | undefined;
  /** Days, UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Any filter, any order; counts what it finds, so it is for what find-payments cannot do. */
export function listAnyhow(
  ctx: Ctx,
  request: PaymentListRequest,
  companies: 'all' | readonly number[],
  role: Role,
) {
  let query = payments(ctx);
  if (companies !== 'all')
    query = query.where(sql<boolean>`p.supplier_id = any(${[...companies]}::bigint[])`);
  if (request.paymentMethod !== undefined)
    query = query.where('p.payment_method', '=', request.paymentMethod);
  if (request.state !== undefined) query = query.where('p.state', '=', request.state);
  if (request.refundDue !== undefined) query = query.where(refundDue).where(mayBeDue);
  if (request.orderId !== undefined) query = query.where('p.order_id', '=', request.orderId);
  if (request.from !== undefined) query = query.where(sql<boolean>`p.paid_at >= ${request.from}::date`);
  if (request.to !== undefined) query = query.where(sql<boolean>`p.paid_at < ${request.to}::date + 1`);
  if (request.search !== '') query = query.where(whereFound(request.search));
  return listPage(
    {
      query,
      select: (q) => q.selectAll('p').select(['u.first_name', 'u.last_name', refundDue.as('refund_due')]),
      search: { text: [] },
      sortable: {
        paymentId: 'p.payment_id',
        amount: 'p.amount_cents',
        paymentMethod: 'p.payment_method',
        phoneNUmber: 'p.phone',
        paymentDate: 'p.paid_at',
        orderId: 'p.order_id',
      },
      idColumn: 'p.payment_id',
    },
    { ...request, search: '' },
    (row) => toPayment(row, role),
  );
}

export const findFull = (ctx: Ctx, paymentId: number) =>
  selection(ctx).where('p.payment_id', '=', paymentId).executeTakeFirst();

export const listOfOrder = (ctx: Ctx, orderId: number) =>
  selection(ctx).where('p.order_id', '=', orderId).orderBy('p.payment_id').execute();

export const findPayment = (ctx: Ctx, paymentId: number): Promise<PaymentRow | undefined> =>
  ctx.db.selectFrom('payments').selectAll().where('payment_id', '=', paymentId).executeTakeFirst();

/** Locked until the transaction ends; after the order's own row, never before. */
export const lockPayment = (tx: Ctx, paymentId: number): Promise<PaymentRow> =>
  tx.db
    .selectFrom('payments')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export const findByAttempt = (ctx: Ctx, attemptId: number): Promise<PaymentRow | undefined> =>
  ctx.db.selectFrom('payments').selectAll().where('attempt_id', '=', attemptId).executeTakeFirst();

export const findByReceipt = (ctx: Ctx, receipt: string): Promise<PaymentRow | undefined> =>
  ctx.db.selectFrom('payments').selectAll().where('receipt', '=', receipt).executeTakeFirst();

export type NewPayment = Pick<
  Insertable<PaymentsTable>,
  | 'order_id'
  | 'supplier_id'
  | 'amount_cents'
  | 'payment_method'
  | 'phone'
  | 'receipt'
  | 'state'
  | 'held_reason'
  | 'attempt_id'
  | 'paid_at'
>;

export async function insertPayment(tx: Ctx, payment: NewPayment): Promise<number> {
  const row = await tx.db
    .insertInto('payments')
    .values({ ...payment, created_at: tx.clock.now() })
    .returning('payment_id')
    .executeTakeFirstOrThrow();
  return row.payment_id;
}

export type PaymentChange = Partial<
  Pick<PaymentRow, 'state' | 'held_reason' | 'receipt' | 'refunded_cents' | 'refunding_cents'>
>;

export const updatePayment = (tx: Ctx, paymentId: number, change: PaymentChange) =>
  tx.db.updateTable('payments').set(change).where('payment_id', '=', paymentId).execute();

/** Whether every settled payment of an order went back whole. */
export async function isAllRefunded(tx: Ctx, orderId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'settled')
    .whereRef('refunded_cents', '<', 'amount_cents')
    .executeTakeFirstOrThrow();
  return row.left === 0;
}

/** Whether some of the money that an order stands on is on its way back. */
export async function isGoingBack(tx: Ctx, orderId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('payments')
    .select('payment_id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'settled')
    .where('refunding_cents', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function phoneOf(ctx: Ctx, userId: number): Promise<string> {
  const row = await ctx.db
    .selectFrom('users')
    .select('phone')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.phone;
}
