import { Button, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { Loaded } from '../../components/ui/loaded.tsx';
import { formatCount, formatShillings } from '../../lib/format.ts';
import { OrderPayment } from './order-payment.tsx';
import classes from './orders.module.css';
import { useOrder } from './use-order.ts';
import type { Paying } from './use-paying.ts';

interface PlacedOrderProps {
  orderId: string;
  paying: Paying;
  phone?: string | undefined;
}

/** An order that is made: what it is, how its payment goes, and where to go from here. */
export function PlacedOrder({ orderId, paying, phone }: PlacedOrderProps) {
  const query = useOrder(orderId);
  return (
    <Loaded query={query}>
      {(order) => (
        <Stack gap="md">
          <div>
            <Title order={2} size="h4">
              Order {order.orderId} is made
            </Title>
            <Text>
              {formatCount(order.quantity)} × {order.productName}, {formatShillings(order.amount)}
            </Text>
          </div>
          <OrderPayment order={order} paying={paying} phone={phone} />
          <div className={classes.buttons}>
            <Button component={Link} to={`/app/order/${order.orderId}`} variant="default">
              Open the order
            </Button>
            <Button component={Link} to="/app/createorder" variant="default">
              Make another order
            </Button>
          </div>
        </Stack>
      )}
    </Loaded>
  );
}
