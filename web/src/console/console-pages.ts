/** The console's navigation, in this order. `text` is a word of console.nav. */
export const CONSOLE_PAGES = [
  { to: '/portal/console', text: 'overview' },
  { to: '/portal/console/accounts', text: 'accounts' },
  { to: '/portal/console/quota-requests', text: 'quotaRequests' },
  { to: '/portal/console/shop', text: 'shop' },
  { to: '/portal/console/search', text: 'search' },
  { to: '/portal/console/feeds', text: 'feeds' },
  { to: '/portal/console/rankings', text: 'rankings' },
  { to: '/portal/console/audit', text: 'audit' },
] as const;
