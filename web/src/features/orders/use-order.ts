import { useQuery } from '@tanstack/react-query';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import { call } from '../../lib/api-client.ts';
import { orderKey } from '../../lib/live-updates.ts';

/** Live changes come by themselves; while somebody waits for money this is the net below them. */
const watchMs = 4000;
/** A refund that nothing is heard of becomes a person's to settle by time alone, which no live change tells. */
const refundWatchMs = 60_000;

export const latestAttempt = (order: OrderDetail): PaymentAttempt | undefined =>
  order.attempts.toSorted((one, other) => other.attemptId - one.attemptId)[0];

const waitsForMoney = (order: OrderDetail | undefined): boolean =>
  order !== undefined && order.paymentStatus === 'pending' && latestAttempt(order)?.ended === false;

const waitsForRefund = (order: OrderDetail | undefined): boolean =>
  order?.refunds.some(({ state }) => state === 'sent' || state === 'unknown') === true;

const watchMsOf = (order: OrderDetail | undefined): number | false => {
  if (waitsForMoney(order)) return watchMs;
  return waitsForRefund(order) ? refundWatchMs : false;
};

export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => call(ordersContract.getOrder, { params: { id: orderId } }, { signal }),
    refetchInterval: ({ state }) => watchMsOf(state.data),
  });
}
