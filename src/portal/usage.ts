import { type Account, limitsOf } from '../accounts/account-store.ts';
import { formatKstDay, kstDayOf, kstDayStartMs } from '../clock.ts';
import { writeCsv } from '../export/csv.ts';
import { timeOfShare } from '../gate/answer-times.ts';
import type { CallFigures } from '../gate/recent-calls.ts';
import { MEDIA_TYPES } from '../http/cached-response.ts';
import type { DayTimes, UsagePage } from './contract/own-service.ts';
import { type PortalRoute, READING, route } from './route.ts';
import type { PortalServices } from './services.ts';

/** Most days that a call can request, today included (docs/rules/accounts.md#usage-history). */
export const USAGE_DAYS = 90;

/** What an account has called. */
export const usageRoutes: readonly PortalRoute[] = [
  route('GET /usage', 'account', READING, async ({ account }, services) => readUsagePage(account, services)),
  route('GET /usage.csv', 'account', READING, async ({ account, reply }, services) => {
    const { today, cells, refused } = await readUsage(account.accountId, services);
    reply
      .type(MEDIA_TYPES.csv)
      .header('Content-Disposition', `attachment; filename="usage_${formatKstDay(today)}.csv"`);
    return writeCsv({
      name: 'usage',
      hasHeader: true,
      columns: [
        { title: 'day', type: 'text' },
        { title: 'endpoint', type: 'text' },
        { title: 'statusClass', type: 'integer' },
        { title: 'calls', type: 'integer' },
        { title: 'counted', type: 'text' },
      ],
      rows: [
        ...cells.map(({ day, endpoint, statusClass, calls }) => [day, endpoint, statusClass, calls, 'Y']),
        // Refused with 429: these counted against nothing.
        ...refused.map(({ day, endpoint, calls }) => [day, endpoint, 4, calls, 'N']),
      ].sort(([a], [b]) => (a === b ? 0 : String(a) < String(b) ? -1 : 1)),
    });
  }),
  route('GET /calls', 'account', READING, async ({ account }, { recentCalls }) => {
    const calls = await recentCalls.list(account.accountId);
    return { calls: calls.map((call) => ({ ...call, ms: Math.round(call.ms * 100) / 100 })) };
  }),
];

/** The counts of an account and its limits. */
export async function readUsagePage(account: Account, services: PortalServices): Promise<UsagePage> {
  const { today, cells, refused, times } = await readUsage(account.accountId, services);
  const limits = limitsOf(account, services.tierLimits);
  // Calls are on disk before they are answered, so the rows hold all of them.
  const callsToday = cells
    .filter((cell) => cell.day === formatKstDay(today))
    .reduce((sum, { calls }) => sum + calls, 0);
  const leftMs = kstDayStartMs(today + 1) - services.clock.nowMs();
  return {
    today: formatKstDay(today),
    callsToday,
    dailyQuota: limits.dailyQuota,
    remaining: Math.max(0, limits.dailyQuota - callsToday),
    burstPerSecond: limits.burstPerSecond,
    burst: limits.burst,
    secondsToReset: Math.max(1, Math.ceil(leftMs / 1000)),
    rows: cells,
    refused,
    times,
  };
}

async function readUsage(accountId: number, { accounts, recentCalls, clock }: PortalServices) {
  const calendarDay = kstDayOf(clock.nowMs());
  const fromDay = calendarDay - USAGE_DAYS + 1;
  const rows = await accounts.listUsage(accountId, fromDay);
  const { refused, times } = await recentCalls.listFigures(accountId, fromDay);
  // As the gate: a clock that was set back does not bring a day back.
  const today = Math.max(calendarDay, rows.at(-1)?.day ?? calendarDay);
  const cells = rows.map(({ day, endpoint, statusClass, calls }) => ({
    day: formatKstDay(day),
    endpoint,
    statusClass,
    calls,
  }));
  return {
    today,
    cells,
    refused: refused.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    times: timesByDay(times),
  };
}

/** Half of a day's calls, and 95 of 100, were answered within these times. */
export function timesByDay(times: CallFigures['times']): DayTimes[] {
  return [...Map.groupBy(times, ({ day }) => day)].map(([day, steps]) => ({
    day: formatKstDay(day),
    p50Ms: roundTime(timeOfShare(steps, 0.5)),
    p95Ms: roundTime(timeOfShare(steps, 0.95)),
  }));
}

/** Two significant digits: the scale behind a time is no finer. */
function roundTime(ms: number | null): number {
  return Number((ms ?? 0).toPrecision(2));
}
