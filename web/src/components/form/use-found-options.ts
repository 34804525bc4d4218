import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListSource } from '../list/list-source.ts';

/** As many as fit a dropdown; the rest is found by typing. */
const shownAtOnce = '30';
/** Short enough to feel at once, long enough not to ask for every letter. */
const pauseMs = 200;

/** The rows that match what is typed into a combobox; the server searches, so there may be any number of them. */
export function useFoundOptions<Row>(source: ListSource<Row>, sort: string) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, pauseMs);
  const found = useQuery({
    queryKey: [...source.key, 'options', search],
    queryFn: ({ signal }) => source.fetch({ search, sort, limit: shownAtOnce }, signal),
    placeholderData: keepPreviousData,
  });
  return { rows: found.data?.results ?? [], error: found.error, refetch: found.refetch, setTyped };
}
