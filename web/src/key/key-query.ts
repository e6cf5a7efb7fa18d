import type { KeyPage } from '../../../src/portal/contract.ts';
import { getPortal } from '../api.ts';

/** The account's keys, masked. */
export const keyQuery = {
  queryKey: ['key'],
  queryFn: () => getPortal<KeyPage>('/key'),
} as const;
