import { formatKstDay, formatKstInstant, kstDayOf } from '../../clock.ts';
import { CHANGING, type PortalRoute, route, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { timesByDay, USAGE_DAYS } from '../usage.ts';

/** A copy of everything that the service holds about an account, for its owner (docs/rules/accounts.md#privacy). */
export const accountDataRoutes: readonly PortalRoute[] = [
  route('GET /account/data', 'account', CHANGING, async ({ account, reply }, services) => {
    const today = formatKstDay(kstDayOf(services.clock.nowMs()));
    reply
      .type('application/json; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="account_${today}.json"`);
    return Buffer.from(`${JSON.stringify(await accountData(account, services), null, 2)}\n`);
  }),
];

/** Secrets are hashed, so the copy has none: of a key, only its first and last characters are known. */
async function accountData({ accountId, ...account }: SignedInRequest['account'], services: PortalServices) {
  const { accounts, identity, quotaRequests, quotaMails, recentCalls, secondFactor, clock } = services;
  const fromDay = kstDayOf(clock.nowMs()) - USAGE_DAYS + 1;
  const keys = await accounts.listKeys(accountId);
  const requests = await quotaRequests.list(accountId);
  const sessions = await identity.listSessions(accountId);
  const connections = await identity.findConnections(accountId);
  const usage = await accounts.listUsage(accountId, fromDay);
  const figures = await recentCalls.listFigures(accountId, fromDay);
  const clicks = await accounts.listAddOnClicks(accountId, fromDay);
  const { createdAtMs, ...facts } = account;
  return {
    account: { accountId, ...facts, createdAt: formatKstInstant(createdAtMs) },
    secondFactor: (await secondFactor.find(accountId)).isOn,
    service: await accounts.findService(accountId),
    keys: keys.map(({ issuedAtMs, revokedAtMs, ...ends }) => ({
      ...ends,
      issuedAt: formatKstInstant(issuedAtMs),
      revokedAt: instantOrNull(revokedAtMs),
    })),
    quotaRequests: requests.map(({ createdAtMs: askedAtMs, decidedAtMs, ...request }) => ({
      ...request,
      createdAt: formatKstInstant(askedAtMs),
      decidedAt: instantOrNull(decidedAtMs),
    })),
    quotaMails: await quotaMails.areWanted(accountId),
    sessions: sessions.map(({ startedAtMs, usedAtMs, ...session }) => ({
      ...session,
      startedAt: formatKstInstant(startedAtMs),
      usedAt: formatKstInstant(usedAtMs),
    })),
    connections: connections.map(({ provider, connectedAtMs }) => ({
      provider,
      connectedAt: formatKstInstant(connectedAtMs),
    })),
    usage: usage.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    refusedCalls: figures.refused.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    answerTimes: timesByDay(figures.times),
    addOnClicks: clicks.map(({ day, ...row }) => ({ day: formatKstDay(day), ...row })),
    recentCalls: (await recentCalls.list(accountId)).map(({ atMs, ...call }) => ({
      at: formatKstInstant(atMs),
      ...call,
    })),
  };
}

function instantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : formatKstInstant(atMs);
}
