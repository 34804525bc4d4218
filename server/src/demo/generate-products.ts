// Categories and products. A product is added after its company joined, so ids of products run through all of them.
import { supplierOf, type DemoSuppliers } from './generate-suppliers.ts';
import { catalogue, categories } from './lists/catalogue.ts';
import type { Random } from './random.ts';
import { dayMs, whenOpen } from './times.ts';

export interface DemoCategory {
  category_id: number;
  category_name: string;
  created_at: Date;
}

export interface DemoProduct {
  product_id: number;
  supplier_id: number;
  category_id: number;
  product_name: string;
  product_description: string;
  price_cents: number;
  low_stock_level: number;
  created_at: Date;
  updated_at: Date;
}

export const generateCategories = (nowMs: number): DemoCategory[] =>
  categories.map((name, index) => ({
    category_id: index + 1,
    category_name: name,
    created_at: new Date(nowMs - 419 * dayMs + index * 90_000),
  }));

export function generateProducts(nowMs: number, suppliers: DemoSuppliers, random: Random): DemoProduct[] {
  const newestMs = nowMs - 2 * dayMs;
  return catalogue
    .map((product) => {
      const supplier = supplierOf(suppliers, product.company);
      const joinedMs = supplier.created_at.getTime() + dayMs;
      // Most of a company's goods are listed soon after it joins, some much later.
      const listedMs = joinedMs + (newestMs - joinedMs) * random.next() ** 3;
      return { product, supplier, listed: new Date(whenOpen(Math.min(listedMs, newestMs - dayMs), random)) };
    })
    .toSorted((a, b) => a.listed.getTime() - b.listed.getTime())
    .map(({ product, supplier, listed }, index) => ({
      product_id: index + 1,
      supplier_id: supplier.supplier_id,
      category_id: categories.indexOf(product.category) + 1,
      product_name: product.name,
      product_description: product.description,
      price_cents: product.priceCents,
      low_stock_level: lowStockLevel(product.priceCents),
      created_at: listed,
      updated_at: listed,
    }));
}

/** A shop reorders matches by the carton and fridges by the piece. */
function lowStockLevel(priceCents: number): number {
  if (priceCents < 1_000_00) return 20;
  if (priceCents < 10_000_00) return 10;
  return priceCents < 100_000_00 ? 5 : 1;
}
