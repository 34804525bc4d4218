// Keeps open screens true: what a live change touches is asked for again, in place. The only list of which queries
// show orders and payments.
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { dashboardContract } from '@ghala/contracts/dashboard/dashboard.contract';
import type { Change } from '@ghala/contracts/events/events.contract';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import { paymentsContract } from '@ghala/contracts/payments/payments.contract';
import { productsContract } from '@ghala/contracts/products/products.contract';
import { openLiveConnection } from './live-connection.ts';
import { useSession } from './session.ts';

/** Everything a change of an order or of its money shows in. */
const lists: readonly QueryKey[] = [
  [ordersContract.listOrders.path],
  [ordersContract.listOwnOrders.path],
  [paymentsContract.listPayments.path],
  [dashboardContract.getStatistics.path],
];
/** An order takes or gives back stock. */
const stock: readonly QueryKey[] = [
  [productsContract.listProducts.path],
  [productsContract.listSupplierProducts.path],
  [productsContract.getProduct.path],
  [productsContract.listStockMovements.path],
];

export const orderKey = (orderId: number | string): QueryKey => [
  ordersContract.getOrder.path,
  String(orderId),
];

const touched: Readonly<Record<Change['subject'], readonly QueryKey[]>> = {
  order: [...lists, ...stock],
  payment: lists,
  attempt: [],
};

export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  const token = useSession()?.data.accessToken;
  useEffect(() => {
    if (token === undefined) return undefined;
    const refresh = newRefresher(queryClient);
    return openLiveConnection({
      token,
      onReady: () => refresh([[ordersContract.getOrder.path], ...lists, ...stock]),
      onChange: ({ subject, orderId }) => refresh([orderKey(orderId), ...touched[subject]]),
    });
  }, [queryClient, token]);
}

/** A list that hangs must not keep the others from what happens meanwhile. */
const patienceMs = 5000;

/**
 * One refresh at a time: what is touched while one runs waits for it and goes together, so that a busy day neither
 * floods the server nor restarts a slow list for ever.
 */
function newRefresher(queryClient: QueryClient): (keys: readonly QueryKey[]) => void {
  const waiting = new Map<string, QueryKey>();
  let running = false;
  const run = async () => {
    running = true;
    while (waiting.size > 0) {
      const keys = [...waiting.values()];
      waiting.clear();
      const refreshed = Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      await Promise.race([refreshed, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    }
    running = false;
  };
  return (keys) => {
    for (const key of keys) waiting.set(JSON.stringify(key), key);
    if (!running) void run();
  };
}
