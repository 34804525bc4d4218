import { suppliersContract } from '@ghala/contracts/suppliers/suppliers.contract';
import { implement } from '../../platform/http/implement.ts';
import * as service from './suppliers.service.ts';

export const suppliersEndpoints = implement(suppliersContract, {
  listSuppliers: (ctx, { query }) => service.listSuppliers(ctx, query),
  createSupplier: (ctx, { body }) => service.createSupplier(ctx, body),
  getSupplier: (ctx, { params }) => service.getSupplier(ctx, params.id),
  updateSupplier: (ctx, { params, body }) => service.updateSupplier(ctx, params.id, body),
});
