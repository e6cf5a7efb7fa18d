import type { PortalRoute } from '../route.ts';
import { accountChangeRoutes } from './account-changes.ts';
import { accountsRoutes } from './accounts.ts';
import { auditRoutes } from './audit.ts';
import { bulkRoutes } from './bulk.ts';
import { feedRoutes } from './feeds.ts';
import { itemDataRoutes } from './item-data.ts';
import { itemHistoryRoutes } from './item-history.ts';
import { orderRoutes } from './orders.ts';
import { overviewRoutes } from './overview.ts';
import { quotaDecisionRoutes } from './quota-decisions.ts';
import { rankingRoutes } from './rankings.ts';
import { searchTermRoutes } from './search-terms.ts';
import { shopRoutes } from './shop.ts';

/** Every request of the operators' console, all under /console and for operators only. */
export const consoleRoutes: readonly PortalRoute[] = [
  ...overviewRoutes,
  ...searchTermRoutes,
  ...shopRoutes,
  ...itemDataRoutes,
  ...bulkRoutes,
  ...itemHistoryRoutes,
  ...feedRoutes,
  ...rankingRoutes,
  ...orderRoutes,
  ...accountsRoutes,
  ...accountChangeRoutes,
  ...quotaDecisionRoutes,
  ...auditRoutes,
];
