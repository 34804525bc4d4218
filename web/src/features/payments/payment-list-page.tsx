import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { paymentMethods } from '@ghala/contracts/orders/orders.lifecycle';
import { paymentsContract, paymentStates } from '@ghala/contracts/payments/payments.contract';
import type { Payment } from '@ghala/contracts/payments/payments.contract';
import { dayFilters } from '../../components/list/day-filter.tsx';
import type { ListColumn, ListFilter } from '../../components/list/list-column.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { PaymentActions } from '../../components/payment/payment-actions.tsx';
import { PaymentState, paymentStateText } from '../../components/payment/payment-state.tsx';
import { statusLabel } from '../../components/ui/status-badge.tsx';
import { formatShillings, formatTimestamp } from '../../lib/format.ts';
import { useCan } from '../../lib/session.ts';

const source = listSource(paymentsContract.listPayments);

const columns: readonly ListColumn<Payment>[] = [
  {
    key: 'paymentId',
    title: 'ID',
    text: ({ paymentId }) => String(paymentId),
    sortKey: 'paymentId',
    numeric: true,
  },
  {
    key: 'amount',
    title: 'Amount',
    text: ({ amount }) => formatShillings(amount),
    sortKey: 'amount',
    numeric: true,
  },
  {
    key: 'paymentMethod',
    title: 'Payment Method',
    text: ({ paymentMethod }) => paymentMethod,
    sortKey: 'paymentMethod',
  },
  {
    key: 'phoneNUmber',
    title: 'Payment Number',
    text: ({ phoneNUmber }) => phoneNUmber,
    sortKey: 'phoneNUmber',
  },
  {
    key: 'paymentDate',
    title: 'Payment Date',
    text: ({ paymentDate }) => formatTimestamp(paymentDate),
    sortKey: 'paymentDate',
  },
  {
    key: 'orderId',
    title: 'Order Id',
    text: ({ orderId }) => String(orderId),
    render: ({ orderId }) => (
      <Anchor component={Link} inherit to={`/app/order/${orderId}`}>
        {orderId}
      </Anchor>
    ),
    sortKey: 'orderId',
    numeric: true,
  },
  { key: 'receipt', title: 'Receipt', text: ({ receipt }) => receipt, narrow: true },
  {
    key: 'state',
    title: 'State',
    text: paymentStateText,
    render: (payment) => <PaymentState payment={payment} />,
  },
  {
    key: 'payer',
    title: 'Ordered By',
    text: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    optional: true,
  },
];

const filters: readonly ListFilter[] = [
  {
    name: 'paymentMethod',
    label: 'Payment Method',
    options: [
      { value: '', label: 'Any method' },
      ...paymentMethods.map((method) => ({ value: method, label: method })),
    ],
  },
  {
    name: 'state',
    label: 'State',
    options: [
      { value: '', label: 'Any state' },
      ...paymentStates.map((state) => ({ value: state, label: statusLabel(state) })),
    ],
  },
  {
    name: 'refundDue',
    label: 'Refunds',
    options: [
      { value: '', label: 'Due or not' },
      { value: 'true', label: 'Refund due' },
    ],
  },
  ...dayFilters,
];

export function PaymentListPage() {
  const can = useCan();
  return (
    <ListPage
      name="payments"
      title="Payments"
      things="payments"
      source={source}
      columns={columns}
      filters={filters}
      rowKey={(payment) => payment.paymentId}
      emptyHint="Payments appear here the moment they arrive."
      actions={
        can('payments:refund')
          ? { title: 'Action', render: (payment) => <PaymentActions payment={payment} /> }
          : undefined
      }
    />
  );
}
