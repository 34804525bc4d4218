import { NativeSelect } from '@mantine/core';
import type { FilterControlProps, ListFilter } from './list-column.ts';

export function FilterControl({ filter, value, onChange }: FilterControlProps & { filter: ListFilter }) {
  if ('Control' in filter) return <filter.Control value={value} onChange={onChange} />;
  return (
    <NativeSelect
      aria-label={filter.label}
      data={[...filter.options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
