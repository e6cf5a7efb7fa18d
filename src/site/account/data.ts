import { formatKstDay, formatKstInstant, kstDayOf } from '../../clock.ts';
import { dayOf } from '../kit/figures.ts';
import { CHANGING, screen } from '../kit/screen.ts';
import type { SignedInVisit } from '../kit/visit.ts';
import { timesByDay, USAGE_DAYS } from '../own/usage-figures.ts';

/** A copy of everything that the service holds about an account, for its owner (docs/accounts.md#privacy). */
export const accountData = screen('/portal/account/data.json', {
  needs: 'account',
  limit: CHANGING,
  async show(visit) {
    return {
      name: `account_${dayOf(visit.services.clock.nowMs())}.json`,
      type: 'application/json; charset=utf-8',
      body: `${JSON.stringify(await dataOf(visit), null, 2)}\n`,
    };
  },
});

/** Secrets are hashed, so the copy has none: of a key, only its first and last characters are known. */
async function dataOf({ account, services }: SignedInVisit): Promise<unknown> {
  const { accounts, identity, quotaRequests, quotaMails, recentCalls, secondFactor, clock } = services;
  const { accountId } = account;
  const fromDay = kstDayOf(clock.nowMs()) - USAGE_DAYS + 1;
  const figures = await recentCalls.listFigures(accountId, fromDay);
  const connections = await identity.findConnections(accountId);
  return readable({
    account,
    secondFactor: (await secondFactor.find(accountId)).isOn,
    service: await accounts.findService(accountId),
    keys: await accounts.listKeys(accountId),
    quotaRequests: await quotaRequests.list(accountId),
    quotaMails: await quotaMails.areWanted(accountId),
    sessions: await identity.listSessions(accountId),
    connections: connections.map(({ provider, connectedAtMs }) => ({ provider, connectedAtMs })),
    usage: await accounts.listUsage(accountId, fromDay),
    refusedCalls: figures.refused,
    answerTimes: timesByDay(figures.times),
    addOnClicks: await accounts.listAddOnClicks(accountId, fromDay),
    recentCalls: await recentCalls.list(accountId),
  });
}

/** The same with days and moments as people write them. */
function readable(value: unknown, name = ''): unknown {
  if (typeof value === 'number' && name === 'day') return formatKstDay(value);
  if (typeof value === 'number' && MOMENT.test(name)) return formatKstInstant(value);
  if (Array.isArray(value)) return value.map((one) => readable(one));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([part, inside]) => [
    part.replace(MOMENT, '$1t'),
    readable(inside, part),
  ]);
  return Object.fromEntries(parts);
}

/** How the names of moments end: `issuedAtMs`, `atMs`. */
const MOMENT = /([aA])tMs$/;
