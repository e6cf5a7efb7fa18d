import { catalogPaths } from './catalogue.ts';
import { consoleAccountPaths } from './console-accounts.ts';
import { consoleBulkPaths } from './console-bulk.ts';
import { consoleFeedPaths } from './console-feeds.ts';
import { consoleOrderPaths } from './console-orders.ts';
import { consoleOverviewPaths } from './console-overview.ts';
import { consoleShopPaths } from './console-shop.ts';
import { accountPaths } from './own-account.ts';
import { servicePaths } from './own-service.ts';
import { signInPaths } from './sign-in.ts';

/**
 * Every request under /portal/api: JSON between the portal's pages and the server. The routes of the server and the calls of
 * the pages take their types from here.
 *
 * - A POST carries the session's token in the header X-CSRF-Token, and comes from the configured base URL (Origin).
 * - Success is 200. A failure has a fitting status and the body PortalFailure; 401 means: sign in first, 403: not allowed.
 * - Times are milliseconds since 1970, days are yyyy-MM-dd in KST.
 */
export const PATHS = {
  ...signInPaths,
  ...accountPaths,
  ...servicePaths,
  ...catalogPaths,
  ...consoleOverviewPaths,
  ...consoleAccountPaths,
  ...consoleFeedPaths,
  ...consoleShopPaths,
  ...consoleBulkPaths,
  ...consoleOrderPaths,
} as const;

export type Paths = typeof PATHS;
export type PathName = keyof Paths;
