import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Order } from '@ghala/contracts/orders/orders.contract';
import { orderStatuses, paymentMethods, paymentStatuses } from '@ghala/contracts/orders/orders.lifecycle';
import { dayFilters } from '../../components/list/day-filter.tsx';
import type { ListColumn, ListFilter } from '../../components/list/list-column.ts';
import { StatusBadge, statusLabel } from '../../components/ui/status-badge.tsx';
import { formatCount, formatShillings, formatTimestamp } from '../../lib/format.ts';

/** What the delivery status is called: one name where orders are handled, another for the one who ordered. */
type StatusTitle = 'Delivery' | 'Status';

export const orderColumns = (statusTitle: StatusTitle): readonly ListColumn<Order>[] => [
  {
    key: 'orderId',
    title: 'ID',
    text: ({ orderId }) => String(orderId),
    render: ({ orderId }) => (
      <Anchor component={Link} inherit to={`/app/order/${orderId}`}>
        {orderId}
      </Anchor>
    ),
    sortKey: 'orderId',
    numeric: true,
  },
  {
    key: 'firstName',
    title: 'First Name',
    text: (order) => order.firstName,
    sortKey: 'firstName',
    narrow: true,
  },
  { key: 'email', title: 'User Email', text: (order) => order.email, sortKey: 'email', narrow: true },
  {
    key: 'productName',
    title: 'Product Name',
    text: (order) => order.productName,
    sortKey: 'productName',
    narrow: true,
  },
  {
    key: 'quantity',
    title: 'Quantity',
    text: (order) => formatCount(order.quantity),
    sortKey: 'quantity',
    numeric: true,
  },
  {
    key: 'amount',
    title: 'Amount',
    text: (order) => formatShillings(order.amount),
    sortKey: 'amount',
    numeric: true,
  },
  {
    key: 'status',
    title: statusTitle,
    text: (order) => statusLabel(order.status),
    render: (order) => <StatusBadge status={order.status} />,
    sortKey: 'status',
  },
  {
    key: 'paymentStatus',
    title: 'Payment Status',
    text: (order) => statusLabel(order.paymentStatus),
    render: (order) => <StatusBadge status={order.paymentStatus} />,
    sortKey: 'paymentStatus',
  },
  {
    key: 'paymentMethod',
    title: 'Payment Method',
    text: (order) => order.paymentMethod,
    sortKey: 'paymentMethod',
    optional: true,
  },
  {
    key: 'createdAt',
    title: 'Order Date',
    text: (order) => formatTimestamp(order.createdAt),
    sortKey: 'createdAt',
  },
];

export const orderFilters = (statusTitle: StatusTitle): readonly ListFilter[] => [
  {
    name: 'status',
    label: statusTitle,
    options: [
      { value: '', label: `Any ${statusTitle.toLowerCase()}` },
      ...orderStatuses.map((status) => ({ value: status, label: statusLabel(status) })),
    ],
  },
  {
    name: 'paymentStatus',
    label: 'Payment Status',
    options: [
      { value: '', label: 'Any payment' },
      ...paymentStatuses.map((status) => ({ value: status, label: statusLabel(status) })),
    ],
  },
  {
    name: 'paymentMethod',
    label: 'Payment Method',
    options: [
      { value: '', label: 'Any method' },
      ...paymentMethods.map((method) => ({ value: method, label: method })),
    ],
  },
  ...dayFilters,
];
