import { Button, Paper } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { productsContract, stockReasons } from '@ghala/contracts/products/products.contract';
import type { Product, StockMovement } from '@ghala/contracts/products/products.contract';
import type { ListColumn, ListFilter } from '../../components/list/list-column.ts';
import { ListPage } from '../../components/list/list-page.tsx';
import { listSource } from '../../components/list/list-source.ts';
import { Loaded } from '../../components/ui/loaded.tsx';
import { call } from '../../lib/api-client.ts';
import { formatCount, formatTimestamp } from '../../lib/format.ts';
import { MoveStockForm } from './move-stock-form.tsx';
import { ProductFacts } from './product-facts.tsx';

const signed = (quantity: number): string =>
  quantity > 0 ? `+${formatCount(quantity)}` : formatCount(quantity);

const columns: readonly ListColumn<StockMovement>[] = [
  { key: 'createdAt', title: 'When', text: (row) => formatTimestamp(row.createdAt), sortKey: 'createdAt' },
  { key: 'reason', title: 'What', text: (row) => row.reason },
  { key: 'quantity', title: 'Change', text: (row) => signed(row.quantity), numeric: true },
  { key: 'stockAfter', title: 'Stock After', text: (row) => formatCount(row.stockAfter), numeric: true },
  { key: 'note', title: 'Why', text: (row) => row.note },
  { key: 'orderId', title: 'Order', text: (row) => row.orderId?.toString() ?? '', numeric: true },
  { key: 'by', title: 'By', text: (row) => row.by },
];

const filters: readonly ListFilter[] = [
  {
    name: 'reason',
    label: 'What',
    options: [
      { value: '', label: 'All changes' },
      ...stockReasons.map((reason) => ({ value: reason, label: reason })),
    ],
  },
];

/** A product's stock: what it is, how to change it, and every change it ever had. */
export function StockPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: [productsContract.getProduct.path, id],
    queryFn: ({ signal }) => call(productsContract.getProduct, { params: { id } }, { signal }),
  });
  return <Loaded query={query}>{(product) => <StockOf key={id} product={product} />}</Loaded>;
}

function StockOf({ product }: { product: Product }) {
  const id = String(product.productId);
  return (
    <ListPage
      name="stock-movements"
      title={`Stock of ${product.productName}`}
      things="changes"
      source={listSource(productsContract.listStockMovements, { id })}
      columns={columns}
      filters={filters}
      rowKey={(row) => row.movementId}
      emptyHint="Receive stock to write the first line."
      action={
        <Button component={Link} to={`/app/updateproduct/${id}`} variant="default">
          Edit product
        </Button>
      }
    >
      <Paper withBorder p="md">
        <ProductFacts product={product} />
        <MoveStockForm productId={product.productId} />
      </Paper>
    </ListPage>
  );
}
