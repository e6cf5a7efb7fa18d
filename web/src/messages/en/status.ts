import type { Messages } from '../messages.ts';

export const status = {
  title: 'Service status',
  lead: "The server's own checks, repeated every 30 seconds.",
  allGood: 'Everything works',
  someBad: 'Something does not work',
  ok: 'Works',
  off: 'Off',
  notOk: 'Does not work',
  checks: {
    api: 'API',
    catalogue: 'Catalogue',
    rankings: 'Lists',
    search: 'Search',
    mail: 'Mail',
  },
  editions: 'Lists published last',
  kind: 'List',
  period: 'Describes',
  published: 'Published (Korea time)',
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
