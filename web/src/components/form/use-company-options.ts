import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { suppliersContract } from '@ghala/contracts/suppliers/suppliers.contract';
import { call } from '../../lib/api-client.ts';
import { reasonOf } from '../../lib/api-error.ts';
import type { SelectOption } from './fields.tsx';

/** As many as fit a dropdown; the rest is found by typing. */
const shownAtOnce = '50';

/** Companies that match what is typed, and those already chosen, by name. */
export function useCompanyOptions(search: string, chosen: readonly string[]) {
  const found = useQuery({
    queryKey: [suppliersContract.listSuppliers.path, 'options', search],
    queryFn: ({ signal }) =>
      call(
        suppliersContract.listSuppliers,
        { query: { search, limit: shownAtOnce, sort: 'supplierName' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const options = new Map<string, SelectOption>();
  for (const { supplierId, supplierName } of found.data?.results ?? []) {
    options.set(String(supplierId), { value: String(supplierId), label: supplierName });
  }
  const missing = found.data === undefined ? [] : chosen.filter((id) => !options.has(id));
  const named = useQueries({
    queries: missing.map((id) => ({
      queryKey: [suppliersContract.getSupplier.path, id],
      queryFn: () => call(suppliersContract.getSupplier, { params: { id } }),
    })),
  });
  for (const [index, id] of missing.entries()) {
    options.set(id, { value: id, label: named[index]?.data?.supplierName ?? `Company ${id}` });
  }
  return { options: [...options.values()], error: found.isError ? reasonOf(found.error) : undefined };
}
