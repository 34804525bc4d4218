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

/** Length of a reset code; enough digits that five tries in ten minutes are hopeless. */
export const resetCodeDigits = 6;
/** How long the same phone number waits before it may ask for another code. */
export const resendAfterSeconds = 60;

export const forgotPasswordSchema = z.strictObject({ msisdn: field.phone });

// A number field drops leading zeros and a person may type the spaces they see; neither makes it another code.
const resetCode = z
  .union([z.string(), z.number()], {
    error: (issue) =>
      issue.input === undefined || issue.input === null ? 'This field is required.' : 'The code is a number.',
  })
  .transform((value, context) => {
    const typed = String(value).replaceAll(/[\s-]/g, '');
    if (typed === '' || !/^\d+$/.test(typed) || typed.length > resetCodeDigits) {
      context.addIssue({
        code: 'custom',
        message: typed === '' ? 'This field is required.' : `The code has ${resetCodeDigits} digits.`,
      });
      return z.NEVER;
    }
    return typed.padStart(resetCodeDigits, '0');
  });

export const resetPasswordSchema = z.strictObject({
  phoneNumber: field.phone,
  otp: resetCode,
  password: field.newPassword,
  confirmPassword: z.string().optional(),
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
    errors: ['duplicate', 'unauthenticated', 'rate_limited'],
    idempotent: true,
  },
  forgotPassword: {
    method: 'POST',
    path: '/api/forgotpassword',
    summary:
      'Send a reset code by SMS. The answer is the same whether or not anybody has that phone number; the code comes only if somebody does.',
    access: 'public',
    body: forgotPasswordSchema,
    response: noContent,
    errors: ['rate_limited', 'provider_failed'],
  },
  resetPassword: {
    method: 'POST',
    path: '/api/resetpassword',
    summary: 'Set a new password with the newest code sent to that phone; ends every session of the account.',
    access: 'public',
    body: resetPasswordSchema,
    response: noContent,
    errors: ['code_rejected', 'rate_limited'],
  },
});
