// Every list screen behaves the same; what differs between them is this table.
import { describeListScreen } from './list-screen.ts';
import { call } from './test.ts';

describeListScreen({
  name: '/app/users',
  things: 'users',
  account: 'admin',
  locate: () => ({ at: '/app/users', path: '/api/users', idField: 'userId' }),
  columns: [
    'ID',
    'First Name',
    'Last Names',
    'Email',
    'Phone Number',
    'Role',
    'Created At',
    'Updated At',
    'Action',
  ],
  sort: { column: 'Last Names', key: 'lastName' },
  filter: { label: 'Role', name: 'role', value: 'supplier' },
});

describeListScreen({
  name: '/app/suppliers',
  things: 'suppliers',
  account: 'admin',
  locate: () => ({ at: '/app/suppliers', path: '/api/suppliers', idField: 'supplierId' }),
  columns: [
    'ID',
    'Supplier Name',
    'Contact Person',
    'Contact Number',
    'Email Address',
    'Address',
    'View Products',
    'Action',
  ],
  sort: { column: 'Contact Person', key: 'contactPerson' },
});

const productColumns = [
  'Product Name',
  'Product Description',
  'Price',
  'Stock Level',
  'Supplier Name',
  'Category Name',
];

describeListScreen({
  name: '/app/products',
  things: 'products',
  account: 'user',
  locate: () => ({ at: '/app/products', path: '/api/products', idField: 'productId' }),
  columns: ['ID', ...productColumns],
  sort: { column: 'Price', key: 'productPrice' },
  filter: { label: 'Stock', name: 'stock', value: 'low' },
});

describeListScreen({
  name: '/app/mysupplies/:id',
  things: 'products',
  account: 'supplier',
  locate: async (session) => {
    const { results } = await call<{ results: { supplierId: number }[] }>(
      session,
      'GET',
      '/api/suppliers?sort=supplierId&limit=1',
    );
    const id = results[0]?.supplierId;
    return { at: `/app/mysupplies/${id}`, path: `/api/products/${id}`, idField: 'productId' };
  },
  columns: ['Product ID', ...productColumns, 'Action'],
  sort: { column: 'Stock Level', key: 'stocklevel' },
  filter: { label: 'Stock', name: 'stock', value: 'in' },
});

const orderColumns = (status: string): string[] => [
  'ID',
  'First Name',
  'User Email',
  'Product Name',
  'Quantity',
  'Amount',
  status,
  'Payment Status',
  'Order Date',
  'Action',
];

describeListScreen({
  name: '/app/orders',
  things: 'orders',
  account: 'admin',
  locate: () => ({ at: '/app/orders', path: '/api/orders', idField: 'orderId' }),
  columns: orderColumns('Delivery'),
  sort: { column: 'Amount', key: 'amount' },
  filter: { label: 'Delivery', name: 'status', value: 'delivered' },
});

describeListScreen({
  name: '/app/myorders',
  things: 'orders',
  account: 'user',
  locate: ({ data }) => ({ at: '/app/myorders', path: `/api/orders/${data.userId}`, idField: 'orderId' }),
  columns: orderColumns('Status'),
  sort: { column: 'Quantity', key: 'quantity' },
  filter: { label: 'Status', name: 'status', value: 'cancelled' },
});

describeListScreen({
  name: '/app/payments',
  things: 'payments',
  account: 'supplier',
  locate: () => ({ at: '/app/payments', path: '/api/payments', idField: 'paymentId' }),
  columns: [
    'ID',
    'Amount',
    'Payment Method',
    'Payment Number',
    'Payment Date',
    'Order Id',
    'Receipt',
    'State',
  ],
  sort: { column: 'Payment Date', key: 'paymentDate' },
  filter: { label: 'Payment Method', name: 'paymentMethod', value: 'Mpesa' },
});

describeListScreen({
  name: '/app/audit',
  things: 'entries',
  account: 'admin',
  locate: () => ({ at: '/app/audit', path: '/api/audit', idField: 'auditId' }),
  columns: ['When', 'Who', 'What', 'About', 'Address', 'Device', 'Action'],
  sort: { column: 'What', key: 'action' },
  filter: { label: 'About', name: 'subjectType', value: 'product' },
});
