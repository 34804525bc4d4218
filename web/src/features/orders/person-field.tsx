import { usersContract } from '@ghala/contracts/users/users.contract';
import type { User } from '@ghala/contracts/users/users.contract';
import { SearchSelect } from '../../components/form/search-select.tsx';
import { useFoundOptions } from '../../components/form/use-found-options.ts';
import { listSource } from '../../components/list/list-source.ts';
import { reasonOf } from '../../lib/api-error.ts';
import classes from './orders.module.css';

const source = listSource(usersContract.listUsers);
const optionOf = ({ userId, firstName, lastName }: User) => ({
  value: String(userId),
  label: `${firstName} ${lastName}`,
});

interface PersonFieldProps {
  person: User | null;
  onChoose: (person: User | null) => void;
  error: string | undefined;
}

/** Whom an admin orders for; nobody chosen means the admin. */
export function PersonField({ person, onChoose, error }: PersonFieldProps) {
  const found = useFoundOptions(source, 'firstName');
  const byId = new Map(found.rows.map((row) => [String(row.userId), row]));
  return (
    <SearchSelect
      name="userId"
      label="Order for"
      description="Optional. Leave it empty to order for yourself."
      placeholder="Type a name, email or phone number"
      options={found.rows.map(optionOf)}
      chosen={person === null ? null : optionOf(person)}
      onChoose={(id) => onChoose(byId.get(id ?? '') ?? null)}
      onType={found.setTyped}
      clearLabel="Order for myself"
      nothingFound="No such person"
      renderOption={({ value, label }) => (
        <div className={classes.option}>
          <span className={classes.optionName}>{label}</span>
          <span className={classes.optionFacts}>{byId.get(value)?.email}</span>
        </div>
      )}
      error={error ?? (found.error === null ? undefined : reasonOf(found.error))}
    />
  );
}
