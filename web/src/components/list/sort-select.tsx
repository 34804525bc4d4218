import { NativeSelect } from '@mantine/core';
import type { ListColumn } from './list-column.ts';

interface SortSelectProps<Row> {
  columns: readonly ListColumn<Row>[];
  value: string;
  onChange: (sort: string) => void;
}

/** For cards, which have no column headers to press. */
export function SortSelect<Row>({ columns, value, onChange }: SortSelectProps<Row>) {
  const options = columns.flatMap(({ title, sortKey }) =>
    sortKey === undefined
      ? []
      : [
          { value: sortKey, label: `${title} ↑` },
          { value: `-${sortKey}`, label: `${title} ↓` },
        ],
  );
  return (
    <NativeSelect
      aria-label="Sort"
      data={[{ value: '', label: 'Sort' }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
