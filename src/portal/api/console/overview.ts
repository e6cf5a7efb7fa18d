import type { OverviewPage } from '../../console-contract.ts';
import { type AccountVisit, type PortalRoute, READING } from '../route.ts';
import type { PortalServices } from '../services.ts';

/** How the service does at this moment. */
export const overviewRoutes: readonly PortalRoute[] = [
  { method: 'GET', path: '/console/overview', needs: 'operator', limit: READING, answer: showOverview },
];

async function showOverview(_visit: AccountVisit, { catalog }: PortalServices): Promise<OverviewPage> {
  return { items: await catalog.countItems() };
}
