// Where an order's money stands and what its payer can do about it. The same panel on the order page, after Add New
// Order and on the way back from Paystack, so that closing a tab loses nothing.
import { Loader, Stack } from '@mantine/core';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { Notice } from '../../components/ui/notice.tsx';
import { AttemptNotice } from './attempt-notice.tsx';
import { heldMoney, MoneyNotice } from './money-notice.tsx';
import { PayOptions } from './pay-options.tsx';
import { latestAttempt } from './use-order.ts';
import type { Paying } from './use-paying.ts';

interface OrderPaymentProps {
  order: OrderDetail;
  paying: Paying;
  /** What was typed before, if anything. */
  phone?: string | undefined;
}

export function OrderPayment({ order, paying, phone }: OrderPaymentProps) {
  if (paying.isBusy) {
    return (
      <Notice color="blue" icon={<Loader size={18} aria-hidden />}>
        {paying.prompt.isPending ? 'Sending the request to the phone…' : 'Opening the Paystack checkout…'}
      </Notice>
    );
  }
  const attempt = latestAttempt(order);
  const isOpen = order.paymentStatus === 'pending' && heldMoney(order) === undefined;
  const mayPay = isOpen && order.actions.some((action) => action.startsWith('pay-'));
  return (
    <Stack gap="md">
      <MoneyNotice order={order} />
      {isOpen && attempt !== undefined && <AttemptNotice key={attempt.attemptId} attempt={attempt} />}
      {mayPay && <PayOptions order={order} paying={paying} phone={phone} />}
    </Stack>
  );
}
