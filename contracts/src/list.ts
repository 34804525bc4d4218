// Every list speaks the same: offset, limit, search, sort and filters in; {results, total} out.
import { z } from 'zod';

/** Also the default: GET /api/products comes without a limit. */
export const maxPageSize = 100;
export const pageSizes = [20, 50, 75, 100] as const;
export const defaultPageSize = 20;

/** Longer searches are cut: no name here is that long. */
const maxSearchLength = 200;

const count = (fallback: number, least: number) =>
  z
    .string()
    .optional()
    .transform((typed, context) => {
      if (typed === undefined || typed.trim() === '') return fallback;
      if (!/^\d{1,15}$/.test(typed.trim()) || Number(typed) < least) {
        context.addIssue({ code: 'custom', message: `This must be a whole number of at least ${least}.` });
        return z.NEVER;
      }
      return Number(typed);
    });

// Whatever a person can type is a search; characters PostgreSQL cannot hold match nothing, so they are dropped.
const search = z
  .string()
  .optional()
  .transform((typed) =>
    (typed ?? '').toWellFormed().replaceAll('\u0000', '').normalize('NFC').trim().slice(0, maxSearchLength),
  );

type SortKeys = readonly [string, ...string[]];
export type Sort<Keys extends SortKeys> = { key: Keys[number]; descending: boolean };

/** `sort=productName` rises, `sort=-productName` falls. */
const sort = <const Keys extends SortKeys>(keys: Keys) =>
  z
    .string()
    .optional()
    .transform((typed, context): Sort<Keys> | undefined => {
      if (typed === undefined || typed === '') return undefined;
      const descending = typed.startsWith('-');
      const key = descending ? typed.slice(1) : typed;
      if (!keys.includes(key)) {
        context.addIssue({ code: 'custom', message: `Sort by one of ${keys.join(', ')}.` });
        return z.NEVER;
      }
      return { key, descending };
    });

const noFilters = {} satisfies z.ZodRawShape;

export interface ListQueryOptions<Keys extends SortKeys, Filters extends z.ZodRawShape> {
  sort: Keys;
  /** Each filter arrives as text; '' means "not filtered". */
  filters?: Filters;
}

export const listQuery = <const Keys extends SortKeys, Filters extends z.ZodRawShape = typeof noFilters>(
  options: ListQueryOptions<Keys, Filters>,
) =>
  z.object({
    offset: count(0, 0),
    limit: count(maxPageSize, 1).transform((limit) => Math.min(limit, maxPageSize)),
    search,
    sort: sort(options.sort),
    ...(options.filters ?? ({} as Filters)),
  });

/** A filter with a fixed choice; '' is no filter. */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.literal(''), z.enum(values)], `This must be one of ${values.join(', ')}.`)
    .optional()
    .transform((value) => (value === '' ? undefined : value));

/** A filter by id; '' is no filter. */
export const idFilter = z
  .string()
  .regex(/^\d{0,15}$/, 'This must be an id.')
  .optional()
  .transform((value) => (value === undefined || value === '' ? undefined : Number(value)));

/** A filter by calendar day (YYYY-MM-DD, UTC); '' is no filter. */
export const dayFilter = z
  .union([z.literal(''), z.iso.date()], 'This must be a date, such as 2026-11-15.')
  .optional()
  .transform((value) => (value === '' ? undefined : value));

export const page = <Row extends z.ZodType>(row: Row) =>
  z.object({ results: z.array(row), total: z.int().min(0) });
