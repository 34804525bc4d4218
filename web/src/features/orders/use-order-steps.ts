import { useQueryClient } from '@tanstack/react-query';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import type { OrderAction } from '@ghala/contracts/orders/orders.lifecycle';
import { useKeyedMutation } from '../../components/form/use-keyed-mutation.ts';
import { confirm } from '../../components/ui/confirm.tsx';
import { call } from '../../lib/api-client.ts';
import { formatCount, formatShillings } from '../../lib/format.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';

/** What is done to an order with one press and a question. Paying has a panel of its own. */
export type OrderStep = Extract<OrderAction, 'deliver' | 'cancel' | 'return' | 'pay-on-delivery'>;

interface StepWords {
  title: string;
  question: (order: Order) => string;
  confirmLabel: string;
  cancelLabel?: string;
  harmless?: boolean;
  done: string;
  failed: string;
}

const words: Readonly<Record<OrderStep, StepWords>> = {
  deliver: {
    title: 'Mark as delivered',
    question: (order) =>
      order.paymentStatus === 'pending'
        ? `Has this order been delivered, and ${formatShillings(order.amount)} been taken in cash?`
        : 'Has this order been delivered?',
    confirmLabel: 'Mark as delivered',
    harmless: true,
    done: 'Order delivered',
    failed: 'Failed to mark the order delivered',
  },
  cancel: {
    title: 'Cancel order',
    question: (order) =>
      order.paymentStatus === 'paid'
        ? 'Are you sure you want to cancel this order? The money that was paid becomes due for refund.'
        : 'Are you sure you want to cancel this order?',
    confirmLabel: 'Cancel order',
    cancelLabel: 'Keep order',
    done: 'Order cancelled',
    failed: 'Failed to cancel the order',
  },
  return: {
    title: 'Return order',
    question: () =>
      'Has this order come back? Its stock goes back on the shelf and its money becomes due for refund.',
    confirmLabel: 'Return order',
    done: 'Order returned',
    failed: 'Failed to return the order',
  },
  'pay-on-delivery': {
    title: 'Pay on delivery',
    question: (order) => `Pay ${formatShillings(order.amount)} in cash when this order is delivered?`,
    confirmLabel: 'Pay on delivery',
    harmless: true,
    done: 'The order is cash on delivery now',
    failed: 'Failed to change the payment method',
  },
};

const routes = {
  deliver: ordersContract.deliverOrder,
  cancel: ordersContract.cancelOrder,
  return: ordersContract.returnOrder,
  'pay-on-delivery': ordersContract.payOnDelivery,
} as const;

const orderName = (order: Order): string =>
  `Order ${order.orderId}: ${formatCount(order.quantity)} × ${order.productName}, for ${order.firstName}`;

/** Asks, then takes the step. */
export function useOrderSteps() {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useKeyedMutation<{ order: Order; step: OrderStep }, Order>({
    send: ({ order, step }, idempotencyKey) =>
      call(routes[step], { params: { id: String(order.orderId) }, body: {} }, { idempotencyKey }),
    onSuccess: (_, { step }) => notifySuccess(words[step].done),
    onError: (error, { step }) => notifyFailure(words[step].failed, error),
    // Also after a failure: somebody else may have been quicker.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const ask = (order: Order, step: OrderStep) => {
    const { question, done: _, failed: __, ...asked } = words[step];
    confirm({
      ...asked,
      question: question(order),
      about: orderName(order),
      onConfirm: () => mutate({ order, step }),
    });
  };
  return { ask, isPending };
}
