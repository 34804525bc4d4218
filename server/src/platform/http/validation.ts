// Turns what zod found into our one error format: field name → reason, the first reason of each field.
import type { z } from 'zod';
import { AppError } from '../errors.ts';

const maxFields = 50;

export function validationError(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxFields))
        fields[[...issue.path, key].join('.').slice(0, 200)] ??= 'This field is not known here.';
    } else {
      fields[issue.path.join('.').slice(0, 200)] ??= issue.message;
    }
    if (Object.keys(fields).length >= maxFields) break;
  }
  const whole = fields[''];
  if (whole !== undefined)
    return new AppError('validation_failed', 'The body must be a JSON object with the fields of this call.');
  const [first] = Object.entries(fields);
  const message = first === undefined ? 'Something in the request is not right.' : `${first[0]}: ${first[1]}`;
  return new AppError('validation_failed', message, { fields });
}
