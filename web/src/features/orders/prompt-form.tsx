import { Button, Text } from '@mantine/core';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { requestPromptSchema } from '@ghala/contracts/payments/payments.contract';
import { NumberField } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import classes from './orders.module.css';
import type { Paying } from './use-paying.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface PromptFormProps {
  order: OrderDetail;
  paying: Paying;
  phone: string | undefined;
}

/** Sends an M-Pesa request, or sends it again when the server says that it may be. */
export function PromptForm({ order, paying, phone }: PromptFormProps) {
  const { orderId, amount } = order;
  const prompts = order.attempts
    .filter(({ paymentMethod }) => paymentMethod === 'Mpesa')
    .toSorted((one, other) => other.attemptId - one.attemptId);
  const last = prompts[0];
  const restSeconds = useSecondsUntil(last?.retryAt ?? null);
  const form = useForm({
    initial: {
      phone: paying.prompt.variables?.phone ?? phone ?? last?.phoneNumber ?? order.phoneNumber,
    },
    schema: requestPromptSchema,
    toBody: (values) => ({ ...values, orderId, amount }),
    // The panel shows how it goes; it is not the form's to wait or to tell.
    submit: async (body) => paying.prompt.mutate({ orderId, amount, phone: String(body.phone) }),
    onFailure: () => undefined,
  });
  // Ended without an end: the money may have been taken, so another request could take it twice.
  if (prompts.some(({ ended, retryAt }) => ended && retryAt === null)) return null;
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.promptForm}>
      <NumberField form={form} name="phone" label="Phone Number" inputMode="tel" plain required />
      <Button type="submit" leftSection={<IconDeviceMobileMessage size={16} />} disabled={restSeconds > 0}>
        {last === undefined ? 'Pay with M-Pesa' : 'Send again'}
      </Button>
      {restSeconds > 0 && (
        <Text c="dimmed" size="sm" className={classes.rest ?? ''}>
          It can be sent again in {restSeconds} {restSeconds === 1 ? 'second' : 'seconds'}.
        </Text>
      )}
    </form>
  );
}
