import { ActionIcon } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MouseEvent } from 'react';
import dropdown from '../ui/dropdown.module.css';
import { useDropdown } from '../ui/use-dropdown.ts';
import type { ListColumn } from './list-column.ts';
import classes from './list-page.module.css';

type Choice = Readonly<Record<string, boolean>>;

const isWanted = <Row,>(choice: Choice, { key, optional }: ListColumn<Row>): boolean =>
  choice[key] ?? optional !== true;

/** Which columns of a list this person wants, remembered in this browser. */
export function useColumnChoice<Row>(listName: string, columns: readonly ListColumn<Row>[]) {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `ghala-columns-${listName}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const shown = useMemo(() => {
    const wanted = columns.filter((column) => isWanted(choice, column));
    return wanted.length === 0 ? columns : wanted;
  }, [choice, columns]);
  return {
    shown,
    isShown: (column: ListColumn<Row>) => isWanted(choice, column),
    show: (column: ListColumn<Row>, wanted: boolean) => setChoice({ ...choice, [column.key]: wanted }),
  };
}

interface ColumnChoiceProps<Row> {
  columns: readonly ListColumn<Row>[];
  choice: ReturnType<typeof useColumnChoice<Row>>;
}

export function ColumnChoice<Row>({ columns, choice }: ColumnChoiceProps<Row>) {
  const { opened, open, close, triggerRef, holder } = useDropdown();
  const [side, setSide] = useState<'left' | 'right'>('right');
  const listRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) listRef.current?.querySelector('input')?.focus();
  }, [opened]);
  const openTowardsRoom = (event: MouseEvent<HTMLElement>) => {
    setSide(event.currentTarget.getBoundingClientRect().left < innerWidth / 2 ? 'left' : 'right');
    open();
  };
  return (
    <div className={dropdown.holder} {...holder}>
      <ActionIcon
        ref={triggerRef}
        variant="default"
        size={36}
        aria-label="Choose columns"
        title="Choose columns"
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={opened ? close : openTowardsRoom}
      >
        <IconColumns3 size={18} />
      </ActionIcon>
      {opened && (
        <dialog
          open
          ref={listRef}
          aria-label="Columns"
          className={`${dropdown.dropdown} ${classes.columns}`}
          data-side={side}
        >
          {columns.map((column) => (
            <label key={column.key}>
              <input
                type="checkbox"
                checked={choice.isShown(column)}
                onChange={(event) => choice.show(column, event.currentTarget.checked)}
              />
              {column.title}
            </label>
          ))}
        </dialog>
      )}
    </div>
  );
}
