import { Button, Group } from '@mantine/core';
import { IconEdit, IconPackages, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { productsContract } from '@ghala/contracts/products/products.contract';
import { suppliersContract } from '@ghala/contracts/suppliers/suppliers.contract';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { LoadingScreen } from '../../components/ui/loading-screen.tsx';
import { RowLink } from '../../components/ui/row-action.tsx';
import { call } from '../../lib/api-client.ts';
import { productColumns } from './product-columns.tsx';
import { useProductFilters } from './use-product-filters.ts';

const columns = productColumns('Product ID');

/** The products of one company. Changing them is offered to those the server lets see the company itself. */
export function SupplierProductListPage() {
  const { id = '' } = useParams();
  const filters = useProductFilters();
  const supplier = useQuery({
    queryKey: [suppliersContract.getSupplier.path, id],
    queryFn: ({ signal }) => call(suppliersContract.getSupplier, { params: { id } }, { signal }),
  });
  // A title and a column that came later would move everything else.
  if (supplier.isPending) return <LoadingScreen />;
  const manages = supplier.data !== undefined;
  return (
    <ListPage
      key={id}
      name="supplier-products"
      title={manages ? `Products of ${supplier.data.supplierName}` : 'Products'}
      things="products"
      source={listSource(productsContract.listSupplierProducts, { id })}
      columns={columns}
      filters={filters}
      rowKey={(row) => row.productId}
      emptyHint="Add the first product with the Create Product link."
      action={
        // Another's company can be looked at, not added to.
        manages && (
          <Button component={Link} to={`/app/createproduct/${id}`} leftSection={<IconPlus size={16} />}>
            Create Product
          </Button>
        )
      }
      actions={
        manages
          ? {
              title: 'Action',
              render: (row) => (
                <Group gap={4} wrap="nowrap">
                  <RowLink
                    label={`Edit ${row.productName}`}
                    icon={IconEdit}
                    to={`/app/updateproduct/${row.productId}`}
                  />
                  <RowLink
                    label={`Stock of ${row.productName}`}
                    icon={IconPackages}
                    to={`/app/stock/${row.productId}`}
                  />
                </Group>
              ),
            }
          : undefined
      }
    />
  );
}
