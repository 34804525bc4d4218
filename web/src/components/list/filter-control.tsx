import { NativeSelect } from '@mantine/core';
import type { FilterControlProps, ListFilter } from './list-column.ts';
import classes from './list-page.module.css';

export function FilterControl({ filter, value, onChange }: FilterControlProps & { filter: ListFilter }) {
  if ('Control' in filter) return <filter.Control value={value} onChange={onChange} />;
  return (
    <NativeSelect
      className={filter.optionsComeLate === true ? (classes.lateChoices ?? '') : ''}
      aria-label={filter.label}
      data={[...filter.options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
