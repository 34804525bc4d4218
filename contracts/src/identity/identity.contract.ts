import { z } from 'zod';
import * as field from '../fields.ts';
import { defineContract, noContent } from '../route.ts';

/** Session life when SESSION_HOURS is not set; the web also uses it when an answer does not say. */
export const defaultSessionHours = 5;

export const loginSchema = z.object({
  email: z.string('Enter your email.').min(1, 'Enter your email.').max(320, 'That email is too long.'),
  password: z
    .string('Enter your password.')
    .min(1, 'Enter your password.')
    .max(1024, 'That password is too long.'),
});

/** Flat on purpose: the first client stores this whole body as its session's data. */
export const signedInSchema = z.object({
  userId: field.wireId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: field.role,
  accessToken: z.string(),
  expiresAt: field.timestamp,
});
export type SignedIn = z.infer<typeof signedInSchema>;

export const registerSchema = z.strictObject({
  firstName: field.text({ max: 100 }),
  lastName: field.text({ max: 100 }),
  email: field.email,
  phoneNumber: field.phone,
  password: field.newPassword,
  confirmPassword: z.string().optional(),
  /** Honoured from an admin, ignored from anybody else, so it is not checked here. */
  role: z.unknown().optional(),
  /** Companies the new supplier account belongs to; an admin's to say. */
  supplierIds: z.array(field.id).max(100).optional(),
});

export const registeredSchema = z.object({
  userId: field.wireId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  role: field.role,
});

export const identityContract = defineContract({
  login: {
    method: 'POST',
    path: '/api/login',
    summary: 'Sign in with email and password; the answer carries the access token.',
    access: 'public',
    body: loginSchema,
    response: signedInSchema,
    errors: ['sign_in_failed', 'rate_limited'],
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    summary: 'End the session of the token this call carries, on every server at once.',
    access: 'signed-in',
    response: noContent,
  },
  register: {
    method: 'POST',
    path: '/api/register',
    summary: "Create an account. With an admin's token the role is honoured; otherwise it is `user`.",
    access: 'public',
    body: registerSchema,
    response: registeredSchema,
    status: 201,
    errors: ['duplicate', 'rate_limited'],
    idempotent: true,
  },
});
