// CSV as spreadsheets read it (RFC 4180), safe to open: a cell that a spreadsheet would run as a formula is made text.

const startsFormula = /^[=+\-@\t\r]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = startsFormula.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number)[]): string => `${values.map(cell).join(',')}\r\n`;
