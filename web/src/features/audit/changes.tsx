import { Text } from '@mantine/core';
import type { AuditEntry } from '@ghala/contracts/audit/audit.contract';
import classes from './audit.module.css';

type Facts = AuditEntry['before'];

const inWords = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Every fact of either side, the changed ones marked by more than colour. */
export function Changes({ before, after }: { before: Facts; after: Facts }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return <Text c="dimmed">Nothing was changed by this.</Text>;
  const isChange = before !== null && after !== null;
  return (
    <div className={classes.frame}>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">Fact</th>
            {before !== null && <th scope="col">Before</th>}
            {after !== null && <th scope="col">After</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const was = inWords(before?.[name]);
            const is = inWords(after?.[name]);
            return (
              <tr key={name} data-changed={isChange && was !== is}>
                <th scope="row">{name}</th>
                {before !== null && <td>{was}</td>}
                {after !== null && <td>{is}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
