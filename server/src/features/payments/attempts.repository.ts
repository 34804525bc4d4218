// Attempts to pay, by SQL. Invariant: one open attempt per order and one open prompt per phone, by unique index.
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { unresolvedStates } from '@ghala/contracts/payments/payments.contract';
import type { Ctx } from '../../platform/context.ts';
import type { PaymentAttemptsTable } from './payments.tables.ts';

export type AttemptRow = Selectable<PaymentAttemptsTable>;

const attempts = (ctx: Ctx) => ctx.db.selectFrom('payment_attempts').selectAll();

export const findAttempt = (ctx: Ctx, attemptId: number): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('attempt_id', '=', attemptId).executeTakeFirst();

export const findAttemptBySecret = (ctx: Ctx, secret: string): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('secret', '=', secret).executeTakeFirst();

export const findAttemptByReference = (ctx: Ctx, reference: string): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('reference', '=', reference).executeTakeFirst();

export const findAttemptByKey = (ctx: Ctx, userId: number, key: string): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('requested_by', '=', userId).where('request_key', '=', key).executeTakeFirst();

/** Newest first. */
export const listAttempts = (ctx: Ctx, orderId: number): Promise<AttemptRow[]> =>
  attempts(ctx).where('order_id', '=', orderId).orderBy('attempt_id', 'desc').execute();

export const findLatestOfPhone = (ctx: Ctx, phone: string): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('phone', '=', phone).orderBy('attempt_id', 'desc').limit(1).executeTakeFirst();

export const findOpen = (ctx: Ctx, orderId: number): Promise<AttemptRow | undefined> =>
  attempts(ctx).where('order_id', '=', orderId).where('state', 'in', unresolvedStates).executeTakeFirst();

/** Locked until the transaction ends; after the order's own row, never before. */
export const lockAttempt = (tx: Ctx, attemptId: number): Promise<AttemptRow> =>
  attempts(tx).where('attempt_id', '=', attemptId).forNoKeyUpdate().executeTakeFirstOrThrow();

export type NewAttempt = Pick<
  Insertable<PaymentAttemptsTable>,
  | 'order_id'
  | 'payment_method'
  | 'amount_cents'
  | 'phone'
  | 'secret'
  | 'reference'
  | 'requested_by'
  | 'request_key'
  | 'next_check_at'
>;

export async function insertAttempt(tx: Ctx, attempt: NewAttempt): Promise<AttemptRow> {
  const now = tx.clock.now();
  return tx.db
    .insertInto('payment_attempts')
    .values({ ...attempt, authorization_url: null, result_code: null, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export type AttemptChange = Pick<
  Updateable<PaymentAttemptsTable>,
  'state' | 'reference' | 'authorization_url' | 'result_code' | 'failures_seen' | 'checks' | 'next_check_at'
>;

export const updateAttempt = (tx: Ctx, attemptId: number, change: AttemptChange): Promise<AttemptRow> =>
  tx.db
    .updateTable('payment_attempts')
    .set({ ...change, updated_at: tx.clock.now() })
    .where('attempt_id', '=', attemptId)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Attempts whose check is overdue: the job that was to do it got lost, or a server died in the middle. */
export async function findOverdue(ctx: Ctx, byMs: number, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('payment_attempts')
    .select('attempt_id')
    .where('next_check_at', '<', new Date(ctx.clock.now().getTime() - byMs))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.attempt_id);
}

export async function emailOf(ctx: Ctx, userId: number): Promise<string> {
  const row = await ctx.db
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.email;
}

/** Held until the transaction ends: two prompts to one phone are asked for one after the other. */
export const lockPhone = (tx: Ctx, phone: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`prompt:${phone}`}, 0))`.execute(tx.db);

/** What decides who may see an attempt. */
export const orderOf = (ctx: Ctx, orderId: number) =>
  ctx.db
    .selectFrom('orders')
    .select(['order_id', 'user_id', 'supplier_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
