import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import {
  paymentsContract,
  refundPaymentSchema,
  settlePaymentSchema,
} from '@ghala/contracts/payments/payments.contract';
import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { call } from '../../lib/api-client.ts';
import { formatShillings } from '../../lib/format.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { NumberField, TextField } from '../form/fields.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { useForm } from '../form/use-form.ts';

interface PaymentFormProps {
  payment: Payment;
  onDone: () => void;
}

/** In cents: 0.3 − 0.1 is not 0.2. */
const leftOf = ({ amount, refundedAmount, refundingAmount }: Payment): number =>
  Math.round((amount - refundedAmount - refundingAmount) * 100) / 100;

export function RefundForm({ payment, onDone }: PaymentFormProps) {
  const queryClient = useQueryClient();
  const left = leftOf(payment);
  // M-Pesa reverses by receipt, which its lost callback may never have told.
  const needsReceipt = payment.paymentMethod === 'Mpesa' && payment.receipt === '';
  const form = useForm({
    initial: { amount: String(left), reason: '', receipt: '' },
    schema: refundPaymentSchema,
    toBody: ({ amount, reason, receipt }) => ({ amount, reason, ...(needsReceipt ? { receipt } : {}) }),
    check: ({ amount }) =>
      Number(amount) > left ? { amount: `At most ${formatShillings(left)} can be given back.` } : {},
    submit: async (body, idempotencyKey) => {
      const params = { id: String(payment.paymentId) };
      const refund = await call(paymentsContract.refundPayment, { params, body }, { idempotencyKey });
      notifySuccess(refund.state === 'succeeded' ? 'Payment refunded' : 'Refund on its way', refund.message);
      onDone();
      await queryClient.invalidateQueries();
    },
    onFailure: (error) => notifyFailure('Failed to refund', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Text>
          {formatShillings(payment.amount)} by {payment.paymentMethod} for order {payment.orderId}, from{' '}
          {payment.firstName} {payment.lastName}.{' '}
          {payment.paymentMethod === 'Cash on delivery'
            ? 'Give the cash back first; this writes it down.'
            : 'The money goes back the way it came.'}
        </Text>
        <NumberField form={form} name="amount" label="Amount" inputMode="decimal" required />
        {needsReceipt && (
          <TextField
            form={form}
            name="receipt"
            label="M-Pesa receipt"
            description="M-Pesa never told it; the payer's SMS has it."
            required
          />
        )}
        <TextField form={form} name="reason" label="Reason" required />
        <SubmitButton submitting={form.submitting}>Refund</SubmitButton>
      </Stack>
    </form>
  );
}

export function SettleForm({ payment, onDone }: PaymentFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { reason: '' },
    schema: settlePaymentSchema,
    toBody: (values) => values,
    submit: async (body) => {
      await call(paymentsContract.settlePayment, { params: { id: String(payment.paymentId) }, body });
      notifySuccess('Payment settled');
      onDone();
      await queryClient.invalidateQueries();
    },
    onFailure: (error) => notifyFailure('Failed to settle', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Text>
          {formatShillings(payment.amount)} is held: {payment.heldReason ?? 'a person must decide.'} Let it
          count towards order {payment.orderId}?
        </Text>
        <TextField form={form} name="reason" label="Reason" required />
        <SubmitButton submitting={form.submitting}>Settle</SubmitButton>
      </Stack>
    </form>
  );
}
