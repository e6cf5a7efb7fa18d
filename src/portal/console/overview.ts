import type { OverviewPage } from '../contract/console-accounts.ts';
import { type PortalRoute, READING, route, type SignedInRequest } from '../route.ts';
import type { PortalServices } from '../services.ts';
import { editionView, findEditions } from '../status.ts';

/** The present state of the service. */
export const overviewRoutes: readonly PortalRoute[] = [
  route('GET /console/overview', 'console', READING, showOverview),
];

async function showOverview(_request: SignedInRequest, services: PortalServices): Promise<OverviewPage> {
  const { accounts, callRates, catalog, clock, quotaRequests } = services;
  const [minutes, editions, items, counts, waiting] = await Promise.all([
    callRates.minutes(),
    findEditions(services),
    catalog.countItems(),
    accounts.countAccounts(),
    quotaRequests.listAll('waiting', 0, 0),
  ]);
  return {
    minutes,
    editions: editions.map(editionView),
    nowMs: clock.nowMs(),
    items,
    ...counts,
    waitingRequests: waiting.totalCount,
  };
}
