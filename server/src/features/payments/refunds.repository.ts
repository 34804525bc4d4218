// Money on its way back, by SQL.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { OnlineMethod, RefundsTable } from './payments.tables.ts';

export type RefundRow = Selectable<RefundsTable>;

const refunds = (ctx: Ctx) => ctx.db.selectFrom('refunds').selectAll();

export const findRefund = (ctx: Ctx, refundId: number): Promise<RefundRow | undefined> =>
  refunds(ctx).where('refund_id', '=', refundId).executeTakeFirst();

export const findRefundBySecret = (ctx: Ctx, secret: string): Promise<RefundRow | undefined> =>
  refunds(ctx).where('secret', '=', secret).executeTakeFirst();

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

const minute = 60_000;
const hour = 60 * minute;

/** Refunds of payments by this method that its provider may be at, and was not asked about lately. */
export function findUnended(ctx: Ctx, method: OnlineMethod, limit: number): Promise<RefundRow[]> {
  const ago = (ms: number) => new Date(ctx.clock.now().getTime() - ms);
  return (
    unended(ctx)
      .where('p.payment_method', '=', method)
      .where('r.updated_at', '<=', ago(minute))
      // A bank may take days: after the first hour, once an hour will do.
      .where((eb) => eb.or([eb('r.created_at', '>', ago(hour)), eb('r.updated_at', '<=', ago(hour))]))
      .orderBy('r.updated_at')
      .limit(limit)
      .execute()
  );
}

export const findUnendedOf = (ctx: Ctx, receipt: string): Promise<RefundRow[]> =>
  unended(ctx).where('p.receipt', '=', receipt).execute();

const unended = (ctx: Ctx) =>
  ctx.db
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .selectAll('r')
    .where('r.state', 'in', ['sent', 'unknown']);

/** Refunds that were to be sent and were not: the job that was to do it got lost. */
export async function findUnsent(ctx: Ctx, byMs: number, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('refunds')
    .select('refund_id')
    .where('state', '=', 'requested')
    .where('updated_at', '<', new Date(ctx.clock.now().getTime() - byMs))
    .orderBy('refund_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.refund_id);
}
