import type { Endpoint } from './openapi.ts';

/** How endpoints are gathered: what they answer, files apart. */
export const GROUPS = ['category', 'goods', 'file', 'account'] as const;
export type Group = (typeof GROUPS)[number];

export function groupOf(endpoint: Endpoint): Group {
  if (endpoint.fileTypes.length > 0) return 'file';
  if (endpoint.group === 'usage') return 'account';
  return endpoint.group === 'goods' ? 'goods' : 'category';
}
