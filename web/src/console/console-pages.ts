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
