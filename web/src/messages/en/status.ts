import type { Messages } from '../messages.ts';

export const status = {
  title: 'Service status',
  lead: "The server's own checks, repeated every 30 seconds.",
  allGood: 'Everything works',
  someBad: 'Something isn’t working',
  ok: 'Operational',
  off: 'Off',
  notOk: 'Not working',
  checks: {
    api: 'API',
    catalogue: 'Catalogue',
    rankings: 'Lists',
    search: 'Search',
    mail: 'Mail',
  },
  editions: 'Latest lists',
  kind: 'List',
  period: 'Period',
  published: 'Published (Korean time)',
  noEditions: 'No list has been published yet.',
  kinds: {
    overall: 'Overall',
    monthly: 'Monthly',
    daily: 'Daily',
    realtime: 'Realtime',
    steady: 'Steady sellers',
    deal: 'Deals',
    newProduct: 'New',
    attentionNew: 'Featured',
  },
} satisfies Messages['status'];
