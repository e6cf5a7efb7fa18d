import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { needMessages } from '../i18n/shown-messages.ts';
import { pagesBelow } from '../pages-below.ts';
import { portalRoute } from '../portal-route.ts';
import { requireSignIn } from '../require-sign-in.ts';
import {
  readAccountsSearch,
  readAuditSearch,
  readOrdersSearch,
  readQuotaSearch,
  readSearchTermsSearch,
  readShopSearch,
} from './console-search.ts';

/** The console's navigation, in this order. `text` is a word of console.nav, `needs` the right without which a page is not shown. */
export const CONSOLE_PAGES = [
  { to: '/portal/console', text: 'overview', needs: 'console' },
  { to: '/portal/console/accounts', text: 'accounts', needs: 'see-accounts' },
  { to: '/portal/console/quota-requests', text: 'quotaRequests', needs: 'see-accounts' },
  { to: '/portal/console/shop', text: 'shop', needs: 'see-shop' },
  { to: '/portal/console/search', text: 'search', needs: 'see-shop' },
  { to: '/portal/console/feeds', text: 'feeds', needs: 'see-shop' },
  { to: '/portal/console/orders', text: 'orders', needs: 'see-shop' },
  { to: '/portal/console/rankings', text: 'rankings', needs: 'see-shop' },
  { to: '/portal/console/audit', text: 'audit', needs: 'see-accounts' },
] as const;

const consoleRoute = createRoute({
  getParentRoute: () => portalRoute,
  path: '/console',
  beforeLoad: requireSignIn,
  async loader() {
    await needMessages('operators');
    return CONSOLE_PAGES;
  },
  staleTime: Number.POSITIVE_INFINITY,
  component: lazyRouteComponent(() => import('./console-layout.tsx'), 'ConsoleLayout'),
});

const { page, searchPage } = pagesBelow(consoleRoute);

/** The operators' console. */
export const consoleRoutes = [
  consoleRoute.addChildren([
    page('/', () => import('./overview-page.tsx'), 'OverviewPage'),
    searchPage('/accounts', readAccountsSearch, () => import('./accounts-page.tsx'), 'AccountsPage'),
    page('/accounts/$accountId', () => import('./one-account-page.tsx'), 'OneAccountPage'),
    searchPage(
      '/quota-requests',
      readQuotaSearch,
      () => import('./quota-requests-page.tsx'),
      'QuotaRequestsPage',
    ),
    searchPage('/audit', readAuditSearch, () => import('./audit-page.tsx'), 'AuditPage'),
    searchPage('/shop', readShopSearch, () => import('../console-shop/shop-page.tsx'), 'ShopPage'),
    page('/shop/bulk', () => import('../console-shop/bulk-page.tsx'), 'BulkPage'),
    page('/shop/$itemId', () => import('../console-shop/overridden-item-page.tsx'), 'OverriddenItemPage'),
    searchPage(
      '/search',
      readSearchTermsSearch,
      () => import('../console-shop/search-terms-page.tsx'),
      'SearchTermsPage',
    ),
    page('/feeds', () => import('../console-feeds/feeds-page.tsx'), 'FeedsPage'),
    searchPage('/orders', readOrdersSearch, () => import('../console-orders/orders-page.tsx'), 'OrdersPage'),
    page('/rankings', () => import('../console-shop/rankings-page.tsx'), 'RankingsPage'),
  ]),
] as const;
