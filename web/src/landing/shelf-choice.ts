import type { ShelfList } from '../../../src/portal/contract/catalogue.ts';

/** What a visitor has chosen, as the parameters of /portal/api/shelf. */
export interface ShelfChoice {
  readonly list: ShelfList;
  /** Empty: the server's first category. */
  readonly category: string;
  /** yyyy-MM; empty: the current one. */
  readonly month: string;
  readonly sex: Sex;
  readonly age: Age;
}

export const SEXES = ['A', 'M', 'F'] as const;
export type Sex = (typeof SEXES)[number];
export const AGES = ['255', '10', '20', '30', '40', '50', '60'] as const;
export type Age = (typeof AGES)[number];

export const FIRST_CHOICE: ShelfChoice = { list: 'monthly', category: '', month: '', sex: 'A', age: '255' };

/** Lists that are cut by buyers. */
export const SEGMENTED: ReadonlySet<ShelfList> = new Set<ShelfList>(['monthly', 'overall']);

const KST_OFFSET_MS = 9 * 3_600_000;
const MONTHS = 24;

/** The last two years of months in Korea, yyyy-MM, the month of yesterday first: today is not tallied yet. */
export function recentMonths(nowMs: number): readonly string[] {
  const yesterday = new Date(nowMs + KST_OFFSET_MS - 86_400_000);
  return Array.from({ length: MONTHS }, (_, back) =>
    new Date(Date.UTC(yesterday.getUTCFullYear(), yesterday.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
  );
}
