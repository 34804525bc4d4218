// Lists are written as small tables, one row a line with | between the cells, because that is easiest to read and extend.
export function parseTable(table: string, cells: number): string[][] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const row = line.split('|').map((cell) => cell.trim());
      if (row.length !== cells) throw new Error(`This row of demo data needs ${cells} cells: ${line}`);
      return row;
    });
}
