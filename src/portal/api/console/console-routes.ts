import type { PortalRoute } from '../route.ts';
import { overviewRoutes } from './overview.ts';

/** Every request of the operators' console, all under /console and for operators only. */
export const consoleRoutes: readonly PortalRoute[] = [...overviewRoutes];
