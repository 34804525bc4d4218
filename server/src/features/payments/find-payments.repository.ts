// One page of all payments, or of some companies', and its exact total, without counting rows: totals come from
// payment_counts and payment_count_changes (see their migration), deep pages from the counts of blocks of ids.
import type { Role } from '@ghala/contracts/permissions';
import type { Ctx } from '../../platform/context.ts';
import { prepare } from '../../platform/db/database.ts';
import { readFromNearerEnd, type Direction } from '../../platform/list/nearer-end.ts';
import {
  listAnyhow,
  refundDueText,
  toPayment,
  type FullPaymentRow,
  type PaymentListRequest,
} from './payments.repository.ts';

/** Up to here PostgreSQL's own offset is quicker than looking for the block. */
const plainOffsetRows = 2000;

const countAll = prepare<{ total: number }>(`
  select (select coalesce(sum(n), 0) from payment_counts where kind = 'all')::bigint
         + (select count(*) from payment_count_changes) as total`);
const countOfCompanies = prepare<{ total: number }>(`
  select (select coalesce(sum(n), 0) from payment_counts where kind = 'supplier' and key = any($1))::bigint
         + (select count(*) from payment_count_changes where supplier_id = any($1)) as total`);

const bothWays = (page: (direction: Direction) => string) => {
  const rows = (direction: Direction) =>
    prepare<FullPaymentRow>(`
      with page as materialized (${page(direction)})
      select p.*, u.first_name, u.last_name,
             ${refundDueText} as refund_due
        from page
        join payments p on p.payment_id = page.payment_id
        join orders o on o.order_id = p.order_id
        join users u on u.user_id = o.user_id
       order by p.payment_id ${direction}`);
  return { desc: rows('desc'), asc: rows('asc') };
};

const scan = bothWays(
  (direction) => `select payment_id from payments order by payment_id ${direction} offset $1 limit $2`,
);

const scanCompanies = bothWays(
  (direction) => `
    select x.payment_id from unnest($3::bigint[]) as k cross join lateral
      (select payment_id from payments where supplier_id = k order by payment_id ${direction} limit $1::bigint + $2::bigint) x
     order by payment_id ${direction} offset $1 limit $2`,
);

const seek = bothWays((direction) => {
  const blocks = (kind: string, shift: number, within: string) => `
    select key, sum(n)::bigint as n from (
      select key, n from payment_counts where kind = '${kind}' ${within}
      union all
      select payment_id >> ${shift}, 1 from payment_count_changes) x
     group by key`;
  return `
    with far as (select key, n, sum(n) over (order by key ${direction})::bigint as upto from (${blocks('block16', 16, '')}) b),
    far_chosen as materialized (select key, upto - n as before from far where upto > $1 and upto - n < $1 + $2),
    near as (
      select key, (select min(before) from far_chosen) + sum(n) over (order by key ${direction})::bigint as upto, n
        from (${blocks('block10', 10, 'and key >= (select min(key) << 6 from far_chosen) and key < (select (max(key) + 1) << 6 from far_chosen)')}) b
       where key >> 6 in (select key from far_chosen)),
    chosen as materialized (select key, upto - n as before from near where upto > $1 and upto - n < $1 + $2)
    select payment_id from payments
     where payment_id >= (select min(key) << 10 from chosen) and payment_id < (select (max(key) + 1) << 10 from chosen)
     order by payment_id ${direction} offset $1 - coalesce((select min(before) from chosen), 0) limit $2`;
});

/** Null when the list engine must do it: a search, a filter, or another order. */
function fastDirection(request: PaymentListRequest): Direction | null {
  const { search, sort, paymentMethod, state, refundDue, orderId, from, to } = request;
  const filtered = [paymentMethod, state, refundDue, orderId, from, to].some(
    (filter) => filter !== undefined,
  );
  if (search !== '' || filtered || (sort !== undefined && sort.key !== 'paymentId')) return null;
  return sort === undefined || sort.descending ? 'desc' : 'asc';
}

export async function list(
  ctx: Ctx,
  request: PaymentListRequest,
  companies: 'all' | readonly number[],
  role: Role,
) {
  const direction = fastDirection(request);
  if (direction === null) return listAnyhow(ctx, request, companies, role);
  const [count] =
    companies === 'all' ? await countAll(ctx.db, []) : await countOfCompanies(ctx.db, [companies]);
  const total = count?.total ?? 0;
  const rows = await readFromNearerEnd(request, direction, total, (way, { offset, limit }) => {
    if (companies !== 'all') return scanCompanies[way](ctx.db, [offset, limit, companies]);
    return (offset + limit <= plainOffsetRows ? scan : seek)[way](ctx.db, [offset, limit]);
  });
  return { results: rows.map((row) => toPayment(row, role)), total };
}
