import { Button, Text } from '@mantine/core';
import classes from './list-page.module.css';

interface NoDataProps {
  hint: string;
  onClear: (() => void) | undefined;
}

export function NoData({ hint, onClear }: NoDataProps) {
  return (
    <output className={classes.empty}>
      <Text fw={600}>No Data</Text>
      <Text c="dimmed">{hint}</Text>
      {onClear !== undefined && (
        <Button variant="default" size="compact-md" mt="xs" onClick={onClear}>
          Show everything
        </Button>
      )}
    </output>
  );
}
