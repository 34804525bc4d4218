import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './pager.module.css';
import { pageWindow } from './page-window.ts';

interface PagerProps {
  pages: number;
  page: number;
  setPage: (page: number) => void;
}

const listWindow = 10;
const compactWindow = 5;

/** The pager of the list screens. */
export function Pager(props: PagerProps) {
  return <PageButtons {...props} size={listWindow} previous="Previous" next="Next" />;
}

/** Where space is short: five numbers, arrows instead of words. */
export function CompactPager(props: PagerProps) {
  return (
    <PageButtons
      {...props}
      size={compactWindow}
      previous={<IconChevronLeft size={18} />}
      next={<IconChevronRight size={18} />}
    />
  );
}

interface PageButtonsProps extends PagerProps {
  size: number;
  previous: ReactNode;
  next: ReactNode;
}

function PageButtons({ pages, page, setPage, size, previous, next }: PageButtonsProps) {
  return (
    <nav className={classes.pager} aria-label="Pages">
      <Button
        size="compact-md"
        variant="default"
        aria-label="Previous"
        disabled={page <= 1}
        onClick={() => setPage(page - 1)}
      >
        {previous}
      </Button>
      {pageWindow(pages, page, size).map((number) => (
        <Button
          key={number}
          size="compact-md"
          variant={number === page ? 'filled' : 'default'}
          className={classes.number ?? ''}
          {...(number === page ? { 'aria-current': 'page' as const } : {})}
          onClick={() => setPage(number)}
        >
          {number}
        </Button>
      ))}
      <Button
        size="compact-md"
        variant="default"
        aria-label="Next"
        disabled={page >= pages}
        onClick={() => setPage(page + 1)}
      >
        {next}
      </Button>
    </nav>
  );
}
