import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Popover.css';
import { Select } from '@mantine/core';
import { usersContract } from '@ghala/contracts/users/users.contract';
import type { User } from '@ghala/contracts/users/users.contract';
import { useFoundOptions } from '../../components/form/use-found-options.ts';
import { listSource } from '../../components/list/list-source.ts';
import { reasonOf } from '../../lib/api-error.ts';
import classes from './orders.module.css';

const source = listSource(usersContract.listUsers);
const nameOf = ({ firstName, lastName }: User): string => `${firstName} ${lastName}`;

interface PersonFieldProps {
  person: User | null;
  onChoose: (person: User | null) => void;
  error: string | undefined;
}

/** Whom an admin orders for; nobody chosen means the admin. */
export function PersonField({ person, onChoose, error }: PersonFieldProps) {
  const found = useFoundOptions(source, 'firstName', person === null ? '' : nameOf(person));
  const byId = new Map(found.rows.map((row) => [String(row.userId), row]));
  const foundIds = new Set(byId.keys());
  if (person !== null) byId.set(String(person.userId), person);
  return (
    <Select
      name="userId"
      data-field="userId"
      label="Order for"
      description="Optional. Leave it empty to order for yourself."
      placeholder="Type a name, email or phone number"
      data={[...byId].map(([value, user]) => ({ value, label: nameOf(user) }))}
      value={person === null ? null : String(person.userId)}
      onChange={(id) => onChoose(byId.get(id ?? '') ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Order for myself' }}
      searchValue={found.typed}
      onSearchChange={found.setTyped}
      filter={({ options }) => options.filter((option) => 'value' in option && foundIds.has(option.value))}
      nothingFoundMessage="No such person"
      renderOption={({ option }) => (
        <div className={classes.option}>
          <span className={classes.optionName}>{option.label}</span>
          <span className={classes.optionFacts}>{byId.get(option.value)?.email}</span>
        </div>
      )}
      error={error ?? (found.error === null ? undefined : reasonOf(found.error))}
    />
  );
}
