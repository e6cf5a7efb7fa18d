import type { UsagePage } from '../../../src/portal/contract/own-service.ts';

/** Calls of one day, split as the chart colours them. */
export interface DayBar {
  /** yyyy-MM-dd. */
  readonly day: string;
  /** Answered with 2xx or 3xx. */
  readonly fine: number;
  /** 4xx but 429: the request asked for what is not there or not allowed. */
  readonly refused: number;
  /** 429: over a limit. These count against nothing. */
  readonly limited: number;
  /** 5xx. */
  readonly failed: number;
  readonly total: number;
}

const DAY_MS = 86_400_000;

/** The days up to today, oldest first and without gaps, of one endpoint or of all (empty). */
export function dayBars(
  { rows, refused, today }: Pick<UsagePage, 'rows' | 'refused' | 'today'>,
  dayCount: number,
  endpoint: string,
): readonly DayBar[] {
  const byDay = new Map<string, Sums>();
  const sumsOf = (day: string): Sums => {
    const sums = byDay.get(day) ?? { fine: 0, refused: 0, limited: 0, failed: 0 };
    byDay.set(day, sums);
    return sums;
  };
  const isWanted = (row: { readonly endpoint: string }) => endpoint === '' || row.endpoint === endpoint;
  for (const row of rows.filter(isWanted)) sumsOf(row.day)[classOf(row.statusClass)] += row.calls;
  for (const row of refused.filter(isWanted)) sumsOf(row.day).limited += row.calls;
  return lastDays(today, dayCount).map((day) => {
    const sums = sumsOf(day);
    return { day, ...sums, total: sums.fine + sums.refused + sums.limited + sums.failed };
  });
}

type Sums = Record<'fine' | 'refused' | 'limited' | 'failed', number>;

function classOf(statusClass: number): 'fine' | 'refused' | 'failed' {
  if (statusClass === 4) return 'refused';
  return statusClass === 5 ? 'failed' : 'fine';
}

function lastDays(today: string, count: number): readonly string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Endpoints that were called, most calls first. */
export function calledEndpoints({
  rows,
  refused,
}: Pick<UsagePage, 'rows' | 'refused'>): readonly { endpoint: string; calls: number }[] {
  const sums = new Map<string, number>();
  for (const { endpoint, calls } of [...rows, ...refused])
    sums.set(endpoint, (sums.get(endpoint) ?? 0) + calls);
  return [...sums]
    .map(([endpoint, calls]) => ({ endpoint, calls }))
    .sort((a, b) => b.calls - a.calls || a.endpoint.localeCompare(b.endpoint));
}

/** The shortest period that holds all calls, or else the longest, so that a newcomer's few days fill the chart. */
export function firstPeriod({ today, rows, refused }: Pick<UsagePage, 'rows' | 'refused' | 'today'>): number {
  // Rows come oldest first.
  const days = [rows[0], refused[0]].map((row) => row?.day ?? today);
  const passed = Math.max(...days.map((day) => Date.parse(today) - Date.parse(day))) / DAY_MS;
  return PERIODS.findLast((period) => period > passed) ?? PERIODS[0];
}

/** Periods to choose from, in days. */
export const PERIODS = [90, 30, 7] as const;
