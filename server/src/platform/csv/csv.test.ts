import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('quotes what needs it and disarms formulas, but leaves numbers alone', () => {
  expect(csvLine([1, -2.5, 'Unga', 'a,b', 'say "x"', 'two\nlines', '=1+1', '@cmd', '-3'])).toBe(
    `1,-2.5,Unga,"a,b","say ""x""","two\nlines",'=1+1,'@cmd,'-3\r\n`,
  );
});
