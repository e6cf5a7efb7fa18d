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

/** Products looked at for one with a table of contents: many have none. */
const LOOKED_AT_MAX = 10;

/** The number of a product with a table of contents; empty when the first shelf has none. */
export const contentsSampleQuery = {
  queryKey: ['samples', 'contents'],
  queryFn: async () => {
    const { categoryId } = await queryClient.fetchQuery(samplesQuery);
    const { items } = await getPortal('/shelf', { list: 'overall', category: categoryId, page: 1 });
    const shown = await Promise.all(
      items.slice(0, LOOKED_AT_MAX).map(({ itemId }) => getPortal('/item', { itemId: String(itemId) })),
    );
    return String(shown.find(({ contents }) => contents !== null)?.itemId ?? '');
  },
  staleTime: Number.POSITIVE_INFINITY,
} as const;
