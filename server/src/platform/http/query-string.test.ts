import { expect, it } from 'vitest';
import { parseQueryString } from './query-string.ts';

const known = new Set(['offset', 'limit', 'search']);

it.each([
  ['offset=0&limit=20&search=', { offset: '0', limit: '20', search: '' }],
  ['offset=0&search=a%20b&c%', { offset: '0', search: 'a b&c%' }],
  ['search=a+b%26c%25&limit=5', { search: 'a b&c%', limit: '5' }],
  ['search=50%&offset=1', { search: '50%', offset: '1' }],
  ['search=%E2%82%AC%zz%ff', { search: '€%zz%ff' }],
  ['search=a&b=c&limit=2&d=e', { search: 'a&b=c', limit: '2' }],
  ['utm=1&limit=2', { limit: '2' }],
  ['__proto__=1&search=x', { search: 'x' }],
  ['', {}],
])('reads %s', (raw, expected) => {
  expect(parseQueryString(raw, known)).toEqual(expected);
});
