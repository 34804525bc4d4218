import { z } from 'zod';

// The closed set of error codes and the HTTP status each one travels under.
export const errorStatus = {
  malformed: 400,
  validation_failed: 400,
  unauthenticated: 401,
  sign_in_failed: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  duplicate: 409,
  out_of_stock: 409,
  amount_changed: 409,
  already_paid: 409,
  changed_meanwhile: 409,
  last_admin: 409,
  in_use: 409,
  not_allowed_now: 409,
  in_progress: 409,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  code_rejected: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    /** A reason in plain words, fit to be shown to a person. */
    message: z.string(),
    /** Field name → what is wrong with it. */
    fields: z.record(z.string(), z.string()).optional(),
    /** What the caller needs to go on, such as the true amount of an order. */
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
    requestId: z.string().optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
