// What a list shows (page, size, search, sort, filters) lives in the address, so reload, Back and a shared link keep it.
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { defaultPageSize, pageSizes } from '@ghala/contracts/list';
import type { ListQuery } from './list-source.ts';

export interface ListState {
  page: number;
  size: number;
  search: string;
  /** A sort key, with '-' before it when falling; '' is the server's own order. */
  sort: string;
  filters: Readonly<Record<string, string>>;
}

export interface ListControls {
  state: ListState;
  /** Filters that are not named stay as they are. Anything but a change of page starts again at page 1. */
  change: (changes: Partial<ListState>, how?: { replace: boolean }) => void;
}

export function useListState(filterNames: readonly string[], sortKeys: readonly string[]): ListControls {
  const { search } = useLocation();
  const navigate = useNavigate();
  // As text, so that callers may build the arrays anew each time.
  const known = JSON.stringify({ filterNames, sortKeys });
  const state = useMemo(() => readState(search, JSON.parse(known) as Known), [search, known]);

  const change = useCallback<ListControls['change']>(
    (changes, how) => {
      // Read the address as it is now: a debounced search may arrive after other changes.
      const current = readState(location.search, JSON.parse(known) as Known);
      const filters = { ...current.filters, ...changes.filters };
      const next = { ...current, page: 1, ...changes, filters };
      void navigate(
        { search: writeState(next) },
        { replace: how?.replace ?? false, preventScrollReset: true },
      );
    },
    [navigate, known],
  );

  return { state, change };
}

export function toQuery(state: ListState): ListQuery {
  const filters = Object.entries(state.filters).filter(([, value]) => value !== '');
  return {
    offset: String((state.page - 1) * state.size),
    limit: String(state.size),
    search: state.search,
    ...(state.sort === '' ? {} : { sort: state.sort }),
    ...Object.fromEntries(filters),
  };
}

interface Known {
  filterNames: readonly string[];
  sortKeys: readonly string[];
}

/** What makes no sense, say in an old link, counts as not said. */
function readState(search: string, { filterNames, sortKeys }: Known): ListState {
  const params = new URLSearchParams(search);
  const page = Number(params.get('page') ?? 1);
  const size = Number(params.get('size') ?? defaultPageSize);
  const sort = params.get('sort') ?? '';
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    search: params.get('search') ?? '',
    sort: sortKeys.includes(sort.replace(/^-/, '')) ? sort : '',
    filters: Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])),
  };
}

function writeState(state: ListState): string {
  const params = new URLSearchParams();
  if (state.search !== '') params.set('search', state.search);
  for (const [name, value] of Object.entries(state.filters)) if (value !== '') params.set(name, value);
  if (state.sort !== '') params.set('sort', state.sort);
  if (state.size !== defaultPageSize) params.set('size', String(state.size));
  if (state.page !== 1) params.set('page', String(state.page));
  return params.toString();
}
