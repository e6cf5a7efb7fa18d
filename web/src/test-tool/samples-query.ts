import { getPortal } from '../api.ts';
import { queryClient } from '../query-client.ts';
import { categoryChildrenQuery } from './category-children.ts';

/** Values of this catalogue that forms begin with, so that the first run has an answer. Empty when there are none. */
export const samplesQuery = {
  queryKey: ['samples'],
  queryFn: async () => {
    const roots = await queryClient.fetchQuery(categoryChildrenQuery(''));
    const categoryId = roots[0]?.categoryId ?? '';
    const shelf = await getPortal('/shelf', { list: 'overall', category: categoryId, page: 1 });
    const [item] = shelf.items;
    return { categoryId, itemId: String(item?.itemId ?? ''), title: item?.title ?? '' };
  },
  staleTime: Number.POSITIVE_INFINITY,
} as const;
