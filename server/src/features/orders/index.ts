// The only file of this feature that another may import.
import { checkLifecycles } from '@ghala/contracts/orders/orders.lifecycle';
import type { Feature } from '../feature.ts';
import { foldCounts } from './order-counts.repository.ts';
import type { OrderMoney } from './order-money.ts';
import { orderJobs } from './orders.jobs.ts';
import { ordersEndpoints } from './orders.routes.ts';
import type { OrderSettings } from './orders.service.ts';

export { expireOrderTask, holdUntil } from './expire-orders.ts';
export { markPaid, markRefunded, reviveOrder, setPaymentMethod, takeStep } from './order-changes.ts';
export type { OrderMoney } from './order-money.ts';
export { requirePayer, requireSomeParty } from './order-parties.ts';
export { amountChanged } from './place-order.ts';
export { lockOrder } from './orders.service.ts';
export { factsOf, type OrderRow } from './orders.repository.ts';

/** Often enough that readers add up few changes, seldom enough to cost nothing. */
const foldEveryMs = 2000;

export function ordersFeature(settings: OrderSettings, money: OrderMoney): Feature {
  checkLifecycles();
  return {
    name: 'orders',
    endpoints: ordersEndpoints(settings, money),
    jobs: orderJobs(money),
    background: [{ name: 'fold-order-counts', everyMs: foldEveryMs, run: foldCounts }],
  };
}
