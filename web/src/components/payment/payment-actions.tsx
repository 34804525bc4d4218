import { Button, Group } from '@mantine/core';
import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { openDialog, opensDialog } from '../ui/open-dialog.ts';

const loadForms = () => import('./payment-forms.tsx');

const askToRefund = (payment: Payment): Promise<void> =>
  openDialog({
    title: 'Refund payment',
    content: async () => {
      const { RefundForm } = await loadForms();
      return (close) => <RefundForm payment={payment} onDone={close} />;
    },
  });

const askToSettle = (payment: Payment): Promise<void> =>
  openDialog({
    title: 'Settle payment',
    content: async () => {
      const { SettleForm } = await loadForms();
      return (close) => <SettleForm payment={payment} onDone={close} />;
    },
  });

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
          {...opensDialog}
          onClick={() => void askToSettle(payment)}
        >
          Settle
        </Button>
      )}
      {payment.actions.includes('refund') && (
        <Button
          size="compact-sm"
          variant={payment.refundDue ? 'filled' : 'light'}
          title={`Refund payment ${payment.paymentId}`}
          {...opensDialog}
          onClick={() => void askToRefund(payment)}
        >
          Refund
        </Button>
      )}
    </Group>
  );
}
