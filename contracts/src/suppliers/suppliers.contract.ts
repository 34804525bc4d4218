import { z } from 'zod';
import * as field from '../fields.ts';
import { listQuery, page } from '../list.ts';
import { defineContract, idParams } from '../route.ts';

export const supplierSchema = z.object({
  supplierId: field.wireId,
  supplierName: z.string(),
  contactPerson: z.string(),
  contactNumber: z.string(),
  email: z.string(),
  /** Capital A: the first client reads it so, and sends it as `address`. */
  Address: z.string(),
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
  version: z.int(),
});
export type Supplier = z.infer<typeof supplierSchema>;

export const createSupplierSchema = z.strictObject({
  supplierName: field.text({ max: 200 }),
  contactPerson: field.text({ max: 200 }),
  contactNumber: field.phone,
  email: field.email,
  address: field.text({ max: 300 }),
});

export const updateSupplierSchema = createSupplierSchema.partial().extend({ version: field.id.optional() });

export const supplierSortKeys = [
  'supplierId',
  'supplierName',
  'contactPerson',
  'contactNumber',
  'email',
  'Address',
  'createdAt',
] as const;

export const suppliersContract = defineContract({
  listSuppliers: {
    method: 'GET',
    path: '/api/suppliers',
    summary: 'Companies that supply products: all for an admin, their own for a supplier.',
    access: 'suppliers:read',
    query: listQuery({ sort: supplierSortKeys }),
    response: page(supplierSchema),
    fromDataAlone: true,
  },
  createSupplier: {
    method: 'POST',
    path: '/api/supplier',
    summary: 'Add a company; a supplier account that adds one belongs to it.',
    access: 'suppliers:manage',
    body: createSupplierSchema,
    response: supplierSchema,
    status: 201,
    errors: ['duplicate'],
    idempotent: true,
  },
  getSupplier: {
    method: 'GET',
    path: '/api/suppliers/:id',
    summary: 'One company.',
    access: 'suppliers:read',
    params: idParams,
    response: supplierSchema,
    errors: ['not_found'],
  },
  updateSupplier: {
    method: 'PUT',
    path: '/api/suppliers/:id',
    summary: 'Change the given fields of a company.',
    access: 'suppliers:manage',
    params: idParams,
    body: updateSupplierSchema,
    response: supplierSchema,
    errors: ['not_found', 'duplicate', 'changed_meanwhile'],
  },
});
