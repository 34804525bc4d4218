import { Button, Group } from '@mantine/core';
import { IconCash, IconCreditCardPay, IconEye, IconPlus, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { RowButton, RowLink } from '../../components/ui/row-action.tsx';
import { useSession } from '../../lib/session.ts';
import { orderColumns, orderFilters } from './order-columns.tsx';
import { useOrderSteps } from './use-order-steps.ts';

const columns = orderColumns('Status');
const filters = orderFilters('Status');

const canPay = ({ actions }: Order): boolean =>
  actions.includes('pay-with-mpesa') || actions.includes('pay-with-paystack');

export function MyOrderListPage() {
  const userId = useSession()?.data.userId ?? 0;
  const { ask } = useOrderSteps();
  return (
    <ListPage
      name="my-orders"
      title="My Orders"
      things="orders"
      source={listSource(ordersContract.listOwnOrders, { id: String(userId) })}
      columns={columns}
      filters={filters}
      rowKey={(order) => order.orderId}
      emptyHint="Make the first one with the Create Order button."
      action={
        <Button component={Link} to="/app/createorder" leftSection={<IconPlus size={16} />}>
          Create Order
        </Button>
      }
      actions={{
        title: 'Action',
        render: (order) => (
          <Group gap={4} wrap="nowrap">
            <RowLink
              label={`${canPay(order) ? 'Pay' : 'Open'} order ${order.orderId}`}
              icon={canPay(order) ? IconCreditCardPay : IconEye}
              to={`/app/order/${order.orderId}`}
            />
            {order.actions.includes('pay-on-delivery') && (
              <RowButton
                label={`Pay order ${order.orderId} on delivery instead`}
                icon={IconCash}
                onClick={() => ask(order, 'pay-on-delivery')}
              />
            )}
            {order.actions.includes('cancel') && (
              <RowButton
                label={`Cancel order ${order.orderId}`}
                icon={IconX}
                onClick={() => ask(order, 'cancel')}
              />
            )}
          </Group>
        ),
      }}
    />
  );
}
