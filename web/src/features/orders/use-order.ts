import { useQuery } from '@tanstack/react-query';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import { call } from '../../lib/api-client.ts';
import { orderKey } from '../../lib/live-updates.ts';

/** Live changes come by themselves; while somebody waits for money this is the net below them. */
const watchMs = 4000;

export const latestAttempt = (order: OrderDetail): PaymentAttempt | undefined =>
  order.attempts.toSorted((one, other) => other.attemptId - one.attemptId)[0];

const waitsForMoney = (order: OrderDetail | undefined): boolean =>
  order !== undefined && order.paymentStatus === 'pending' && latestAttempt(order)?.ended === false;

export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: ({ signal }) => call(ordersContract.getOrder, { params: { id: orderId } }, { signal }),
    refetchInterval: ({ state }) => (waitsForMoney(state.data) ? watchMs : false),
  });
}
