import type { UsageCell } from '../../../src/portal/contract.ts';

/** Calls of one day, split as the chart colours them. */
export interface DayBar {
  /** yyyy-MM-dd. */
  readonly day: string;
  /** Answered with 2xx or 3xx. */
  readonly fine: number;
  /** 4xx: the request asked for what is not there or not allowed. */
  readonly refused: number;
  /** 5xx. */
  readonly failed: number;
  readonly total: number;
}

const DAY_MS = 86_400_000;

/** The days up to `today`, oldest first and without gaps, of one endpoint or of all (empty). */
export function dayBars(
  cells: readonly UsageCell[],
  today: string,
  dayCount: number,
  endpoint: string,
): readonly DayBar[] {
  const byDay = new Map<string, { fine: number; refused: number; failed: number }>();
  for (const cell of cells) {
    if (endpoint !== '' && cell.endpoint !== endpoint) continue;
    const sums = byDay.get(cell.day) ?? { fine: 0, refused: 0, failed: 0 };
    sums[classOf(cell.statusClass)] += cell.calls;
    byDay.set(cell.day, sums);
  }
  return lastDays(today, dayCount).map((day) => {
    const { fine, refused, failed } = byDay.get(day) ?? { fine: 0, refused: 0, failed: 0 };
    return { day, fine, refused, failed, total: fine + refused + failed };
  });
}

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
export function calledEndpoints(cells: readonly UsageCell[]): readonly { endpoint: string; calls: number }[] {
  const sums = new Map<string, number>();
  for (const { endpoint, calls } of cells) sums.set(endpoint, (sums.get(endpoint) ?? 0) + calls);
  return [...sums]
    .map(([endpoint, calls]) => ({ endpoint, calls }))
    .sort((a, b) => b.calls - a.calls || a.endpoint.localeCompare(b.endpoint));
}
