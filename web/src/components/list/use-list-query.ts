import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ListSource } from './list-source.ts';
import { toQuery } from './list-state.ts';
import type { ListControls } from './list-state.ts';

export const debounceMs = 500;

/**
 * The rows for the state in the address. The key of each query holds everything it asks for and an outdated one is
 * aborted, so a late answer can never replace a newer one.
 */
export function useListQuery<Row>(source: ListSource<Row>, { state, change }: ListControls) {
  const query = useSettled(JSON.stringify(toQuery(state)));
  const result = useQuery({
    queryKey: [...source.key, query],
    queryFn: ({ signal }) => source.fetch(JSON.parse(query) as Record<string, string>, signal),
    placeholderData: keepPreviousData,
  });

  const total = result.data?.total;
  const lastPage = total === undefined ? undefined : Math.max(1, Math.ceil(total / state.size));
  const isCurrent = !result.isPlaceholderData && query === JSON.stringify(toQuery(state));
  const isBeyondEnd = isCurrent && lastPage !== undefined && state.page > lastPage;
  useEffect(() => {
    // The rows of the last page may have been deleted, or the link is old.
    if (isBeyondEnd && lastPage !== undefined) change({ page: lastPage }, { replace: true });
  }, [isBeyondEnd, lastPage, change]);

  return { ...result, lastPage: lastPage ?? 1, isOutdated: !isCurrent || isBeyondEnd };
}

/** The first change passes at once; a burst of them, such as paging quickly, passes when it ends. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  const lastChange = useRef(-debounceMs);

  useEffect(() => {
    if (value === settled) return undefined;
    const sinceLast = performance.now() - lastChange.current;
    lastChange.current = performance.now();
    if (sinceLast >= debounceMs) {
      setSettled(value);
      return undefined;
    }
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value, settled]);

  return settled;
}
