import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ListColumn } from './list-column.ts';
import classes from './list-table.module.css';

export interface ListRowsProps<Row> {
  label: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number;
  actions?: { title: string; render: (row: Row) => ReactNode } | undefined;
  sort: string;
  onSort: (sort: string) => void;
}

export function ListTable<Row>({ label, columns, rows, rowKey, actions, sort, onSort }: ListRowsProps<Row>) {
  return (
    <section className={classes.scroller} aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions !== undefined && (
              <th scope="col" className={classes.actions}>
                {actions.title}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td
                  key={column.key}
                  title={column.text(row)}
                  data-numeric={column.numeric}

                  data-narrow={column.narrow}
                >
                  {column.render?.(row) ?? column.text(row)}
                </td>
              ))}
              {actions !== undefined && <td className={classes.actions}>{actions.render(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeaderCellProps<Row> {
  column: ListColumn<Row>;
  sort: string;
  onSort: (sort: string) => void;
}

/** One press rises, the next falls, the third goes back to the list's own order. */
function HeaderCell<Row>({ column: { title, sortKey, numeric }, sort, onSort }: HeaderCellProps<Row>) {
  if (sortKey === undefined) {
    return (
      <th scope="col" data-numeric={numeric}>
        {title}
      </th>
    );
  }
  const rises = sort === sortKey;
  const falls = sort === `-${sortKey}`;
  const SortIcon = rises ? IconArrowUp : falls ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      data-numeric={numeric}
      aria-sort={rises ? 'ascending' : falls ? 'descending' : 'none'}
      data-sorted={rises || falls}
    >
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(rises ? `-${sortKey}` : falls ? '' : sortKey)}
      >
        {title}
        <SortIcon size={12} aria-hidden className={classes.sortIcon} />
      </UnstyledButton>
    </th>
  );
}
