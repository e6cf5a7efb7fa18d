import type { ListCell } from '../../../../src/rankings/ranking-store.ts';

/** The lists that the swap test publishes. */
export const swapCells: readonly ListCell[] = ['001', '002', '003'].flatMap((categoryId) => [
  { categoryId, sex: 'A', age: 255 } as const,
  { categoryId, sex: 'F', age: 60 } as const,
]);

/** The items of all lists of one version: none is in any other version, and their number differs too. */
export function swapItemIds(version: number): number[] {
  return Array.from({ length: 100 + (version % 7) }, (_, at) => version * 1_000 + at);
}
