import type { Generated } from 'kysely';
import type { stockReasons } from '@ghala/contracts/products/products.contract';

export interface CategoriesTable {
  category_id: Generated<number>;
  category_name: string;
  created_at: Generated<Date>;
}

export interface ProductsTable {
  product_id: Generated<number>;
  supplier_id: number;
  category_id: number;
  product_name: string;
  product_description: string;
  price_cents: number;
  /** Moved by stock_movements alone; the database refuses any other hand. */
  stock_level: Generated<number>;
  low_stock_level: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface StockMovementsTable {
  movement_id: Generated<number>;
  product_id: number;
  /** Signed. */
  quantity: number;
  reason: (typeof stockReasons)[number];
  note: Generated<string>;
  order_id: number | null;
  actor_user_id: number | null;
  /** Filled in by the table's trigger. */
  stock_after: Generated<number>;
  created_at: Generated<Date>;
}

declare module '../../platform/db/database.ts' {
  interface Database {
    categories: CategoriesTable;
    products: ProductsTable;
    stock_movements: StockMovementsTable;
  }
}
