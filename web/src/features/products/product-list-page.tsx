import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { productsContract } from '@ghala/contracts/products/products.contract';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { useCan } from '../../lib/session.ts';
import { productColumns } from './product-columns.tsx';
import { SupplierFilter } from './supplier-filter.tsx';
import { useProductFilters } from './use-product-filters.ts';

const source = listSource(productsContract.listProducts);
const columns = productColumns('ID');
/** For those who manage products: a product is changed where its company's products are. */
const linkedColumns = columns.map((column) =>
  column.key === 'supplierName'
    ? {
        ...column,
        render: (row: { supplierId: number; supplierName: string }) => (
          <Anchor component={Link} inherit to={`/app/mysupplies/${row.supplierId}`}>
            {row.supplierName}
          </Anchor>
        ),
      }
    : column,
);

const supplierFilter = { name: 'supplierId', Control: SupplierFilter };

export function ProductListPage() {
  const can = useCan();
  const filters = useProductFilters();
  const seesSuppliers = can('suppliers:read');
  return (
    <ListPage
      name="products"
      title="Products"
      things="products"
      source={source}
      columns={seesSuppliers ? linkedColumns : columns}
      filters={seesSuppliers ? [...filters, supplierFilter] : filters}
      rowKey={(row) => row.productId}
      emptyHint="Products are added from a supplier's list."
      action={
        can('categories:manage') && (
          <Button component={Link} to="/app/categories" variant="default">
            Categories
          </Button>
        )
      }
    />
  );
}
