// The shared list screen. A list is its columns and its source; everything else is the same everywhere.
import { Loader, NativeSelect, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useDeferredValue, useId, useMemo } from 'react';
import type { ReactNode } from 'react';
import { pageSizes } from '@ghala/contracts/list';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ColumnChoice, useColumnChoice } from './column-choice.tsx';
import { FilterControl } from './filter-control.tsx';
import { ListCards } from './list-cards.tsx';
import type { ListColumn, ListFilter } from './list-column.ts';
import classes from './list-page.module.css';
import type { ListSource } from './list-source.ts';
import { useListState } from './list-state.ts';
import { ListTable } from './list-table.tsx';
import type { ListRowsProps } from './list-table.tsx';
import { NoData } from './no-data.tsx';
import { CompactPager, Pager } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { Showing } from './showing.tsx';
import { SortSelect } from './sort-select.tsx';
import { useListQuery } from './use-list-query.ts';

interface ListPageProps<Row> extends Pick<ListRowsProps<Row>, 'rowKey' | 'actions'> {
  /** Also the name the column choice is remembered under. */
  name: string;
  title: string;
  /** As in 'Showing 20 out of 61 users'. */
  things: string;
  source: ListSource<Row>;
  columns: readonly ListColumn<Row>[];
  filters?: readonly ListFilter[];
  /** The one main thing to do here. */
  action?: ReactNode;
  /** What to do when there is nothing at all. */
  emptyHint: string;
  /** Stands between the heading and the list. */
  children?: ReactNode;
}

const narrow = '(max-width: 599.98px)';

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { name, title, things, source, columns, filters = [] } = props;
  const sortKeys = columns.flatMap(({ sortKey }) => sortKey ?? []);
  const controls = useListState(
    filters.map((filter) => filter.name),
    sortKeys,
  );
  const { state, change } = controls;
  const list = useListQuery(source, controls);
  const sizeId = useId();
  const choice = useColumnChoice(name, columns);
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });

  const isNarrowed = state.search !== '' || Object.values(state.filters).some((value) => value !== '');
  const showEverything = () => {
    const cleared = Object.keys(state.filters).map((filter) => [filter, '']);
    change({ search: '', filters: Object.fromEntries(cleared) });
  };
  const Rows = isNarrow ? ListCards : ListTable;
  const PagerHere = isNarrow ? CompactPager : Pager;
  // Rows are drawn in short slices, so that typing and scrolling go on meanwhile; a moment later than they come.
  const page = useDeferredValue(list.data);
  const isDrawing = page !== list.data;
  const results = page?.results;
  const { rowKey, actions } = props;
  const { shown } = choice;
  const { sort } = state;
  const onSort = useCallback((next: string) => change({ sort: next }), [change]);
  // Kept as they are while only the state of the query changes, say when the same rows have been asked for again.
  const rows = useMemo(
    () =>
      results !== undefined && (
        <Rows
          label={title}
          columns={shown}
          rows={results}
          rowKey={rowKey}
          actions={actions}
          sort={sort}
          onSort={onSort}
        />
      ),
    [Rows, title, shown, results, rowKey, actions, sort, onSort],
  );

  return (
    <section className={classes.page} aria-busy={list.isFetching || isDrawing}>
      <PageTitle>{title}</PageTitle>
      <header className={classes.header}>
        <div className={classes.headings}>
          <Title order={1} size="h3">
            {title}
          </Title>
          <Showing page={page} things={things} />
        </div>
        <div className={classes.action}>{props.action}</div>
      </header>
      {props.children}
      <div className={classes.tools}>
        <SearchBox
          label={`Search ${things}`}
          value={state.search}
          onSearch={(search) => change({ search }, { replace: state.search !== '' })}
        />
        {filters.map((filter) => (
          <FilterControl
            key={filter.name}
            filter={filter}
            value={state.filters[filter.name] ?? ''}
            onChange={(value) => change({ filters: { [filter.name]: value } })}
          />
        ))}
        {isNarrow && (
          <SortSelect columns={columns} value={state.sort} onChange={(sort) => change({ sort })} />
        )}
        <ColumnChoice columns={columns} choice={choice} />
      </div>
      {list.isError && <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />}
      {page === undefined && !list.isError && (
        <output className={classes.loading} aria-label="Loading">
          <Loader />
        </output>
      )}
      {page !== undefined && (
        <div className={classes.rows} data-outdated={list.isOutdated || list.isError || isDrawing}>
          {page.results.length === 0 ? (
            <NoData
              hint={isNarrowed ? 'Nothing matches. Try another search or fewer filters.' : props.emptyHint}
              onClear={isNarrowed ? showEverything : undefined}
            />
          ) : (
            rows
          )}
        </div>
      )}
      {page !== undefined && (
        <footer className={classes.footer}>
          <div className={classes.size}>
            <label htmlFor={sizeId}>Records per page</label>
            <NativeSelect
              id={sizeId}
              size="xs"
              data={pageSizes.map(String)}
              value={String(state.size)}
              onChange={(event) => change({ size: Number(event.currentTarget.value) })}
            />
          </div>
          <PagerHere pages={list.lastPage} page={state.page} setPage={(next) => change({ page: next })} />
        </footer>
      )}
    </section>
  );
}
