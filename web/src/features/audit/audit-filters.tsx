import { CloseButton, NativeSelect } from '@mantine/core';
import { dayFilters } from '../../components/list/day-filter.tsx';
import type { FilterControlProps, ListFilter } from '../../components/list/list-column.ts';
import classes from './audit.module.css';

/** Set from an entry's details; here it can only be seen and taken away. */
function Narrowed({ label, value, onChange }: FilterControlProps & { label: string }) {
  if (value === '') return null;
  const text = `${label} ${value}`;
  return (
    <span className={classes.narrowed}>
      <span title={text}>{text}</span>
      <CloseButton size="sm" aria-label={`Remove filter: ${text}`} onClick={() => onChange('')} />
    </span>
  );
}

const subjectTypes = ['user', 'session', 'supplier', 'product', 'category', 'order', 'payment', 'phone'];

/** Entries may be about more than is offered; what a link or an entry's details asked for is offered as well. */
function SubjectTypeFilter({ value, onChange }: FilterControlProps) {
  const offered = [...new Set([...subjectTypes, value])].filter((type) => type !== '');
  return (
    <NativeSelect
      aria-label="About"
      data={[
        { value: '', label: 'About anything' },
        ...offered.map((type) => ({ value: type, label: `About: ${type}` })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export const auditFilters: readonly ListFilter[] = [
  { name: 'subjectType', Control: SubjectTypeFilter },
  ...dayFilters,
  { name: 'subjectId', Control: (props) => <Narrowed label="Number" {...props} /> },
  { name: 'action', Control: (props) => <Narrowed label="What:" {...props} /> },
  { name: 'actorUserId', Control: (props) => <Narrowed label="By user" {...props} /> },
  { name: 'ip', Control: (props) => <Narrowed label="Address" {...props} /> },
];
