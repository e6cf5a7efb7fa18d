import { type Account, limitsOf } from '../accounts/account-store.ts';
import { formatKstDay, type KstDay, kstDayOf, kstDayStartMs } from '../clock.ts';
import { writeCsv } from '../export/csv.ts';
import { MEDIA_TYPES } from '../http/file-answer.ts';
import type { CallsPage, UsageCell, UsagePage } from './contract.ts';
import { type PortalRoute, READING, type SignedInRequest } from './route.ts';
import type { PortalServices } from './services.ts';

/** Most days that a call can request, today included (docs/rules/accounts.md#usage-history). */
export const USAGE_DAYS = 90;

/** What an account has called. */
export const usageRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/usage', needs: 'account', limit: READING, answer: showUsage },
  { method: 'GET', path: '/usage.csv', needs: 'account', limit: READING, answer: downloadUsage },
  { method: 'GET', path: '/calls', needs: 'account', limit: READING, answer: showCalls },
];

async function showUsage({ account }: SignedInRequest, services: PortalServices): Promise<UsagePage> {
  return readUsagePage(account, services);
}

/** The counts of an account and its limits. */
export async function readUsagePage(account: Account, services: PortalServices): Promise<UsagePage> {
  const { today, cells } = await readUsage(account.accountId, services);
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
  };
}

async function readUsage(
  accountId: number,
  { accounts, clock }: PortalServices,
): Promise<{ readonly today: KstDay; readonly cells: readonly UsageCell[] }> {
  const calendarDay = kstDayOf(clock.nowMs());
  const rows = await accounts.listUsage(accountId, calendarDay - USAGE_DAYS + 1);
  // As the gate: a clock that was set back does not bring a day back.
  const today = Math.max(calendarDay, rows.at(-1)?.day ?? calendarDay);
  const cells = rows.map(({ day, endpoint, statusClass, calls }) => ({
    day: formatKstDay(day),
    endpoint,
    statusClass,
    calls,
  }));
  return { today, cells };
}

async function downloadUsage({ account, reply }: SignedInRequest, services: PortalServices): Promise<Buffer> {
  const { today, cells } = await readUsage(account.accountId, services);
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
    ],
    rows: cells.map(({ day, endpoint, statusClass, calls }) => [day, endpoint, statusClass, calls]),
  });
}

async function showCalls({ account }: SignedInRequest, { recentCalls }: PortalServices): Promise<CallsPage> {
  const calls = await recentCalls.list(account.accountId);
  return { calls: calls.map((call) => ({ ...call, ms: Math.round(call.ms * 100) / 100 })) };
}
