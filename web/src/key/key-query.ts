import { getPortal } from '../api.ts';

/** The account's keys, masked. */
export const keyQuery = {
  queryKey: ['key'],
  queryFn: () => getPortal('/key'),
} as const;
