import { type Account, limitsOf } from '../../accounts/account-store.ts';
import { formatKstDay, kstDayOf, kstDayStartMs } from '../../clock.ts';
import { timeOfShare } from '../../gate/answer-times.ts';
import type { CallFigures } from '../../gate/recent-calls.ts';
import type { Services } from '../kit/services.ts';

/** Most days that can be asked for, today included (docs/accounts.md#usage-history). */
export const USAGE_DAYS = 90;
/** Percentiles of fewer calls say nothing. */
const TIMED_CALLS_MIN = 100;

export type UsageFigures = Awaited<ReturnType<typeof readUsage>>;

/** The counts of an account and its limits. */
export async function readUsage(
  account: Account,
  {
    accounts,
    recentCalls,
    clock,
    tierLimits,
  }: Pick<Services, 'accounts' | 'recentCalls' | 'clock' | 'tierLimits'>,
) {
  const nowMs = clock.nowMs();
  const calendarDay = kstDayOf(nowMs);
  const fromDay = calendarDay - USAGE_DAYS + 1;
  const stored = await accounts.listUsage(account.accountId, fromDay);
  const { refused, times } = await recentCalls.listFigures(account.accountId, fromDay);
  // As the gate: a clock that was set back does not bring a day back.
  const today = Math.max(calendarDay, stored.at(-1)?.day ?? calendarDay);
  const limits = limitsOf(account, tierLimits);
  // Calls are on disk before they are answered, so the rows hold all of them.
  const callsToday = stored.reduce((sum, { day, calls }) => (day === today ? sum + calls : sum), 0);
  return {
    today: formatKstDay(today),
    callsToday,
    ...limits,
    remaining: Math.max(0, limits.dailyQuota - callsToday),
    secondsToReset: Math.max(1, Math.ceil((kstDayStartMs(today + 1) - nowMs) / 1000)),
    /** Oldest first. */
    rows: stored.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    /** Calls refused with 429, which don't count. */
    refused: refused.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    times: timesByDay(times),
  };
}

/** The time from request to answer in ms within which 50 % and 95 % of a day's calls were answered; null for few calls. */
export function timesByDay(times: CallFigures['times']) {
  return [...Map.groupBy(times, ({ day }) => day)].map(([day, steps]) => {
    const isEnough = steps.reduce((sum, { calls }) => sum + calls, 0) >= TIMED_CALLS_MIN;
    return {
      day: formatKstDay(day),
      p50Ms: isEnough ? roundTime(timeOfShare(steps, 0.5)) : null,
      p95Ms: isEnough ? roundTime(timeOfShare(steps, 0.95)) : null,
    };
  });
}

/** Two significant digits: the scale behind a time is no finer. */
function roundTime(ms: number | null): number {
  return Number((ms ?? 0).toPrecision(2));
}
