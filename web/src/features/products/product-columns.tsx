import type { Product } from '@ghala/contracts/products/products.contract';
import type { ListColumn, ListFilter } from '../../components/list/list-column.ts';
import { formatCount, formatShillings, formatTimestamp } from '../../lib/format.ts';
import { StockLevel } from './stock-level.tsx';

export const productColumns = (idTitle: string): readonly ListColumn<Product>[] => [
  {
    key: 'productId',
    title: idTitle,
    text: (row) => String(row.productId),
    sortKey: 'productId',
    numeric: true,
  },
  { key: 'productName', title: 'Product Name', text: (row) => row.productName, sortKey: 'productName' },
  {
    key: 'productDescription',
    title: 'Product Description',
    text: (row) => row.productDescription,
    sortKey: 'productDescription',
  },
  {
    key: 'productPrice',
    title: 'Price',
    text: (row) => formatShillings(row.productPrice),
    sortKey: 'productPrice',
    numeric: true,
  },
  {
    key: 'stocklevel',
    title: 'Stock Level',
    text: (row) => formatCount(row.stocklevel),
    render: (row) => <StockLevel product={row} />,
    sortKey: 'stocklevel',
    numeric: true,
  },
  {
    key: 'supplierName',
    title: 'Supplier Name',
    text: (row) => row.supplierName,
    sortKey: 'supplierName',
    narrow: true,
  },
  { key: 'categoryName', title: 'Category Name', text: (row) => row.categoryName, sortKey: 'categoryName' },
  {
    key: 'lowStockLevel',
    title: 'Reorder Point',
    text: (row) => formatCount(row.lowStockLevel),
    numeric: true,
    optional: true,
  },
  {
    key: 'createdAt',
    title: 'Created At',
    text: (row) => formatTimestamp(row.createdAt),
    sortKey: 'createdAt',
    optional: true,
  },
];

export const stockFilter: ListFilter = {
  name: 'stock',
  label: 'Stock',
  options: [
    { value: '', label: 'Any stock' },
    { value: 'in', label: 'In stock' },
    { value: 'low', label: 'Low' },
    { value: 'out', label: 'Out of stock' },
  ],
};
