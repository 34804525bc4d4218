import { Text } from '@mantine/core';
import { IconArrowBackUp, IconBan, IconCircleCheck, IconHandStop } from '@tabler/icons-react';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { Notice } from '../../components/ui/notice.tsx';
import { formatShillings } from '../../lib/format.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

/** Money that came and has not gone back, but does not count towards the order: nobody may be asked for more yet. */
export const heldMoney = ({ payments }: OrderDetail) =>
  payments.find(({ state, amount, refundedAmount }) => state === 'held' && refundedAmount < amount);

/** Where the order's money stands, whatever was tried. */
export function MoneyNotice({ order }: { order: OrderDetail }) {
  const { amount, paymentStatus, status, paymentMethod, holdUntil } = order;
  const dueBack = order.payments.find(({ refundDue }) => refundDue);
  const held = heldMoney(order);
  if (held !== undefined && status === 'pending') {
    return (
      <Notice color="yellow" icon={<IconHandStop size={20} />} title="Payment held">
        {formatShillings(held.amount)} came by {held.paymentMethod}, and somebody here looks at it before it
        counts. Please do not pay again.
      </Notice>
    );
  }
  if (dueBack !== undefined) {
    return (
      <Notice color="yellow" icon={<IconArrowBackUp size={20} />} title="Refund due">
        {formatShillings(dueBack.amount - dueBack.refundedAmount)} came by {dueBack.paymentMethod} and is to
        be given back.
      </Notice>
    );
  }
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
      <Notice color="grape" icon={<IconArrowBackUp size={20} />} title="Refunded">
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
