import type { PortalRoute } from '../route.ts';
import { accountChangeRoutes } from './account-changes.ts';
import { accountsRoutes } from './accounts.ts';
import { auditRoutes } from './audit.ts';
import { overviewRoutes } from './overview.ts';
import { quotaDecisionRoutes } from './quota-decisions.ts';

/** Every request of the operators' console, all under /console and for operators only. */
export const consoleRoutes: readonly PortalRoute[] = [
  ...overviewRoutes,
  ...accountsRoutes,
  ...accountChangeRoutes,
  ...quotaDecisionRoutes,
  ...auditRoutes,
];
