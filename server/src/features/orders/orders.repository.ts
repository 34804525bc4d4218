// Orders and their history, by SQL. Invariant: a row that is to change is locked first, always the order before its
// product, so that two changes never wait for each other.
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Order, OrderEvent } from '@ghala/contracts/orders/orders.contract';
import {
  actionsFor,
  type OrderParty,
  type OrderStatus,
  type PaymentMethod,
  type PaymentStatus,
} from '@ghala/contracts/orders/orders.lifecycle';
import { toShillings } from '@ghala/contracts/money';
import type { Ctx } from '../../platform/context.ts';
import { listPage, whereSearched, type ListRequest } from '../../platform/list/list.ts';
import type { OrderEventsTable, OrdersTable } from './orders.tables.ts';

export type OrderRow = Selectable<OrdersTable>;

const columns = [
  'o.order_id',
  'o.user_id',
  'o.product_id',
  'o.supplier_id',
  'o.quantity',
  'o.unit_price_cents',
  'o.amount_cents',
  'o.status',
  'o.payment_status',
  'o.payment_method',
  'o.hold_until',
  'o.created_at',
  'o.updated_at',
  'u.first_name',
  'u.last_name',
  'u.email',
  'u.phone',
  'p.product_name',
] as const;

const orders = (ctx: Ctx) =>
  ctx.db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.user_id', 'o.user_id')
    .innerJoin('products as p', 'p.product_id', 'o.product_id');

export type FullOrderRow = Awaited<ReturnType<typeof findFull>> & {};

/** What one caller is to each order of a list. */
export type PartiesOf = (order: { user_id: number; supplier_id: number }) => OrderParty[];

export const toOrder = (row: FullOrderRow, partiesOf: PartiesOf): Order => ({
  orderId: row.order_id,
  userId: row.user_id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  productId: row.product_id,
  productName: row.product_name,
  quantity: row.quantity,
  amount: toShillings(row.amount_cents),
  status: row.status,
  paymentStatus: row.payment_status,
  paymentMethod: row.payment_method,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  holdUntil: row.hold_until?.toISOString() ?? null,
  actions: actionsFor(factsOf(row), partiesOf(row)),
});

export const factsOf = (
  row: Pick<OrderRow, 'status' | 'payment_status' | 'payment_method' | 'amount_cents'>,
) => ({
  status: row.status,
  paymentStatus: row.payment_status,
  paymentMethod: row.payment_method,
  amount: toShillings(row.amount_cents),
});

