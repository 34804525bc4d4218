import { Button } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import { stepProblem } from '@ghala/contracts/orders/orders.lifecycle';
import { opensDialog } from '../../components/ui/open-dialog.ts';

interface DeliveredButtonProps {
  order: Order;
  busy: boolean;
  size?: 'compact-sm' | 'sm';
  onPress: () => void;
}

/** Always there; where it cannot be pressed it says why. */
export function DeliveredButton({ order, busy, size = 'compact-sm', onPress }: DeliveredButtonProps) {
  const allowed = order.actions.includes('deliver');
  const reason =
    order.status === 'delivered'
      ? 'This order is delivered already.'
      : (stepProblem('deliver', order) ?? 'Only the company that sells it can mark it delivered.');
  return (
    <Button
      size={size}
      variant="light"
      leftSection={size === 'sm' && <IconTruckDelivery size={16} />}
      disabled={!allowed || busy}
      title={allowed ? `Mark order ${order.orderId} as delivered` : reason}
      {...opensDialog}
      onClick={onPress}
    >
      Delivered
    </Button>
  );
}
