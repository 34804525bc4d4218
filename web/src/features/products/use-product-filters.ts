import type { ListFilter } from '../../components/list/list-column.ts';
import { stockFilter } from './product-columns.tsx';
import { useCategories } from './use-categories.ts';

/** By category and by stock. Without the categories, say because they failed to load, the list still works. */
export function useProductFilters(): readonly ListFilter[] {
  const { data = [] } = useCategories();
  const options = data.map(({ categoryId, categoryName }) => ({
    value: String(categoryId),
    label: categoryName,
  }));
  return [
    {
      name: 'categoryId',
      label: 'Category',
      options: [{ value: '', label: 'All categories' }, ...options],
      optionsComeLate: true,
    },
    stockFilter,
  ];
}
