import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useLocalStorage } from '@mantine/hooks';
import type { ListColumn } from './list-column.ts';

type Choice = Readonly<Record<string, boolean>>;

/** Which columns of a list this person wants, remembered in this browser. */
export function useColumnChoice<Row>(listName: string, columns: readonly ListColumn<Row>[]) {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `ghala-columns-${listName}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const isShown = (column: ListColumn<Row>) => choice[column.key] ?? column.optional !== true;
  const shown = columns.filter(isShown);
  return {
    shown: shown.length === 0 ? columns : shown,
    isShown,
    show: (column: ListColumn<Row>, wanted: boolean) => setChoice({ ...choice, [column.key]: wanted }),
  };
}

interface ColumnChoiceProps<Row> {
  columns: readonly ListColumn<Row>[];
  choice: ReturnType<typeof useColumnChoice<Row>>;
}

export function ColumnChoice<Row>({ columns, choice }: ColumnChoiceProps<Row>) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={36} aria-label="Choose columns" title="Choose columns">
          <IconColumns3 size={18} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columns.map((column) => (
            <Checkbox
              key={column.key}
              label={column.title}
              checked={choice.isShown(column)}
              onChange={(event) => choice.show(column, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
