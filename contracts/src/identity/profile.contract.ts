// One's own account, whatever the role. Nothing here takes an id of a person: the session says who it is about.
import { z } from 'zod';
import * as field from '../fields.ts';
import { page } from '../list.ts';
import { defineContract, idParams, noContent } from '../route.ts';

export const profileSchema = z.object({
  userId: field.wireId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  role: field.role,
  createdAt: field.timestamp,
  updatedAt: field.timestamp,
  /** Sent back with a change, it guards against overwriting one made elsewhere. */
  version: z.int(),
});
export type Profile = z.infer<typeof profileSchema>;

const currentPassword = z
  .string('Enter your current password.')
  .min(1, 'Enter your current password.')
  .max(1024, 'That password is too long.');

export const updateProfileSchema = z.strictObject({
  firstName: field.text({ max: 100 }).optional(),
  lastName: field.text({ max: 100 }).optional(),
  phoneNumber: field.phone.optional(),
  /** Needed when the phone number changes: it is the way back into the account. */
  currentPassword: currentPassword.optional(),
  version: field.id.optional(),
});

export const changePasswordSchema = z.strictObject({
  currentPassword,
  password: field.newPassword,
  confirmPassword: z.string().optional(),
});

export const sessionSchema = z.object({
  sessionId: field.wireId,
  /** The session this call came with. */
  current: z.boolean(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: field.timestamp,
  lastSeenAt: field.timestamp,
  expiresAt: field.timestamp,
});
export type Session = z.infer<typeof sessionSchema>;

export const profileContract = defineContract({
  getProfile: {
    method: 'GET',
    path: '/api/profile',
    summary: 'Who is signed in.',
    access: 'profile:manage',
    response: profileSchema,
  },
  updateProfile: {
    method: 'PUT',
    path: '/api/profile',
    summary: 'Change own name or phone number; a new phone number needs the current password.',
    access: 'profile:manage',
    body: updateProfileSchema,
    response: profileSchema,
    errors: ['duplicate', 'changed_meanwhile', 'rate_limited'],
  },
  changePassword: {
    method: 'POST',
    path: '/api/profile/password',
    summary: 'Change own password; ends every other session.',
    access: 'profile:manage',
    body: changePasswordSchema,
    response: noContent,
    errors: ['rate_limited'],
  },
  listSessions: {
    method: 'GET',
    path: '/api/profile/sessions',
    summary: 'Where this account is signed in, newest first.',
    access: 'profile:manage',
    response: page(sessionSchema),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/profile/sessions/:id',
    summary: 'End one of the own sessions.',
    access: 'profile:manage',
    params: idParams,
    response: noContent,
    errors: ['not_found'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/profile/sessions',
    summary: 'End every own session but this one.',
    access: 'profile:manage',
    response: z.object({ ended: z.int() }),
  },
});
