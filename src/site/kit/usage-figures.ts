import { type Account, limitsOf, outcomeOf, REFUSED_CLASS, TOO_MANY } from '../../accounts/account.ts';
import { type CallFigures, USAGE_DAYS } from '../../accounts/call-log.ts';
import { formatKstDay, kstDayOf, kstDayStartMs } from '../../clock.ts';
import { timeOfShare } from '../../gate/answer-times.ts';
import type { Services } from './services.ts';

const TIMED_CALLS_MIN = 100;

export type UsageFigures = Awaited<ReturnType<typeof readUsage>>;

export async function readUsage(account: Account, { accounts, callLog, clock, tierLimits }: Services) {
  const nowMs = clock.nowMs();
  const calendarDay = kstDayOf(nowMs);
  const fromDay = calendarDay - USAGE_DAYS + 1;
  const { calls, times } = await callLog.listFigures(account.accountId, fromDay);
  // If the clock has been set back, the day of the last call is still today, as in the gate.
  const last = await accounts.findLastDay(account.accountId);
  const today = Math.max(calendarDay, last?.day ?? calendarDay);
  const limits = limitsOf(account, tierLimits);
  const callsToday = last?.day === today ? last.calls : 0;
  return {
    today,
    callsToday,
    ...limits,
    remaining: Math.max(0, limits.dailyQuota - callsToday),
    secondsToReset: Math.max(1, Math.ceil((kstDayStartMs(today + 1) - nowMs) / 1000)),
    rows: calls,
    times: timesByDay(times),
  };
}

/** Within which times 50 % and 95 % of a day's calls were answered. Null for few calls. */
export function timesByDay(times: CallFigures['times']) {
  return [...Map.groupBy(times, ({ day }) => day)].map(([day, steps]) => {
    const isEnough = steps.reduce((sum, { calls }) => sum + calls, 0) >= TIMED_CALLS_MIN;
    // The call log counts times in coarse steps, so two digits are enough.
    const withinMs = (share: number) =>
      isEnough ? Number((timeOfShare(steps, share) ?? 0).toPrecision(2)) : null;
    return { day, p50Ms: withinMs(0.5), p95Ms: withinMs(0.95) };
  });
}

export function dayCounts({ rows, today }: UsageFigures, days: number, endpoint: string | null = null) {
  const wanted = rows.filter((row) => endpoint === null || row.endpoint === endpoint);
  const byDay = Map.groupBy(wanted, ({ day }) => day);
  return Array.from({ length: days }, (_, index) => {
    const day = today - (days - 1 - index);
    const counts = { name: formatKstDay(day), fine: 0, refused: 0, limited: 0, failed: 0 };
    for (const { statusClass, calls } of byDay.get(day) ?? [])
      counts[outcomeOf(statusClass === REFUSED_CLASS ? TOO_MANY : statusClass * 100)] += calls;
    return counts;
  });
}

export const PERIODS = [90, 30, 7] as const;

/** The shortest period with all calls, so that a newcomer's few days fill the chart. */
export function firstPeriod({ today, rows }: UsageFigures): number {
  const passed = today - (rows[0]?.day ?? today);
  return PERIODS.findLast((period) => period > passed) ?? PERIODS[0];
}
