import { Button, Stack, Text } from '@mantine/core';
import { IconCash, IconCreditCard } from '@tabler/icons-react';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { paymentChoiceProblem } from '@ghala/contracts/orders/orders.lifecycle';
import classes from './orders.module.css';
import { PromptForm } from './prompt-form.tsx';
import { latestAttempt } from './use-order.ts';
import { useOrderSteps } from './use-order-steps.ts';
import type { Paying } from './use-paying.ts';

interface PayOptionsProps {
  order: OrderDetail;
  paying: Paying;
  phone: string | undefined;
}

/** The ways an unpaid order can be paid now. While a prompt is on a phone there is none: nobody is charged twice. */
export function PayOptions({ order, paying, phone }: PayOptionsProps) {
  const { ask } = useOrderSteps();
  const attempt = latestAttempt(order);
  const underWay = attempt !== undefined && !attempt.ended ? attempt.paymentMethod : null;
  if (underWay === 'Mpesa') {
    return (
      <Text c="dimmed" size="sm">
        It can be sent again, or paid another way, once this request has ended.
      </Text>
    );
  }
  const can = (action: OrderDetail['actions'][number]) => order.actions.includes(action);
  return (
    <Stack gap="sm">
      {can('pay-with-mpesa') ? (
        <PromptForm order={order} paying={paying} phone={phone} />
      ) : (
        <Text c="dimmed" size="sm">
          {paymentChoiceProblem('pay-with-mpesa', order)}
        </Text>
      )}
      <div className={classes.buttons}>
        {can('pay-with-paystack') && underWay === null && (
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
