import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { formatShillings } from '../../lib/format.ts';
import { StatusBadge, statusLabel } from '../ui/status-badge.tsx';
import classes from './payment-state.module.css';

/** The state in words, for tooltips and for the line below the badge. */
export function paymentStateText(payment: Payment): string {
  return [statusLabel(payment.state), ...notesOf(payment)].join(', ');
}

function notesOf({ heldReason, refundedAmount, refundingAmount, refundDue }: Payment): string[] {
  return [
    ...(heldReason === null ? [] : [heldReason]),
    ...(refundDue ? ['refund due'] : []),
    ...(refundingAmount > 0 ? [`${formatShillings(refundingAmount)} on its way back`] : []),
    ...(refundedAmount > 0 ? [`${formatShillings(refundedAmount)} given back`] : []),
  ];
}

export function PaymentState({ payment }: { payment: Payment }) {
  const whole = payment.refundedAmount >= payment.amount;
  const note = notesOf(payment).join(', ');
  return (
    <span>
      <StatusBadge status={whole ? 'refunded' : payment.state} />
      {note !== '' && !whole && <span className={classes.note}>{note}</span>}
    </span>
  );
}
