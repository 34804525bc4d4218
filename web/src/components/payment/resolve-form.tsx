import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { paymentsContract, resolveRefundSchema } from '@ghala/contracts/payments/payments.contract';
import type { Refund, RefundOutcome } from '@ghala/contracts/payments/payments.contract';
import { call } from '../../lib/api-client.ts';
import { formatShillings } from '../../lib/format.ts';
import { notifyFailure, notifySuccess } from '../../lib/notify.ts';
import { TextField } from '../form/fields.tsx';
import { SubmitButton } from '../form/submit-button.tsx';
import { useForm } from '../form/use-form.ts';

interface ResolveFormProps {
  refund: Refund;
  outcome: RefundOutcome;
  label: string;
  onDone: () => void;
}

const consequences: Readonly<Record<RefundOutcome, string>> = {
  refunded: 'it counts as given back, and is not sent again.',
  failed: 'it can be refunded again. If it went back after all, it then goes out twice.',
};

export function ResolveForm({ refund, outcome, label, onDone }: ResolveFormProps) {
  const queryClient = useQueryClient();
  const form = useForm({
    initial: { reason: '' },
    schema: resolveRefundSchema,
    toBody: ({ reason }) => ({ outcome, reason }),
    submit: async (body, idempotencyKey) => {
      const params = { id: String(refund.refundId) };
      const { message } = await call(paymentsContract.resolveRefund, { params, body }, { idempotencyKey });
      notifySuccess('Refund settled', message);
      onDone();
      await queryClient.invalidateQueries();
    },
    onFailure: (error) => notifyFailure('Failed to settle the refund', error),
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="md">
        <Text>
          {formatShillings(refund.amount)} of payment {refund.paymentId}, order {refund.orderId}: once you say
          so, {consequences[outcome]}
        </Text>
        <TextField
          form={form}
          name="reason"
          label="Reason"
          description="What you found, and where you looked it up."
          required
        />
        <SubmitButton submitting={form.submitting}>{label}</SubmitButton>
      </Stack>
    </form>
  );
}
