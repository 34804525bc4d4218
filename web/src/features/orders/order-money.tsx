import type { Payment, PaymentAttempt, Refund } from '@ghala/contracts/payments/payments.contract';
import { PaymentActions } from '../../components/payment/payment-actions.tsx';
import { RefundActions } from '../../components/payment/refund-actions.tsx';
import { PaymentState } from '../../components/payment/payment-state.tsx';
import { StatusBadge } from '../../components/ui/status-badge.tsx';
import { formatShillings, formatTimestamp } from '../../lib/format.ts';
import classes from './orders.module.css';

export function PaymentList({ payments }: { payments: readonly Payment[] }) {
  return (
    <ul className={classes.entries}>
      {payments.map((payment) => (
        <li key={payment.paymentId} className={classes.entry}>
          <span className={classes.entryHead}>
            <strong>
              {formatShillings(payment.amount)} by {payment.paymentMethod}
            </strong>
            <PaymentActions payment={payment} />
          </span>
          <PaymentState payment={payment} />
          <span className={classes.entryNote}>
            {formatTimestamp(payment.paymentDate)}, payment {payment.paymentId}
            {payment.receipt !== '' && `, receipt ${payment.receipt}`}
            {payment.phoneNUmber !== '' && `, ${payment.phoneNUmber}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function AttemptList({ attempts }: { attempts: readonly PaymentAttempt[] }) {
  return (
    <ul className={classes.entries}>
      {attempts
        .toSorted((one, other) => other.attemptId - one.attemptId)
        .map((attempt) => (
          <li key={attempt.attemptId} className={classes.entry}>
            <span className={classes.entryHead}>
              {attempt.paymentMethod}
              {attempt.phoneNumber !== '' && ` to ${attempt.phoneNumber}`}
              <StatusBadge status={attempt.state} />
            </span>
            <span>{attempt.message}</span>
            <span className={classes.entryNote}>
              {formatTimestamp(attempt.createdAt)}, {formatShillings(attempt.amount)}
            </span>
          </li>
        ))}
    </ul>
  );
}

export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <ul className={classes.entries}>
      {refunds.map((refund) => (
        <li key={refund.refundId} className={classes.entry}>
          <span className={classes.entryHead}>
            <strong>{formatShillings(refund.amount)}</strong>
            <StatusBadge status={refund.state} />
          </span>
          <span>
            {refund.reason}
            {refund.message !== '' && ` (${refund.message})`}
          </span>
          <span className={classes.entryNote}>
            {formatTimestamp(refund.createdAt)} by {refund.by}, payment {refund.paymentId}
          </span>
          <RefundActions refund={refund} />
        </li>
      ))}
    </ul>
  );
}
