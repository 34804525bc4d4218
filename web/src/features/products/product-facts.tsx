import type { Product } from '@ghala/contracts/products/products.contract';
import { formatCount, formatShillings } from '../../lib/format.ts';
import classes from './products.module.css';
import { StockLevel } from './stock-level.tsx';

export function ProductFacts({ product }: { product: Product }) {
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Stock Level</dt>
        <dd>
          <StockLevel product={product} />
        </dd>
      </div>
      <div>
        <dt>Reorder point</dt>
        <dd>{formatCount(product.lowStockLevel)}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>{formatShillings(product.productPrice)}</dd>
      </div>
      <div>
        <dt>Supplier Name</dt>
        <dd>{product.supplierName}</dd>
      </div>
      <div>
        <dt>Category Name</dt>
        <dd>{product.categoryName}</dd>
      </div>
    </dl>
  );
}
