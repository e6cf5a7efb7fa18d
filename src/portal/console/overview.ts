import { rightsOf } from '../../accounts/roles.ts';
import { HEALTH_CHECKS } from '../../http/health.ts';
import type { Look } from '../../http/metrics.ts';
import type { OverviewPage } from '../contract/console-overview.ts';
import { type PortalRoute, READING, route } from '../route.ts';
import { editionView, findEditions } from '../status.ts';
import { runViews } from './rankings.ts';

const RUNS_SHOWN = 5;

/** The present state of the service. */
export const overviewRoutes: readonly PortalRoute[] = [
  route('GET /console/overview', 'console', READING, async ({ account }, services) => {
    const { accounts, callRates, catalog, clock, importLog, mailer, quotaRequests } = services;
    const seesShop = rightsOf(account).includes('see-shop');
    const [minutes, editions, items, counts, waiting, goodFeeds, runs] = await Promise.all([
      callRates.minutes(),
      findEditions(services),
      catalog.countItems(),
      accounts.countAccounts(),
      quotaRequests.listAll('waiting', 0, 0),
      seesShop ? importLog.listGoodFeeds() : [],
      seesShop ? runViews('tally', RUNS_SHOWN, services) : [],
    ]);
    return {
      minutes,
      editions: editions.map(editionView),
      nowMs: clock.nowMs(),
      items,
      ...counts,
      waitingRequests: waiting.totalCount,
      machine: machineView(services.lastLook()),
      mail: { ...mailer.sending(), hasServer: mailer.kind === 'smtp' },
      goodFeeds,
      runs,
    };
  }),
];

function machineView(look: Look | null): OverviewPage['machine'] {
  if (look === null) return null;
  const { diskFreeBytes, dataBytes, backupAtMs, health } = look;
  const failing = HEALTH_CHECKS.filter((name) => health[name] !== null);
  return { diskFreeBytes, dataBytes, backupAtMs, failing };
}
