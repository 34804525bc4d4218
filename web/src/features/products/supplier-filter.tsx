import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { FilterControlProps } from '../../components/list/list-column.ts';
import { SearchSelect } from '../../components/form/search-select.tsx';
import { useCompanyOptions } from '../../components/form/use-company-options.ts';

export function SupplierFilter({ value, onChange }: FilterControlProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const chosen = value === '' ? [] : [value];
  const { options } = useCompanyOptions(search, chosen);
  return (
    <SearchSelect
      aria-label="Supplier"
      placeholder="All suppliers"
      options={options}
      chosen={options.find((option) => option.value === value) ?? null}
      onChoose={(next) => onChange(next ?? '')}
      onType={setTyped}
      clearLabel="All suppliers"
      nothingFound="No such supplier"
    />
  );
}
