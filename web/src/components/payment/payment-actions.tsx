import { Button, Group } from '@mantine/core';
import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { askToRefund, askToSettle } from './payment-dialog.tsx';

/** What the server says this person can do with a payment now; nothing when there is nothing. */
export function PaymentActions({ payment }: { payment: Payment }) {
  if (payment.actions.length === 0) return null;
  return (
    <Group gap={4} wrap="nowrap">
      {payment.actions.includes('settle') && (
        <Button
          size="compact-sm"
          variant="light"
          title={`Let payment ${payment.paymentId} count towards order ${payment.orderId}`}
          onClick={() => askToSettle(payment)}
        >
          Settle
        </Button>
      )}
      {payment.actions.includes('refund') && (
        <Button
          size="compact-sm"
          variant={payment.refundDue ? 'filled' : 'light'}
          title={`Refund payment ${payment.paymentId}`}
          onClick={() => askToRefund(payment)}
        >
          Refund
        </Button>
      )}
    </Group>
  );
}
