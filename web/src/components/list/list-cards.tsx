import type { ListRowsProps } from './list-table.tsx';
import classes from './list-cards.module.css';

/** The table's facts and actions for narrow screens. */
export function ListCards<Row>({ label, columns, rows, rowKey, actions }: ListRowsProps<Row>) {
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.card}>
          <dl className={classes.facts}>
            {columns.map((column) => (
              <div key={column.key} className={classes.fact}>
                <dt>{column.title}</dt>
                <dd>{column.render?.(row) ?? column.text(row)}</dd>
              </div>
            ))}
          </dl>
          {actions !== undefined && <div className={classes.actions}>{actions.render(row)}</div>}
        </li>
      ))}
    </ul>
  );
}
