import { IconAlertTriangle, IconCircleOff } from '@tabler/icons-react';
import type { Product } from '@ghala/contracts/products/products.contract';
import { formatCount } from '../../lib/format.ts';
import classes from './products.module.css';

/** The number, with a word and an icon when somebody has to act. */
export function StockLevel({ product }: { product: Product }) {
  const { stocklevel, lowStockLevel } = product;
  if (stocklevel > lowStockLevel) return formatCount(stocklevel);
  const isOut = stocklevel === 0;
  const StockIcon = isOut ? IconCircleOff : IconAlertTriangle;
  return (
    <span className={classes.stock}>
      <span className={classes.warning} data-out={isOut}>
        <StockIcon size={14} aria-hidden />
        {isOut ? 'Out' : 'Low'}
      </span>
      {formatCount(stocklevel)}
    </span>
  );
}
