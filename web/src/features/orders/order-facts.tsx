import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { OrderDetail } from '@ghala/contracts/orders/orders.contract';
import { formatCount, formatShillings, formatTimestamp } from '../../lib/format.ts';
import { useCan } from '../../lib/session.ts';
import classes from './orders.module.css';

export function OrderFacts({ order }: { order: OrderDetail }) {
  const can = useCan();
  const facts = [
    ['Product Name', order.productName],
    ['Quantity', formatCount(order.quantity)],
    ['Price', formatShillings(order.unitPrice)],
    ['Amount', formatShillings(order.amount)],
    ['Payment Method', order.paymentMethod],
    ['Order Date', `${formatTimestamp(order.createdAt)} UTC`],
    ['Ordered By', `${order.firstName} ${order.lastName}`],
    ['User Email', order.email],
    ['Phone Number', order.phoneNumber],
  ] as const;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Supplier Name</dt>
        <dd>
          {can('suppliers:read') ? (
            <Anchor component={Link} to={`/app/mysupplies/${order.supplierId}`}>
              {order.supplierName}
            </Anchor>
          ) : (
            order.supplierName
          )}
        </dd>
      </div>
    </dl>
  );
}
