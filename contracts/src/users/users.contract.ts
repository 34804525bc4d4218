import { z } from 'zod';
import * as field from '../fields.ts';
import { choice, listQuery, page } from '../list.ts';
import { roles } from '../permissions.ts';
import { defineContract, idParams, noContent } from '../route.ts';

export const userSchema = z.object({
  userId: field.wireId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  role: field.role,
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
  /** Grows by one with each change; sent back with an update, it guards against overwriting another's change. */
  version: z.int(),
});
export type User = z.infer<typeof userSchema>;

export const userDetailSchema = userSchema.extend({
  /** Companies a supplier account belongs to. */
  supplierIds: z.array(field.wireId),
});
export type UserDetail = z.infer<typeof userDetailSchema>;

export const updateUserSchema = z.strictObject({
  firstName: field.text({ max: 100 }).optional(),
  lastName: field.text({ max: 100 }).optional(),
  phoneNumber: field.phone.optional(),
  role: field.role.optional(),
  supplierIds: z.array(field.id).max(100).optional(),
  version: field.id.optional(),
});

export const userSortKeys = [
  'userId',
  'firstName',
  'lastName',
  'email',
  'phoneNumber',
  'role',
  'createdAt',
  'updatedAt',
] as const;

export const usersContract = defineContract({
  listUsers: {
    method: 'GET',
    path: '/api/users',
    summary: 'People with an account, newest first.',
    access: 'users:read',
    query: listQuery({ sort: userSortKeys, filters: { role: choice(roles) } }),
    response: page(userSchema),
    fromDataAlone: true,
  },
  getUser: {
    method: 'GET',
    path: '/api/users/:id',
    summary: 'One person: any for an admin, oneself for everybody else.',
    access: 'signed-in',
    params: idParams,
    response: userDetailSchema,
    errors: ['not_found'],
  },
  updateUser: {
    method: 'PUT',
    path: '/api/updateuser/:id',
    summary: 'Change the given fields of a person; a changed role ends their sessions.',
    access: 'users:manage',
    params: idParams,
    body: updateUserSchema,
    response: userDetailSchema,
    errors: ['not_found', 'duplicate', 'changed_meanwhile', 'last_admin'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/deleteuser/:id',
    summary: 'Hide a person and end their sessions; their orders and payments stay.',
    access: 'users:manage',
    params: idParams,
    response: noContent,
    errors: ['not_found', 'last_admin'],
  },
});
