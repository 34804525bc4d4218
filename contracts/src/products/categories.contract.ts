import { z } from 'zod';
import * as field from '../fields.ts';
import { defineContract, idParams, noContent } from '../route.ts';

export const categorySchema = z.object({
  categoryId: field.wireId,
  categoryName: z.string(),
  productCount: z.int(),
});
export type Category = z.infer<typeof categorySchema>;

export const saveCategorySchema = z.strictObject({ categoryName: field.text({ max: 100 }) });

export const categoriesContract = defineContract({
  listCategories: {
    method: 'GET',
    path: '/api/category',
    summary: 'All categories by name, as a bare array.',
    access: 'products:read',
    response: z.array(categorySchema),
  },
  createCategory: {
    method: 'POST',
    path: '/api/category',
    summary: 'Add a category.',
    access: 'categories:manage',
    body: saveCategorySchema,
    response: categorySchema,
    status: 201,
    errors: ['duplicate'],
    idempotent: true,
  },
  renameCategory: {
    method: 'PUT',
    path: '/api/category/:id',
    summary: 'Rename a category.',
    access: 'categories:manage',
    params: idParams,
    body: saveCategorySchema,
    response: categorySchema,
    errors: ['not_found', 'duplicate'],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/api/category/:id',
    summary: 'Remove a category that has no products.',
    access: 'categories:manage',
    params: idParams,
    response: noContent,
    errors: ['not_found', 'in_use'],
  },
});
