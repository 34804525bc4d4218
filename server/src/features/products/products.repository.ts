// Products, by SQL. Stock levels are read here and moved in stock.repository.ts alone.
import { sql, type Expression, type SqlBool } from 'kysely';
import { toShillings } from '@ghala/contracts/money';
import type { Product, stockFilters } from '@ghala/contracts/products/products.contract';
import type { Ctx } from '../../platform/context.ts';
import { violates } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/errors.ts';
import { likePattern, listPage, wordsOf, type ListRequest } from '../../platform/list/list.ts';
import type { ProductsTable } from './products.tables.ts';

// Looked up for the rows of a page, not joined: the search and the count then stand on products alone.
const supplierName = sql<string>`(select s.supplier_name from suppliers s where s.supplier_id = p.supplier_id)`;
const categoryName = sql<string>`(select c.category_name from categories c where c.category_id = p.category_id)`;

const columns = [
  'p.product_id',
  'p.product_name',
  'p.product_description',
  'p.price_cents',
  'p.stock_level',
  'p.low_stock_level',
  'p.supplier_id',
  supplierName.as('supplier_name'),
  'p.category_id',
  categoryName.as('category_name'),
  'p.created_at',
  'p.updated_at',
  'p.version',
] as const;

interface ProductRow {
  product_id: number;
  product_name: string;
  product_description: string;
  price_cents: number;
  stock_level: number;
  low_stock_level: number;
  supplier_id: number;
  supplier_name: string;
  category_id: number;
  category_name: string;
  created_at: Date;
  updated_at: Date;
  version: number;
}

const toProduct = (row: ProductRow): Product => ({
  productId: row.product_id,
  productName: row.product_name,
  productDescription: row.product_description,
  productPrice: toShillings(row.price_cents),
  stocklevel: row.stock_level,
  lowStockLevel: row.low_stock_level,
  supplierId: row.supplier_id,
  supplierName: row.supplier_name,
  categoryId: row.category_id,
  categoryName: row.category_name,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

const products = (ctx: Ctx) => ctx.db.selectFrom('products as p');

export interface ProductListRequest extends ListRequest {
  categoryId?: number | undefined;
  supplierId?: number | undefined;
  stock?: (typeof stockFilters)[number] | undefined;
}

/**
 * For each word, the companies and categories it is in. Asked first and then put as plain numbers: with a subquery
 * in their place PostgreSQL expects so many rows that it reads the whole table (100,000 products: 10 times slower).
 */
async function findRelated(ctx: Ctx, words: readonly string[]): Promise<Map<string, Expression<SqlBool>[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ suppliers: number[]; categories: number[] }>`
    select array(select supplier_id::float8 from suppliers where supplier_name ilike pattern) as suppliers,
           array(select category_id::float8 from categories where category_name ilike pattern) as categories
      from unnest(${words.map(likePattern)}::text[]) with ordinality as word(pattern, place)
     order by place`.execute(ctx.db);
  return new Map(
    words.map((word, index) => {
      const { suppliers = [], categories = [] } = rows[index] ?? {};
      const conditions: Expression<SqlBool>[] = [];
      if (suppliers.length > 0) conditions.push(sql`p.supplier_id = any(${suppliers}::bigint[])`);
      if (categories.length > 0) conditions.push(sql`p.category_id = any(${categories}::bigint[])`);
      return [word, conditions];
    }),
  );
}

export async function list(ctx: Ctx, request: ProductListRequest) {
  const related = await findRelated(ctx, wordsOf(request.search));
  let query = products(ctx);
  if (request.supplierId !== undefined) query = query.where('p.supplier_id', '=', request.supplierId);
  if (request.categoryId !== undefined) query = query.where('p.category_id', '=', request.categoryId);
  if (request.stock === 'in') query = query.where('p.stock_level', '>', 0);
  if (request.stock === 'out') query = query.where('p.stock_level', '=', 0);
  if (request.stock === 'low') {
    query = query.where('p.stock_level', '>', 0).whereRef('p.stock_level', '<=', 'p.low_stock_level');
  }
  return listPage(
    {
      query,
      select: (q) => q.select(columns),
      search: {
        // The expression of the index products_search.
        text: [sql<string>`p.product_name || ' ' || p.product_description`],
        related: (word) => related.get(word) ?? [],
        ids: ['p.product_id'],
      },
      sortable: {
        productId: 'p.product_id',
        productName: sql`lower(p.product_name)`,
        productDescription: sql`lower(p.product_description)`,
        productPrice: 'p.price_cents',
        stocklevel: 'p.stock_level',
        supplierName: sql`lower(${supplierName})`,
        categoryName: sql`lower(${categoryName})`,
        createdAt: 'p.created_at',
      },
      idColumn: 'p.product_id',
    },
    request,
    toProduct,
  );
}

export async function findById(ctx: Ctx, productId: number): Promise<Product | null> {
  const row = await products(ctx).select(columns).where('p.product_id', '=', productId).executeTakeFirst();
  return row === undefined ? null : toProduct(row);
}

/** Held until the transaction ends, so that a version read here is still the version when it is written. */
export async function findForChange(ctx: Ctx, productId: number): Promise<Product | null> {
  const row = await products(ctx)
    .select(columns)
    .where('p.product_id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toProduct(row);
}

export const findCompany = (ctx: Ctx, productId: number) =>
  ctx.db.selectFrom('products').select('supplier_id').where('product_id', '=', productId).executeTakeFirst();

export type ProductFields = Pick<
  ProductsTable,
  'supplier_id' | 'category_id' | 'product_name' | 'product_description' | 'price_cents'
> & { low_stock_level: number };

export async function insert(ctx: Ctx, fields: ProductFields): Promise<number> {
  const now = ctx.clock.now();
  try {
    const row = await ctx.db
      .insertInto('products')
      .values({ ...fields, created_at: now, updated_at: now })
      .returning('product_id')
      .executeTakeFirstOrThrow();
    return row.product_id;
  } catch (error) {
    throw unknownCategory(error) ?? error;
  }
}

export async function update(
  ctx: Ctx,
  productId: number,
  fields: Partial<Omit<ProductFields, 'supplier_id'>>,
): Promise<void> {
  try {
    await ctx.db
      .updateTable('products')
      .set({ ...fields, version: sql`version + 1`, updated_at: ctx.clock.now() })
      .where('product_id', '=', productId)
      .execute();
  } catch (error) {
    throw unknownCategory(error) ?? error;
  }
}

const unknownCategory = (error: unknown) =>
  violates(error, 'products_category_id_fkey')
    ? invalidField('categoryId', 'There is no such category.')
    : null;
