import type { RankView } from '../../../src/portal/contract/catalogue.ts';

/** A month on the axis; null: not in that month's list. */
export interface RankMonth {
  readonly month: string;
  readonly rank: number | null;
}

/** Every month from the first rank to the last one. Ranks come oldest first. */
export function monthsBetween(ranks: readonly RankView[]): readonly RankMonth[] {
  const byMonth = new Map(ranks.map(({ month, rank }) => [month, rank]));
  const [first, last] = [ranks[0]?.month, ranks.at(-1)?.month];
  if (first === undefined || last === undefined) return [];
  const months: RankMonth[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) {
    months.push({ month, rank: byMonth.get(month) ?? null });
  }
  return months;
}

function monthAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