export interface OrderListRequest extends ListRequest {
  status?: OrderStatus | undefined;
  paymentStatus?: PaymentStatus | undefined;
  paymentMethod?: PaymentMethod | undefined;
  productId?: number | undefined;
  supplierId?: number | undefined;
  /** Days, UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface OrderScope {
  userId?: number;
  companies?: readonly number[];
}

/** The orders of a scope that pass the filters; not yet searched. */
export function passes(request: OrderListRequest, scope: OrderScope): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (scope.userId !== undefined) conditions.push(sql`o.user_id = ${scope.userId}`);
  if (scope.companies !== undefined)
    conditions.push(sql`o.supplier_id = any(${[...scope.companies]}::bigint[])`);
  if (request.status !== undefined) conditions.push(sql`o.status = ${request.status}`);
  if (request.paymentStatus !== undefined) conditions.push(sql`o.payment_status = ${request.paymentStatus}`);
  if (request.paymentMethod !== undefined) conditions.push(sql`o.payment_method = ${request.paymentMethod}`);
  if (request.productId !== undefined) conditions.push(sql`o.product_id = ${request.productId}`);
  if (request.supplierId !== undefined) conditions.push(sql`o.supplier_id = ${request.supplierId}`);
  if (request.from !== undefined) conditions.push(sql`o.created_at >= ${request.from}::date`);
  if (request.to !== undefined) conditions.push(sql`o.created_at < ${request.to}::date + 1`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Without the joins that only a search needs. */
async function count(ctx: Ctx, request: OrderListRequest, scope: OrderScope): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from orders o where ${passes(request, scope)}`.execute(ctx.db);
  return rows[0]?.total ?? 0;
}

const searchable = {
  text: [sql<string>`u.first_name || ' ' || u.last_name || ' ' || u.email`, sql<string>`p.product_name`],
  phones: ['u.phone'],
  ids: ['o.order_id'],
} as const;

/** Any order, any filter; counts what it finds, so it is for what find-orders cannot do. */
export const listAnyhow = (ctx: Ctx, request: OrderListRequest, scope: OrderScope, partiesOf: PartiesOf) =>
  listPage(
    {
      query: orders(ctx).where(passes(request, scope)),
      select: (q) => q.select(columns),
      search: searchable,
      sortable: {
        orderId: 'o.order_id',
        firstName: sql`lower(u.first_name)`,
        email: sql`lower(u.email)`,
        productName: sql`lower(p.product_name)`,
        quantity: 'o.quantity',
        amount: 'o.amount_cents',
        status: 'o.status',
        paymentStatus: 'o.payment_status',
        paymentMethod: 'o.payment_method',
        createdAt: 'o.created_at',
      },
      idColumn: 'o.order_id',
      ...(request.search === '' ? { total: () => count(ctx, request, scope) } : {}),
    },
    request,
    (row) => toOrder(row, partiesOf),
  );

/** The next rows of a list, newest first, from below an id on; for reading all of it in batches. */
export function listBefore(
  ctx: Ctx,
  request: OrderListRequest,
  scope: OrderScope,
  before: number | null,
  limit: number,
) {
  let query = orders(ctx).where(passes(request, scope)).select(columns);
  if (before !== null) query = query.where('o.order_id', '<', before);
  return whereSearched(query, request.search, searchable)
    .orderBy('o.order_id', 'desc')
    .limit(limit)
    .execute();
}

export const findFull = (ctx: Ctx, orderId: number) =>
  orders(ctx).select(columns).where('o.order_id', '=', orderId).executeTakeFirst();

export const findCompanyName = (ctx: Ctx, supplierId: number) =>
  ctx.db
    .selectFrom('suppliers')
    .select('supplier_name')
    .where('supplier_id', '=', supplierId)
    .executeTakeFirstOrThrow();

/** Locked until the transaction ends. */
export const findForChange = (tx: Ctx, orderId: number): Promise<OrderRow | undefined> =>
  tx.db.selectFrom('orders').selectAll().where('order_id', '=', orderId).forNoKeyUpdate().executeTakeFirst();

export type OrderChange = Partial<
  Pick<OrderRow, 'status' | 'payment_status' | 'payment_method' | 'hold_until'>
>;

export const update = (tx: Ctx, orderId: number, change: OrderChange) =>
  tx.db
    .updateTable('orders')
    .set({ ...change, version: sql`version + 1`, updated_at: tx.clock.now() })
    .where('order_id', '=', orderId)
    .execute();

export type NewEvent = Pick<OrderEventsTable, 'order_id' | 'field' | 'from_value' | 'to_value' | 'reason'>;

export const insertEvent = (tx: Ctx, event: NewEvent) =>
  tx.db
    .insertInto('order_events')
    .values({ ...event, actor_user_id: tx.actor?.userId ?? null, created_at: tx.clock.now() })
    .execute();

export async function listEvents(ctx: Ctx, orderId: number): Promise<OrderEvent[]> {
  const rows = await ctx.db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.user_id', 'e.actor_user_id')
    .selectAll('e')
    .select(['u.first_name', 'u.last_name'])
    .where('e.order_id', '=', orderId)
    .orderBy('e.order_event_id')
    .execute();
  return rows.map((row) => ({
    eventId: row.order_event_id,
    field: row.field,
    from: row.from_value,
    to: row.to_value,
    reason: row.reason,
    by: row.first_name === null ? 'system' : `${row.first_name} ${row.last_name}`,
    at: row.created_at.toISOString(),
  }));
}

/** Whether the last change of its status was the system's own. */
export async function wasChangedBySystem(tx: Ctx, orderId: number): Promise<boolean> {
  const last = await tx.db
    .selectFrom('order_events')
    .select('actor_user_id')
    .where('order_id', '=', orderId)
    .where('field', '=', 'status')
    .orderBy('order_event_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.actor_user_id === null;
}

export async function findExpired(ctx: Ctx, limit: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('orders')
    .select('order_id')
    .where('status', '=', 'pending')
    .where('payment_status', '=', 'pending')
    .where('hold_until', '<=', ctx.clock.now())
    .orderBy('hold_until')
    .limit(limit)
    .execute();
  return rows.map((row) => row.order_id);
}

export interface StockDrift {
  productId: number;
  stockLevel: number;
  ledgerSum: number;
}

/** Products whose stock level is not the sum of their ledger. */
export async function findStockDrift(ctx: Ctx): Promise<StockDrift[]> {
  const { rows } = await sql<StockDrift>`
    select p.product_id as "productId", p.stock_level as "stockLevel", coalesce(m.total, 0) as "ledgerSum"
      from products p
      left join (select product_id, sum(quantity) as total from stock_movements group by product_id) m
        using (product_id)
     where p.stock_level <> coalesce(m.total, 0)
     order by p.product_id`.execute(ctx.db);
  return rows;
}
