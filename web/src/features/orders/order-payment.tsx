// Where an order's money stands and what its payer can do about it. The same panel on the order page, after Add New
// Order and on the way back from Paystack, so that closing a tab loses nothing.
import { Loader, Stack, Text } from '@mantine/core';
import { IconBan, IconCash, IconCircleCheck } from '@tabler/icons-react';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { Notice } from '../../components/ui/notice.tsx';
import { formatShillings } from '../../lib/format.ts';
import { AttemptNotice } from './attempt-notice.tsx';
import { PayOptions } from './pay-options.tsx';
import { latestAttempt } from './use-order.ts';
import type { Paying } from './use-paying.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface OrderPaymentProps {
  order: OrderDetail;
  paying: Paying;
  /** What was typed before, if anything. */
  phone?: string | undefined;
}

export function OrderPayment({ order, paying, phone }: OrderPaymentProps) {
  const attempt = latestAttempt(order);
  const mayPay = order.actions.some((action) => action.startsWith('pay-'));
  if (paying.isBusy) {
    return (
      <Notice color="blue" icon={<Loader size={18} aria-hidden />}>
        {paying.prompt.isPending ? 'Sending the request to the phone…' : 'Opening the Paystack checkout…'}
      </Notice>
    );
  }
  return (
    <Stack gap="md">
      <MoneyNotice order={order} />
      {order.paymentStatus === 'pending' && attempt !== undefined && (
        <AttemptNotice key={attempt.attemptId} attempt={attempt} />
      )}
      {mayPay && <PayOptions order={order} paying={paying} phone={phone} />}
    </Stack>
  );
}

function MoneyNotice({ order }: { order: OrderDetail }) {
  const { amount, paymentStatus, status, paymentMethod, holdUntil } = order;
  if (paymentStatus === 'paid') {
    const receipt = order.payments.find(({ state }) => state === 'settled')?.receipt ?? '';
    return (
      <Notice color="teal" icon={<IconCircleCheck size={20} />} title="Paid">
        {formatShillings(amount)} received by {paymentMethod}
        {receipt === '' ? '.' : `, receipt ${receipt}.`}
      </Notice>
    );
  }
  if (paymentStatus === 'refunded') {
    return (
      <Notice color="grape" icon={<IconCash size={20} />} title="Refunded">
        The money of this order went back.
      </Notice>
    );
  }
  if (status === 'cancelled') {
    return (
      <Notice color="gray" icon={<IconBan size={20} />} title="Cancelled">
        This order is cancelled and cannot be paid. Nothing more will be asked for it.
      </Notice>
    );
  }
  if (paymentMethod === 'Cash on delivery') {
    return <Text>{formatShillings(amount)} is to be paid in cash on delivery.</Text>;
  }
  return (
    <Text>
      {formatShillings(amount)} is to be paid. {holdUntil !== null && <TimeToPay holdUntil={holdUntil} />}
    </Text>
  );
}

function TimeToPay({ holdUntil }: { holdUntil: string }) {
  const minutes = Math.ceil(useSecondsUntil(holdUntil) / 60);
  return minutes === 0
    ? 'Its time is up; it is cancelled unless a payment is still under way.'
    : `It is kept for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}, then cancelled if unpaid.`;
}
