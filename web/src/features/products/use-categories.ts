import { useQuery } from '@tanstack/react-query';
import { categoriesContract } from '@ghala/contracts/products/categories.contract';
import { call } from '../../lib/api-client.ts';

export function useCategories() {
  return useQuery({
    queryKey: [categoriesContract.listCategories.path],
    queryFn: ({ signal }) => call(categoriesContract.listCategories, {}, { signal }),
  });
}
