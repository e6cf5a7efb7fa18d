import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from './shop-queries.ts';

/** The shop's categories by their whole paths, for a select. */
export function useCategoryOptions() {
  const { data } = useQuery(categoriesQuery);
  const categories = data?.categories ?? [];
  return categories.map(({ categoryId, fullPath }) => [categoryId, `${fullPath} (${categoryId})`] as const);
}
