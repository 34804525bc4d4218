import { z } from 'zod';
import * as field from '../fields.ts';
import { choice, idFilter, listQuery, page } from '../list.ts';
import { defineContract, idParams } from '../route.ts';

/** Bounds, so that quantity × price stays far inside what a double holds exactly. */
export const productLimits = { maxPrice: 9_999_999.99, maxStock: 10_000_000, maxQuantity: 100_000 } as const;
export const defaultLowStockLevel = 10;

export const productSchema = z.object({
  productId: field.wireId,
  productName: z.string(),
  productDescription: z.string(),
  productPrice: field.wireMoney,
  /** What can still be sold. */
  stocklevel: z.int(),
  lowStockLevel: z.int(),
  supplierId: field.wireId,
  supplierName: z.string(),
  categoryId: field.wireId,
  categoryName: z.string(),
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
  version: z.int(),
});
export type Product = z.infer<typeof productSchema>;

const price = field.money({ min: 0.01, max: productLimits.maxPrice });
const stockLevel = field.integer({ min: 0, max: productLimits.maxStock });

export const createProductSchema = z.strictObject({
  supplierId: field.id,
  categoryId: field.id,
  productName: field.text({ max: 200 }),
  productDescription: field.text({ max: 2000, multiline: true }),
  productPrice: price,
  stocklevel: stockLevel,
  lowStockLevel: stockLevel.optional(),
});

export const updateProductSchema = z.strictObject({
  categoryId: field.id.optional(),
  productName: field.text({ max: 200 }).optional(),
  productDescription: field.text({ max: 2000, multiline: true }).optional(),
  productPrice: price.optional(),
  lowStockLevel: stockLevel.optional(),
  version: field.id.optional(),
});

/** Why stock moved. People receive and adjust; the rest follows orders. */
export const stockReasons = ['opening', 'received', 'adjusted', 'ordered', 'cancelled', 'returned'] as const;

export const stockMovementSchema = z.object({
  movementId: field.wireId,
  reason: z.enum(stockReasons),
  /** Signed: what came in or went out. */
  quantity: z.int(),
  stockAfter: z.int(),
  note: z.string(),
  orderId: field.wireId.nullable(),
  by: z.string(),
  createdAt: field.timestamp,
});
export type StockMovement = z.infer<typeof stockMovementSchema>;

export const moveStockSchema = z.strictObject({
  reason: z.enum(['received', 'adjusted'], 'Say whether stock was received or adjusted.'),
  quantity: field
    .integer({ min: -productLimits.maxStock, max: productLimits.maxStock })
    .refine((value) => value !== 0, 'This may not be zero.'),
  note: field.text({ max: 300 }),
});

/** in: can be sold; low: can be sold, but at or below its low-stock level; out: none left. */
export const stockFilters = ['in', 'low', 'out'] as const;

export const productSortKeys = [
  'productId',
  'productName',
  'productDescription',
  'productPrice',
  'stocklevel',
  'supplierName',
  'categoryName',
  'createdAt',
] as const;

const productList = {
  sort: productSortKeys,
  filters: { categoryId: idFilter, supplierId: idFilter, stock: choice(stockFilters) },
} as const;

export const productsContract = defineContract({
  listProducts: {
    method: 'GET',
    path: '/api/products',
    summary: 'All products, newest first.',
    access: 'products:read',
    query: listQuery(productList),
    response: page(productSchema),
    fromDataAlone: true,
  },
  listSupplierProducts: {
    method: 'GET',
    path: '/api/products/:id',
    summary: 'The products of one company; the id is the supplier id.',
    access: 'products:read',
    params: idParams,
    query: listQuery(productList),
    response: page(productSchema),
    fromDataAlone: true,
    errors: ['not_found'],
  },
  getProduct: {
    method: 'GET',
    path: '/api/product/:id',
    summary: 'One product.',
    access: 'products:read',
    params: idParams,
    response: productSchema,
    errors: ['not_found'],
  },
  createProduct: {
    method: 'POST',
    path: '/api/createproduct',
    summary: 'Add a product to a company; the stock it starts with is the first row of its ledger.',
    access: 'products:manage',
    body: createProductSchema,
    response: productSchema,
    status: 201,
    errors: ['not_found'],
    idempotent: true,
  },
  updateProduct: {
    method: 'PUT',
    path: '/api/product/:id',
    summary: 'Change the given fields of a product. Stock is moved, never set: see moveStock.',
    access: 'products:manage',
    params: idParams,
    body: updateProductSchema,
    response: productSchema,
    errors: ['not_found', 'changed_meanwhile'],
  },
  moveStock: {
    method: 'POST',
    path: '/api/product/:id/stock',
    summary: 'Receive stock, or adjust it with a reason.',
    access: 'stock:manage',
    params: idParams,
    body: moveStockSchema,
    response: productSchema,
    status: 201,
    errors: ['not_found', 'out_of_stock'],
    idempotent: true,
  },
  listStockMovements: {
    method: 'GET',
    path: '/api/product/:id/stock',
    summary: "A product's stock history, newest first.",
    access: 'stock:manage',
    params: idParams,
    query: listQuery({ sort: ['createdAt'], filters: { reason: choice(stockReasons) } }),
    response: page(stockMovementSchema),
    errors: ['not_found'],
  },
});
