import { Button, Stack, Text } from '@mantine/core';
import { IconCash, IconCreditCard, IconDeviceMobileMessage } from '@tabler/icons-react';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { paymentChoiceProblem } from '@ghala/contracts/orders/orders.lifecycle';
import { requestPromptSchema } from '@ghala/contracts/payments/payments.contract';
import type { PaymentAttempt } from '@ghala/contracts/payments/payments.contract';
import { NumberField } from '../../components/form/fields.tsx';
import { useForm } from '../../components/form/use-form.ts';
import classes from './orders.module.css';
import { useOrderSteps } from './use-order-steps.ts';
import type { Paying } from './use-paying.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface PayOptionsProps {
  order: OrderDetail;
  attempt: PaymentAttempt | undefined;
  paying: Paying;
  phone: string | undefined;
}

/** The ways an unpaid order can be paid now. While a try is under way there is none: nobody is charged twice. */
export function PayOptions({ order, attempt, paying, phone }: PayOptionsProps) {
  const { ask } = useOrderSteps();
  const retryIn = useSecondsUntil(attempt?.retryAt ?? null);
  const isUnderWay = attempt !== undefined && !attempt.ended;
  if (isUnderWay && attempt.retryAt === null) {
    return (
      <Text c="dimmed" size="sm">
        Another way to pay can be chosen once this try has ended.
      </Text>
    );
  }
  if (attempt !== undefined && retryIn > 0) {
    return (
      <Text c="dimmed" size="sm">
        You can try again in {retryIn} {retryIn === 1 ? 'second' : 'seconds'}.
      </Text>
    );
  }
  const can = (action: OrderDetail['actions'][number]) => order.actions.includes(action);
  const mpesaProblem = can('pay-with-mpesa') ? null : paymentChoiceProblem('pay-with-mpesa', order);
  return (
    <Stack gap="sm">
      {can('pay-with-mpesa') && (
        <PromptForm
          order={order}
          paying={paying}
          label={attempt?.paymentMethod === 'Mpesa' ? 'Send M-Pesa request again' : 'Pay with M-Pesa'}
          phone={paying.prompt.variables?.phone ?? phone ?? (attempt?.phoneNumber || order.phoneNumber)}
        />
      )}
      {mpesaProblem !== null && (
        <Text c="dimmed" size="sm">
          {mpesaProblem}
        </Text>
      )}
      <div className={classes.buttons}>
        {can('pay-with-paystack') && (
          <Button
            variant="default"
            leftSection={<IconCreditCard size={16} />}
            onClick={() => paying.checkout.mutate({ orderId: order.orderId })}
          >
            Pay with Paystack
          </Button>
        )}
        {can('pay-on-delivery') && (
          <Button
            variant="default"
            leftSection={<IconCash size={16} />}
            onClick={() => ask(order, 'pay-on-delivery')}
          >
            Pay on delivery
          </Button>
        )}
      </div>
    </Stack>
  );
}

interface PromptFormProps {
  order: OrderDetail;
  paying: Paying;
  label: string;
  phone: string;
}

function PromptForm({ order, paying, label, phone }: PromptFormProps) {
  const { orderId, amount } = order;
  const form = useForm({
    initial: { phone },
    schema: requestPromptSchema,
    toBody: (values) => ({ ...values, orderId, amount }),
    // The panel shows how it goes; it is not the form's to wait or to tell.
    submit: async (body) => paying.prompt.mutate({ orderId, amount, phone: String(body.phone) }),
    onFailure: () => undefined,
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.promptForm}>
      <NumberField form={form} name="phone" label="Phone Number" inputMode="tel" plain required />
      <Button type="submit" leftSection={<IconDeviceMobileMessage size={16} />}>
        {label}
      </Button>
    </form>
  );
}
