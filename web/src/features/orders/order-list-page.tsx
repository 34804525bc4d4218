import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ordersContract } from '@ghala/contracts/orders/orders.contract';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { DeliveredButton } from './delivered-button.tsx';
import { ExportButton } from './export-button.tsx';
import { orderColumns, orderFilters } from './order-columns.tsx';
import { useOrderSteps } from './use-order-steps.ts';

const source = listSource(ordersContract.listOrders);
const columns = orderColumns('Delivery');
const filters = orderFilters('Delivery');

export function OrderListPage() {
  const { ask, isPending } = useOrderSteps();
  return (
    <ListPage
      name="orders"
      title="All Orders"
      things="orders"
      source={source}
      columns={columns}
      filters={filters}
      rowKey={(order) => order.orderId}
      emptyHint="Orders appear here the moment they are made."
      action={
        <Group gap="xs">
          <ExportButton />
          <Button component={Link} to="/app/createorder" leftSection={<IconPlus size={16} />}>
            Create Order
          </Button>
        </Group>
      }
      actions={{
        title: 'Action',
        render: (order) => (
          <DeliveredButton order={order} busy={isPending} onPress={() => ask(order, 'deliver')} />
        ),
      }}
    />
  );
}
