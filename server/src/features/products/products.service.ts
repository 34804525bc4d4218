// Products and their stock. A product stays with the company it was added to; admins act for any company, supplier
// accounts for their own.
import type { z } from 'zod';
import {
  defaultLowStockLevel,
  productLimits,
  type createProductSchema,
  type moveStockSchema,
  type Product,
  type updateProductSchema,
} from '@ghala/contracts/products/products.contract';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changedMeanwhile } from '../../platform/audit/changed-meanwhile.ts';
import type { Ctx, SignedInCtx } from '../../platform/context.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { invalidField, notFound } from '../../platform/errors.ts';
import { requireCompany, requireSupplier, supplierExists } from '../suppliers/index.ts';
import * as repository from './products.repository.ts';
import type { ProductListRequest } from './products.repository.ts';
import { listMovements } from './stock.repository.ts';
import { move } from './stock.service.ts';

export const listProducts = (ctx: SignedInCtx, request: ProductListRequest) => repository.list(ctx, request);

export async function listSupplierProducts(
  ctx: SignedInCtx,
  supplierId: number,
  request: ProductListRequest,
) {
  await requireSupplier(ctx, supplierId);
  return repository.list(ctx, { ...request, supplierId });
}

export async function getProduct(ctx: Ctx, productId: number): Promise<Product> {
  const product = await repository.findById(ctx, productId);
  if (product === null) throw notFound('product');
  return product;
}

async function companyOf(ctx: Ctx, productId: number): Promise<number> {
  const row = await repository.findCompany(ctx, productId);
  if (row === undefined) throw notFound('product');
  return row.supplier_id;
}

export async function createProduct(
  ctx: SignedInCtx,
  body: z.output<typeof createProductSchema>,
): Promise<Product> {
  if (!(await supplierExists(ctx, body.supplierId)))
    throw invalidField('supplierId', 'There is no such supplier.');
  await requireCompany(ctx, body.supplierId);
  return withTransaction(ctx, async (tx) => {
    const productId = await repository.insert(tx, {
      supplier_id: body.supplierId,
      category_id: body.categoryId,
      product_name: body.productName,
      product_description: body.productDescription,
      price_cents: body.productPrice,
      low_stock_level: body.lowStockLevel ?? defaultLowStockLevel,
    });
    if (body.stocklevel > 0) await move(tx, { productId, quantity: body.stocklevel, reason: 'opening' });
    const product = await getProduct(tx, productId);
    await recordAudit(tx, { action: 'product.created', subject: ['product', productId], after: product });
    return product;
  });
}

export const updateProduct = (
  ctx: SignedInCtx,
  productId: number,
  { version, ...body }: z.output<typeof updateProductSchema>,
): Promise<Product> =>
  withTransaction(ctx, async (tx) => {
    const before = await repository.findForChange(tx, productId);
    if (before === null) throw notFound('product');
    await requireCompany(tx, before.supplierId);
    if (version !== undefined && version !== before.version)
      throw await changedMeanwhile(tx, ['product', productId], before);
    if (Object.keys(body).length === 0) return before;
    await repository.update(tx, productId, {
      ...(body.categoryId === undefined ? {} : { category_id: body.categoryId }),
      ...(body.productName === undefined ? {} : { product_name: body.productName }),
      ...(body.productDescription === undefined ? {} : { product_description: body.productDescription }),
      ...(body.productPrice === undefined ? {} : { price_cents: body.productPrice }),
      ...(body.lowStockLevel === undefined ? {} : { low_stock_level: body.lowStockLevel }),
    });
    const after = await getProduct(tx, productId);
    await recordAudit(tx, { action: 'product.updated', subject: ['product', productId], before, after });
    return after;
  });

export async function moveStock(
  ctx: SignedInCtx,
  productId: number,
  body: z.output<typeof moveStockSchema>,
): Promise<Product> {
  if (body.reason === 'received' && body.quantity < 0)
    throw invalidField('quantity', 'What is received is at least 1; adjust the stock to take some away.');
  const product = await getProduct(ctx, productId);
  await requireCompany(ctx, product.supplierId);
  return withTransaction(ctx, async (tx) => {
    const stockAfter = await move(tx, { productId, ...body, maxStock: productLimits.maxStock });
    await recordAudit(tx, {
      action: 'product.stock-moved',
      subject: ['product', productId],
      before: { stocklevel: stockAfter - body.quantity },
      after: { stocklevel: stockAfter, ...body },
    });
    return getProduct(tx, productId);
  });
}

export async function listStockMovements(
  ctx: SignedInCtx,
  productId: number,
  request: Parameters<typeof listMovements>[2],
) {
  await requireCompany(ctx, await companyOf(ctx, productId));
  return listMovements(ctx, productId, request);
}
