/** The console's navigation, in this order. `text` is a word of console.nav. */
export const CONSOLE_PAGES = [
  { to: '/portal/console', text: 'overview' },
  { to: '/portal/console/accounts', text: 'accounts' },
  { to: '/portal/console/quota-requests', text: 'quotaRequests' },
  { to: '/portal/console/audit', text: 'audit' },
] as const;
