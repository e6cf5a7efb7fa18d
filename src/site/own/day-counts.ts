import type { OutcomeCounts } from '../kit/outcomes.ts';
import type { UsageFigures } from './usage-figures.ts';

const DAY_MS = 86_400_000;

/** Calls of the days up to today, oldest first and without gaps, of one endpoint or of all (null). */
export function dayCounts(
  { rows, refused, today }: Pick<UsageFigures, 'rows' | 'refused' | 'today'>,
  days: number,
  endpoint: string | null = null,
): readonly OutcomeCounts[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  const isWanted = (row: { readonly endpoint: string }) => endpoint === null || row.endpoint === endpoint;
  const byDay = Map.groupBy(rows.filter(isWanted), ({ day }) => day);
  const limitedByDay = Map.groupBy(refused.filter(isWanted), ({ day }) => day);
  return Array.from({ length: days }, (_, index) => {
    const name = new Date(last - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    const sum = (isOf: (statusClass: number) => boolean) =>
      (byDay.get(name) ?? []).reduce((calls, row) => calls + (isOf(row.statusClass) ? row.calls : 0), 0);
    return {
      name,
      fine: sum((statusClass) => statusClass < 4),
      refused: sum((statusClass) => statusClass === 4),
      limited: (limitedByDay.get(name) ?? []).reduce((calls, row) => calls + row.calls, 0),
      failed: sum((statusClass) => statusClass === 5),
    };
  });
}

/** Periods to choose from, in days. */
export const PERIODS = [90, 30, 7] as const;

/** The shortest period that holds all calls, or else the longest, so that a newcomer's few days fill the chart. */
export function firstPeriod({
  today,
  rows,
  refused,
}: Pick<UsageFigures, 'rows' | 'refused' | 'today'>): number {
  // Rows come oldest first.
  const days = [rows[0], refused[0]].map((row) => row?.day ?? today);
  const passed = Math.max(...days.map((day) => Date.parse(today) - Date.parse(day))) / DAY_MS;
  return PERIODS.findLast((period) => period > passed) ?? PERIODS[0];
}
