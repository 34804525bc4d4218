import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FilterControlProps, ListFilter } from './list-column.ts';

/** While a year is typed digit by digit the browser already calls 0002 a date. */
const leastYear = 2000;

function DayFilter({ label, value, onChange }: FilterControlProps & { label: string }) {
  const [{ typed, given }, setState] = useState({ typed: value, given: value });
  // A change from outside, such as Back, replaces what is typed.
  if (given !== value) setState({ typed: value, given: value });
  return (
    <TextInput
      type="date"
      aria-label={`${label} day`}
      title="Days are counted in UTC, as all times here"
      leftSection={
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      }
      leftSectionWidth={label.length * 8 + 14}
      value={typed}
      onChange={(event) => {
        const day = event.currentTarget.value;
        setState({ typed: day, given });
        if (day === '' || Number(day.slice(0, 4)) >= leastYear) onChange(day);
      }}
    />
  );
}

const From = (props: FilterControlProps) => <DayFilter label="From" {...props} />;
const To = (props: FilterControlProps) => <DayFilter label="To" {...props} />;

/** The days a list is narrowed to; both ends count. */
export const dayFilters: readonly ListFilter[] = [
  { name: 'from', Control: From },
  { name: 'to', Control: To },
];
