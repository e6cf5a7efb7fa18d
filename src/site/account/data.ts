import { formatKstDay, formatKstInstant, kstDayOf } from '../../clock.ts';
import { CHANGING } from '../kit/limits.ts';
import { download } from '../kit/screen.ts';
import type { SignedInVisit } from '../kit/visit.ts';
import { timesByDay, USAGE_DAYS } from '../own/usage-figures.ts';

/** A copy of everything that the service holds about an account, for its owner (docs/accounts.md#privacy). */
export const accountData = download('/portal/account/data.json', {
  needs: 'account',
  limit: CHANGING,
  async read(visit) {
    const today = formatKstDay(kstDayOf(visit.services.clock.nowMs()));
    return {
      name: `account_${today}.json`,
      type: 'application/json; charset=utf-8',
      body: `${JSON.stringify(await dataOf(visit), null, 2)}\n`,
    };
  },
});

/** Secrets are hashed, so the copy has none: of a key, only its first and last characters are known. */
async function dataOf({ account: { accountId, ...account }, services }: SignedInVisit) {
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
