import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { FilterControlProps } from '../../components/list/list-column.ts';
import { useCompanyOptions } from '../../components/form/use-company-options.ts';

export function SupplierFilter({ value, onChange }: FilterControlProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const chosen = value === '' ? [] : [value];
  const { options } = useCompanyOptions(search, chosen);
  return (
    <Select
      aria-label="Supplier"
      placeholder="All suppliers"
      data={options}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All suppliers' }}
      // Choosing writes the name into the box; that is no search.
      onSearchChange={(text) => setTyped(options.some(({ label }) => label === text) ? '' : text)}
      filter={({ options: found }) => found}
      nothingFoundMessage="No such supplier"
    />
  );
}
