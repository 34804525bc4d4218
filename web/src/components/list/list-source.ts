import type { z } from 'zod';
import type { Response as CallResponse, Route } from '@ghala/contracts/route';
import { send } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

export interface ListPageOf<Row> {
  results: readonly Row[];
  total: number;
}

export type ListQuery = Readonly<Record<string, string>>;

/** Where a list screen gets its rows. */
export interface ListSource<Row> {
  key: readonly unknown[];
  fetch: (query: ListQuery, signal: AbortSignal) => Promise<ListPageOf<Row>>;
}

interface ListRoute extends Route {
  method: 'GET';
  query: z.ZodType;
  response: z.ZodType<{ results: unknown[]; total: number }>;
}

type RowOf<R extends ListRoute> = CallResponse<R>['results'][number];

export function listSource<R extends ListRoute>(
  route: R,
  params: Readonly<Record<string, string>> = {},
): ListSource<RowOf<R>> {
  return {
    key: [route.path, params],
    fetch: async (query, signal) => {
      const page = (await send(route, { params, query }, { signal })) as Partial<ListPageOf<RowOf<R>>>;
      if (Array.isArray(page.results) && typeof page.total === 'number') {
        return { results: page.results, total: page.total };
      }
      throw new ApiError({ status: 200, code: 'internal', message: 'The server gave no list.' });
    },
  };
}
