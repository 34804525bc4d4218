// Money on its way back, by SQL.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { PaymentMethod } from '@ghala/contracts/orders/orders.lifecycle';
import type { Ctx } from '../../platform/context.ts';
import type { OnlineMethod, RefundsTable } from './payments.tables.ts';
import { askedAboutMs } from './refund-times.ts';

export type RefundRow = Selectable<RefundsTable>;

export interface FullRefundRow extends RefundRow {
  payment_method: PaymentMethod;
  /** Whoever asked for it. */
  first_name: string;
  last_name: string;
  /** Its result has come and nobody has worked on it yet. */
  result_waits: boolean;
}

/** The result code of a refund that a person ended: its provider may still say otherwise. */
export const byHand = 'by-hand';

const refunds = (ctx: Ctx) => ctx.db.selectFrom('refunds').selectAll();

export const findRefund = (ctx: Ctx, refundId: number): Promise<RefundRow | undefined> =>
  refunds(ctx).where('refund_id', '=', refundId).executeTakeFirst();

export const findRefundBySecret = (ctx: Ctx, secret: string): Promise<RefundRow | undefined> =>
  refunds(ctx).where('secret', '=', secret).executeTakeFirst();

export const lockRefund = (tx: Ctx, refundId: number): Promise<RefundRow> =>
  refunds(tx).where('refund_id', '=', refundId).forNoKeyUpdate().executeTakeFirstOrThrow();

const fullRefunds = (ctx: Ctx) =>
  ctx.db
    .selectFrom('refunds as r')
    .innerJoin('users as u', 'u.user_id', 'r.requested_by')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .selectAll('r')
    .select([
      'u.first_name',
      'u.last_name',
      'p.payment_method',
      sql<boolean>`exists (select from provider_callbacks c
        where c.refund_id = r.refund_id and c.processed_at is null)`.as('result_waits'),
    ]);

export const listRefunds = (ctx: Ctx, orderId: number): Promise<FullRefundRow[]> =>
  fullRefunds(ctx).where('r.order_id', '=', orderId).orderBy('r.refund_id').execute();

export const getFullRefund = (ctx: Ctx, refundId: number): Promise<FullRefundRow> =>
  fullRefunds(ctx).where('r.refund_id', '=', refundId).executeTakeFirstOrThrow();

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
  change: Pick<Updateable<RefundsTable>, 'state' | 'result_code' | 'reference' | 'sent_at' | 'missing_at'>,
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
    atProviders(ctx)
      .where('r.state', 'in', openStates)
      .where('p.payment_method', '=', method)
      .where('r.updated_at', '<=', ago(minute))
      .where(sql<boolean>`coalesce(r.sent_at, r.updated_at) > ${ago(askedAboutMs)}`)
      // A bank may take days: after the first hour, once an hour will do.
      .where((eb) => eb.or([eb('r.created_at', '>', ago(hour)), eb('r.updated_at', '<=', ago(hour))]))
      .orderBy('r.updated_at')
      .limit(limit)
      .execute()
  );
}

/** Those of one payment that its provider has not ended. A person may have: it can still say otherwise. */
export const findUntoldOf = (ctx: Ctx, receipt: string): Promise<RefundRow[]> =>
  atProviders(ctx)
    .where('p.receipt', '=', receipt)
    .where((eb) => eb.or([eb('r.state', 'in', openStates), eb('r.result_code', '=', byHand)]))
    .execute();

const openStates = ['sent', 'unknown'] as const;

const atProviders = (ctx: Ctx) =>
  ctx.db.selectFrom('refunds as r').innerJoin('payments as p', 'p.payment_id', 'r.payment_id').selectAll('r');

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
