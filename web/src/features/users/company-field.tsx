import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Form, FormValues } from '../../components/form/use-form.ts';
import { useCompanyOptions } from '../../components/form/use-company-options.ts';

interface CompanyFieldProps<Values extends FormValues> {
  form: Form<Values>;
  name: keyof Values & string;
}

/** The companies a supplier account belongs to. */
export function CompanyField<Values extends FormValues>({ form, name }: CompanyFieldProps<Values>) {
  const value = form.values[name];
  const chosen = typeof value === 'object' ? value.slice() : [];
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 300);
  const { options, error } = useCompanyOptions(search, chosen);
  return (
    <MultiSelect
      name={name}
      label="Companies"
      description="Whose products and orders this account manages. Optional."
      placeholder="Type a company's name"
      data={options}
      value={chosen}
      onChange={(next) => form.set(name, next as unknown as Values[typeof name])}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already.
      filter={({ options: found }) => found}
      nothingFoundMessage="No such company"
      hidePickedOptions
      error={form.errors[name] ?? error}
    />
  );
}
