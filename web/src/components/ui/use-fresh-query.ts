import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { CallOptions } from '../../lib/api-client.ts';

/** A row to edit: always read anew when the form opens, never replaced under the person's hands. */
export function useFreshQuery<Data>(
  key: readonly unknown[],
  fetch: (options: CallOptions) => Promise<Data>,
): UseQueryResult<Data> {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetch({ signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}
