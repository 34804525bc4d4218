import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatNumber, formatShillings } from './money.ts';

test('numbers are written as in Kenyan English', () => {
  const whole = new Intl.NumberFormat('en-KE');
  const money = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  assert(
    property(integer({ min: -1e13, max: 1e13 }), (cents) => {
      expect(formatNumber(cents)).toBe(whole.format(cents));
      expect(formatNumber(cents / 100, 2)).toBe(money.format(cents / 100));
    }),
  );
});

test('shillings have their label and two decimals', () => {
  expect(formatShillings(12_450)).toBe('KSH 12,450.00');
  expect(formatShillings(0.1)).toBe('KSH 0.10');
  expect(formatShillings(-999_999.5)).toBe('KSH -999,999.50');
});
