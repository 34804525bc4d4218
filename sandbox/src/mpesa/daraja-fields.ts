// Reads Daraja's request fields, which arrive as numbers or strings alike, and checks what pushes and queries share.
import { isJsonCall, parseJsonObject } from '../http.ts';
import type { Call, JsonObject, Reply } from '../http.ts';
import type { World } from '../world.ts';
import { darajaError, invalidField } from './daraja-replies.ts';

export interface FieldRule<N extends string = string> {
  name: N;
  accepts: (value: string) => boolean;
}

export function matching<const N extends string>(name: N, pattern: RegExp): FieldRule<N> {
  return { name, accepts: (value) => pattern.test(value) };
}

export const kenyanMsisdn = /^254[71]\d{8}$/;

/** Every field the rules name, as text; or Daraja's refusal of the first that is wrong. */
export function readFields<const R extends readonly FieldRule[]>(
  call: Call,
  rules: R,
): { fields: Record<R[number]['name'], string>; refused?: never } | { fields?: never; refused: Reply } {
  if (!isJsonCall(call)) return { refused: invalidField('Content-Type') };
  const body = parseJsonObject(call.body);
  if (!body) return { refused: invalidField('Request Body') };
  const fields: Record<string, string> = {};
  for (const { name, accepts } of rules) {
    const value = fieldText(body, name);
    if (!accepts(value)) return { refused: invalidField(name) };
    fields[name] = value;
  }
  return { fields };
}

export function fieldText(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export const merchantRules = [
  matching('BusinessShortCode', /^\d{5,7}$/),
  matching('Password', /^\S+$/),
  { name: 'Timestamp', accepts: isTimestamp },
] as const;

export function refuseMerchant(
  { credentials: { mpesa } }: World,
  fields: Record<'BusinessShortCode' | 'Password' | 'Timestamp', string>,
): Reply | undefined {
  if (fields.BusinessShortCode !== mpesa.shortcode)
    return darajaError('500.001.1001', 'Merchant does not exist');
  const password = Buffer.from(`${mpesa.shortcode}${mpesa.passkey}${fields.Timestamp}`).toString('base64');
  return fields.Password === password ? undefined : darajaError('500.001.1001', 'Wrong credentials');
}

function isTimestamp(value: string): boolean {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(value) ?? [];
  if (year === undefined) return false;
  return !Number.isNaN(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`));
}
