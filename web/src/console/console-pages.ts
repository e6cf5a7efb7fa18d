/** The console's navigation, in this order. `text` is a word of console.nav. */
export const CONSOLE_PAGES = [{ to: '/portal/console', text: 'overview' }] as const;
