import { Button } from '@mantine/core';
import { IconPackageImport, IconX } from '@tabler/icons-react';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import { useCan } from '../../lib/session.ts';
import { DeliveredButton } from './delivered-button.tsx';
import classes from './orders.module.css';
import { useOrderSteps } from './use-order-steps.ts';

/** What can be done with the order as a whole; its money has a panel of its own. */
export function OrderSteps({ order }: { order: Order }) {
  const can = useCan();
  const { ask, isPending } = useOrderSteps();
  return (
    <div className={classes.buttons}>
      {can('orders:deliver') && (
        <DeliveredButton order={order} size="sm" busy={isPending} onPress={() => ask(order, 'deliver')} />
      )}
      {order.actions.includes('return') && (
        <Button
          variant="default"
          leftSection={<IconPackageImport size={16} />}
          disabled={isPending}
          onClick={() => ask(order, 'return')}
        >
          Return order
        </Button>
      )}
      {order.actions.includes('cancel') && (
        <Button
          variant="default"
          leftSection={<IconX size={16} />}
          disabled={isPending}
          onClick={() => ask(order, 'cancel')}
        >
          Cancel order
        </Button>
      )}
    </div>
  );
}
