import { Title } from '@mantine/core';
import classes from './list-page.module.css';
import type { ListPageOf } from './list-source.ts';

interface ShowingProps {
  page: ListPageOf<unknown> | undefined;
  things: string;
}

export function Showing({ page, things }: ShowingProps) {
  // Keeps the line free, so that nothing jumps when the numbers come.
  if (page === undefined) return <div className={classes.showing} />;
  return (
    <Title order={2} size="md" fw={400} c="dimmed" className={classes.showing ?? ''} aria-live="polite">
      {`Showing ${page.results.length} out of ${page.total} ${things}`}
    </Title>
  );
}
