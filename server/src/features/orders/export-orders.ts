// All orders of a list as CSV. Read in batches by id, so that memory stays the same for ten orders and ten million, and
// no transaction is held open while a slow reader takes its time.
import type { Order } from '@ghala/contracts/orders/orders.contract';
import type { SignedInCtx } from '../../platform/context.ts';
import { csvLine } from '../../platform/csv/csv.ts';
import { companyIdsOf } from '../suppliers/index.ts';
import { partiesFor } from './order-parties.ts';
import { listBefore, toOrder, type OrderListRequest } from './orders.repository.ts';

/** Some hundred kilobytes of text at a time. */
const batchRows = 500;

const columns = {
  'Order ID': (order) => order.orderId,
  'First Name': (order) => order.firstName,
  'Last Name': (order) => order.lastName,
  'User Email': (order) => order.email,
  'Product Name': (order) => order.productName,
  Quantity: (order) => order.quantity,
  'Amount KSH': (order) => order.amount,
  Delivery: (order) => order.status,
  'Payment Status': (order) => order.paymentStatus,
  'Payment Method': (order) => order.paymentMethod,
  'Order Date': (order) => order.createdAt,
} satisfies Record<string, (order: Order) => string | number>;

export async function exportOrders(
  ctx: SignedInCtx,
  request: OrderListRequest,
): Promise<AsyncIterable<string>> {
  const companies = await companyIdsOf(ctx);
  const scope = companies === 'all' ? {} : { companies };
  const partiesOf = await partiesFor(ctx);
  const cells = Object.values(columns);
  async function* lines(): AsyncGenerator<string> {
    yield csvLine(Object.keys(columns));
    let before: number | null = null;
    for (;;) {
      const rows = await listBefore(ctx, request, scope, before, batchRows);
      if (rows.length > 0)
        yield rows.map((row) => csvLine(cells.map((read) => read(toOrder(row, partiesOf))))).join('');
      if (rows.length < batchRows) return;
      before = rows.at(-1)?.order_id ?? null;
    }
  }
  return lines();
}
