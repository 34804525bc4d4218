import { Anchor, Text } from '@mantine/core';
import { productsContract } from '@ghala/contracts/products/products.contract';
import type { Product } from '@ghala/contracts/products/products.contract';
import { SearchSelect } from '../../components/form/search-select.tsx';
import { useFoundOptions } from '../../components/form/use-found-options.ts';
import { listSource } from '../../components/list/list-source.ts';
import { reasonOf } from '../../lib/api-error.ts';
import { formatCount, formatShillings } from '../../lib/format.ts';
import classes from './orders.module.css';

const source = listSource(productsContract.listProducts);

interface ProductFieldProps {
  product: Product | undefined;
  onChoose: (product: Product | null) => void;
  error: string | undefined;
}

const optionOf = ({ productId, productName }: Product) => ({ value: String(productId), label: productName });
const stockOf = ({ stocklevel }: Product): string =>
  stocklevel === 0 ? 'Out of stock' : `${formatCount(stocklevel)} in stock`;

/** Searches as you type over any number of products, and shows price and stock before one is chosen. */
export function ProductField({ product, onChoose, error }: ProductFieldProps) {
  const found = useFoundOptions(source, 'productName');
  const byId = new Map(found.rows.map((row) => [String(row.productId), row]));
  return (
    <div>
      <SearchSelect
        name="productId"
        label="Product"
        placeholder="Type a product's name"
        options={found.rows.map(optionOf)}
        chosen={product === undefined ? null : optionOf(product)}
        onChoose={(id) => onChoose(byId.get(id ?? '') ?? null)}
        onType={found.setTyped}
        marksFirst
        nothingFound="No such product"
        renderOption={({ value }) => <ProductOption product={byId.get(value)} />}
        required
        error={error}
        description={
          product === undefined
            ? undefined
            : `${formatShillings(product.productPrice)} each, ${stockOf(product)}`
        }
      />
      {found.error !== null && (
        <Text c="var(--mantine-color-error)" size="sm" mt={4} role="alert">
          The products could not be loaded. {reasonOf(found.error)}{' '}
          <Anchor component="button" type="button" onClick={() => void found.refetch()}>
            Retry
          </Anchor>
        </Text>
      )}
    </div>
  );
}

function ProductOption({ product }: { product: Product | undefined }) {
  if (product === undefined) return null;
  return (
    <div className={classes.option}>
      <span className={classes.optionName}>{product.productName}</span>
      <span className={classes.optionFacts}>
        {formatShillings(product.productPrice)} · {stockOf(product)}
      </span>
    </div>
  );
}
