// Values for the fields of a schema: mostly what a person could send, often what nobody should.
import { z } from 'zod';

export interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
}

export const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

export type Random = () => number;

/** mulberry32: the same seed makes the same attack. */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: Random, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
const whole = (random: Random, least: number, most: number) =>
  least + Math.floor(random() * (most - least + 1));

/** Texts that have broken programs before. */
export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  "' or 1=1 --",
  "'; drop table users; --",
  "' union select password_hash from users --",
  '1;select pg_sleep(5)',
  '$1',
  '%',
  '_%_',
  '\\',
  "%' escape 'x",
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}${7*7}',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  'constructor',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '９',
  '９'.repeat(20),
  '🐘'.repeat(30),
  '\u202etxt.exe',
  'a'.repeat(10_000),
  '1'.repeat(400),
  'null',
  'undefined',
  '[]',
  '2026-02-30',
  '9999-99-99',
];

const hostileValues: unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MIN_VALUE,
  [],
  {},
  [[[[[[]]]]]],
  { $ne: null },
  { toString: 1 },
  JSON.parse('{"__proto__":{"role":"admin"}}'),
  Array.from({ length: 300 }, (_, n) => n),
];

/** What a field of this name usually holds. */
function likely(name: string, random: Random): unknown {
  if (/phone|msisdn|contactnumber/i.test(name)) return `07${whole(random, 10_000_000, 99_999_999)}`;
  if (/email/i.test(name)) return `fuzz${whole(random, 1, 1e9)}@attack.example`;
  if (/password/i.test(name)) return pick(random, ['mvua nyingi leo', 'kq7 wz3 ndovu', 'password1']);
  if (/otp/i.test(name)) return String(whole(random, 0, 999_999)).padStart(6, '0');
  if (/ids$/i.test(name)) return [whole(random, 1, 20)];
  if (/id$/i.test(name)) return whole(random, 4, 2000);
  if (/price|amount/i.test(name)) return whole(random, 1, 500_000) / 100;
  if (/quantity|stock|level|version|limit|offset/i.test(name)) return whole(random, 0, 120);
  if (/from|to|date|day/i.test(name)) return `2026-${String(whole(random, 1, 12)).padStart(2, '0')}-15`;
  return pick(random, ['Nyambura', 'Duka la Mama Atieno', 'unga 2kg', 'a b&c%', 'ñandú', '']);
}

export function valueFor(name: string, schema: Schema, random: Random): unknown {
  const luck = random();
  if (luck < 0.12) return pick(random, hostileTexts);
  if (luck < 0.2) return pick(random, hostileValues);
  if (schema.enum !== undefined) return pick(random, schema.enum);
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined && luck < 0.5) return valueFor(name, pick(random, schema.anyOf), random);
  if (schema.type === 'object') return objectFor(schema, random);
  if (schema.type === 'array' && !/ids$/i.test(name))
    return Array.from({ length: whole(random, 0, 4) }, () => valueFor(name, schema.items ?? {}, random));
  if (schema.type === 'boolean') return random() < 0.5;
  const value = likely(name, random);
  return luck > 0.9 && typeof value === 'number' ? String(value) : value;
}

export function objectFor(schema: Schema, random: Random): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (random() < 0.92) made[name] = valueFor(name, field, random);
  if (random() < 0.05)
    made[pick(random, ['role', 'isAdmin', '__proto__x', 'userId', 'deleted_at'])] = 'admin';
  return made;
}
