// The field types forms and calls are made of. HTML forms send numbers as strings, so numbers are taken both ways,
// but nothing else is bent into a number: '' and null are "missing", never 0.
import { z } from 'zod';
import { roles } from './permissions.ts';
import { formatNumber, toCents } from './money.ts';
import { parsePhone } from './phone.ts';

const controlCharacters = /\p{Cc}/u;
const controlCharactersButLines = /[^\P{Cc}\n\r\t]/u;

interface TextOptions {
  max: number;
  /** Line breaks and tabs allowed. */
  multiline?: boolean;
}

const textValue = ({ max, multiline = false }: TextOptions) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null ? 'This field is required.' : 'This must be text.',
    })
    .transform((value) => value.trim().normalize('NFC'))
    .refine(
      (value) =>
        value.isWellFormed() && !(multiline ? controlCharactersButLines : controlCharacters).test(value),
      {
        error: 'This has characters that cannot be stored.',
        abort: true,
      },
    )
    .refine((value) => value.length <= max, `This may have at most ${max} characters.`);

/** Required text: trimmed, normalised, not blank, no control characters. */
export const text = (options: TextOptions) =>
  textValue(options).refine((value) => value.length > 0, 'This field is required.');

export const optionalText = (options: TextOptions) => textValue(options).optional();

interface NumberOptions {
  min: number;
  max: number;
  what?: string;
}

const numeric = /^[+-]?\d{1,15}(?:\.\d{1,6})?$/;

const numberValue = z
  .union([z.number(), z.string()], {
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? 'This field is required.'
        : 'This must be a number.',
  })
  .transform((value, context) => {
    const typed = typeof value === 'string' ? value.trim() : value;
    if (typed === '') {
      context.addIssue({ code: 'custom', message: 'This field is required.' });
      return z.NEVER;
    }
    if (typeof typed === 'string' && !numeric.test(typed)) {
      context.addIssue({ code: 'custom', message: 'This must be a number.' });
      return z.NEVER;
    }
    return Number(typed);
  });

export const integer = ({ min, max }: NumberOptions) =>
  numberValue
    .refine(Number.isInteger, { error: 'This must be a whole number.', abort: true })
    .refine((value) => value >= min, `This must be at least ${min}.`)
    .refine((value) => value <= max, `This may be at most ${formatNumber(max)}.`);

/** An id as it arrives: a number, or a string of digits from a form or a path. */
export const id = integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

/** Shillings on the wire, cents after parsing. */
export const money = ({ min, max }: NumberOptions) =>
  numberValue
    .refine((value) => value >= min, `This must be at least ${min}.`)
    .refine((value) => value <= max, `This may be at most ${formatNumber(max)}.`)
    .transform((value, context) => {
      const cents = toCents(value);
      if (cents === null) {
        context.addIssue({ code: 'custom', message: 'This may have at most two decimals.' });
        return z.NEVER;
      }
      return cents;
    });

// Deliberately plain: one @, no spaces, a dotted domain. The real proof of an address is a message that arrives.
const emailShape = /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@<>()[\],;:\\".]+$/;

export const email = text({ max: 254 }).refine(
  (value) => emailShape.test(value),
  'This is not an email address.',
);

/** Any usual Kenyan form in, canonical form (2547XXXXXXXX) out. */
export const phone = z
  .union([z.string(), z.number()], {
    error: (issue) =>
      issue.input === undefined || issue.input === null
        ? 'This field is required.'
        : 'This must be a phone number.',
  })
  .transform((value, context) => {
    const typed = String(value).trim();
    const parsed = parsePhone(typed);
    if (parsed === null) {
      context.addIssue({
        code: 'custom',
        message:
          typed === ''
            ? 'This field is required.'
            : 'This is not a Kenyan mobile number, such as 0712345678.',
      });
      return z.NEVER;
    }
    return parsed;
  });

export const role = z.enum(roles, 'The role must be admin, user or supplier.');

export const passwordLimits = { min: 8, max: 128 } as const;

// Any characters at all, spaces included; common passwords are refused by the server, which has the list.
export const newPassword = z
  .string('This field is required.')
  .refine(
    (value) => value.length >= passwordLimits.min,
    `A password has at least ${passwordLimits.min} characters.`,
  )
  .refine(
    (value) => value.length <= passwordLimits.max,
    `A password may have at most ${passwordLimits.max} characters.`,
  );

// Answer-side types: no transforms, so that a JSON Schema can be made of them.
export const timestamp = z.iso.datetime();
export const wireId = z.int().positive();
export const wireMoney = z.number();
