import { getPortal } from '../api.ts';

/** The categories right below one; below none: the roots. */
export function categoryChildrenQuery(parent: string) {
  return {
    queryKey: ['category-children', parent],
    queryFn: async () => (await getPortal('/categories', { parent })).categories,
    staleTime: Number.POSITIVE_INFINITY,
  } as const;
}
