// Money on its way back, by SQL.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { RefundsTable } from './payments.tables.ts';

export type RefundRow = Selectable<RefundsTable>;

const refunds = (ctx: Ctx) => ctx.db.selectFrom('refunds').selectAll();

export const findRefund = (ctx: Ctx, refundId: number): Promise<RefundRow | undefined> =>
  refunds(ctx).where('refund_id', '=', refundId).executeTakeFirst();

export const findRefundBySecret = (ctx: Ctx, secret: string): Promise<RefundRow | undefined> =>
  refunds(ctx).where('secret', '=', secret).executeTakeFirst();

export const findRefundByReference = (ctx: Ctx, reference: string): Promise<RefundRow | undefined> =>
  refunds(ctx).where('reference', '=', reference).executeTakeFirst();

/** The refund of a payment whose answer got lost, found again by its amount. */
export const findLostRefund = (
  ctx: Ctx,
  receipt: string,
  amountCents: number,
): Promise<RefundRow | undefined> =>
  ctx.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .selectAll('r')
    .where('p.receipt', '=', receipt)
    .where('r.amount_cents', '=', amountCents)
    .where('r.reference', 'is', null)
    .where('r.state', '=', 'unknown')
    .orderBy('r.refund_id')
    .limit(1)
    .executeTakeFirst();

export const lockRefund = (tx: Ctx, refundId: number): Promise<RefundRow> =>
  refunds(tx).where('refund_id', '=', refundId).forNoKeyUpdate().executeTakeFirstOrThrow();

export const listRefunds = (ctx: Ctx, orderId: number) =>
  ctx.db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.user_id', 'r.requested_by')
    .selectAll('r')
    .select(['u.first_name', 'u.last_name'])
    .where('r.order_id', '=', orderId)
    .orderBy('r.refund_id')
    .execute();

export type NewRefund = Pick<
  Insertable<RefundsTable>,
  'payment_id' | 'order_id' | 'amount_cents' | 'reason' | 'secret' | 'requested_by'
>;

export async function insertRefund(tx: Ctx, refund: NewRefund): Promise<RefundRow> {
  const now = tx.clock.now();
  return tx.db
    .insertInto('refunds')
    .values({ ...refund, result_code: null, reference: null, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const updateRefund = (
  tx: Ctx,
  refundId: number,
  change: Pick<Updateable<RefundsTable>, 'state' | 'result_code' | 'reference'>,
): Promise<RefundRow> =>
  tx.db
    .updateTable('refunds')
    .set({ ...change, updated_at: tx.clock.now() })
    .where('refund_id', '=', refundId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Refunds a provider is still at, for those who can be asked. */
export async function findSentRefunds(ctx: Ctx, limit: number): Promise<RefundRow[]> {
  return refunds(ctx)
    .where('state', '=', 'sent')
    .where('reference', 'is not', null)
    .orderBy('updated_at')
    .limit(limit)
    .execute();
}
