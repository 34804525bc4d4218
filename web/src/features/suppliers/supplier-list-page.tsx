import { Anchor, Button } from '@mantine/core';
import { IconEdit, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { suppliersContract } from '@ghala/contracts/suppliers/suppliers.contract';
import type { Supplier } from '@ghala/contracts/suppliers/suppliers.contract';
import type { ListColumn } from '../../components/list/list-column.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { RowLink } from '../../components/ui/row-action.tsx';
import { formatTimestamp } from '../../lib/format.ts';

const source = listSource(suppliersContract.listSuppliers);

const columns: readonly ListColumn<Supplier>[] = [
  {
    key: 'supplierId',
    title: 'ID',
    text: (row) => String(row.supplierId),
    sortKey: 'supplierId',
    numeric: true,
  },
  { key: 'supplierName', title: 'Supplier Name', text: (row) => row.supplierName, sortKey: 'supplierName' },
  {
    key: 'contactPerson',
    title: 'Contact Person',
    text: (row) => row.contactPerson,
    sortKey: 'contactPerson',
  },
  {
    key: 'contactNumber',
    title: 'Contact Number',
    text: (row) => row.contactNumber,
    sortKey: 'contactNumber',
  },
  { key: 'email', title: 'Email Address', text: (row) => row.email, sortKey: 'email' },
  { key: 'Address', title: 'Address', text: (row) => row.Address, sortKey: 'Address' },
  {
    key: 'createdAt',
    title: 'Created At',
    text: (row) => formatTimestamp(row.createdAt),
    sortKey: 'createdAt',
    optional: true,
  },
  {
    key: 'products',
    title: 'View Products',
    text: () => 'View Products',
    render: (row) => (
      <Anchor component={Link} inherit to={`/app/mysupplies/${row.supplierId}`}>
        View Products
      </Anchor>
    ),
  },
];

export function SupplierListPage() {
  return (
    <ListPage
      name="suppliers"
      title="Suppliers"
      things="suppliers"
      source={source}
      columns={columns}
      rowKey={(row) => row.supplierId}
      emptyHint="Add the first supplier with the Add Supplier button."
      action={
        <Button component={Link} to="/app/createsupplier" leftSection={<IconPlus size={16} />}>
          Add Supplier
        </Button>
      }
      actions={{
        title: 'Action',
        render: (row) => (
          <RowLink
            label={`Edit ${row.supplierName}`}
            icon={IconEdit}
            to={`/app/updatesupplier/${row.supplierId}`}
          />
        ),
      }}
    />
  );
}
