import { categoriesContract } from '@ghala/contracts/products/categories.contract';
import { productsContract } from '@ghala/contracts/products/products.contract';
import { implement } from '../../platform/http/implement.ts';
import * as categories from './categories.service.ts';
import * as products from './products.service.ts';

export const productsEndpoints = [
  ...implement(productsContract, {
    listProducts: (ctx, { query }) => products.listProducts(ctx, query),
    listSupplierProducts: (ctx, { params, query }) => products.listSupplierProducts(ctx, params.id, query),
    getProduct: (ctx, { params }) => products.getProduct(ctx, params.id),
    createProduct: (ctx, { body }) => products.createProduct(ctx, body),
    updateProduct: (ctx, { params, body }) => products.updateProduct(ctx, params.id, body),
    moveStock: (ctx, { params, body }) => products.moveStock(ctx, params.id, body),
    listStockMovements: (ctx, { params, query }) => products.listStockMovements(ctx, params.id, query),
  }),
  ...implement(categoriesContract, {
    listCategories: (ctx) => categories.listCategories(ctx),
    createCategory: (ctx, { body }) => categories.createCategory(ctx, body.categoryName),
    renameCategory: (ctx, { params, body }) => categories.renameCategory(ctx, params.id, body.categoryName),
    deleteCategory: async (ctx, { params }) => {
      await categories.deleteCategory(ctx, params.id);
      return { ok: true };
    },
  }),
];
