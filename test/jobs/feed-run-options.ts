/** How feeds of one machine are run where a test cares about neither mappings nor the audit log. */
export const runOptions = {
  entry: new URL('../../bin/feed-thread.ts', import.meta.url),
  currency: 'KRW',
  mappings: {
    list: async () => [],
    find: async () => null,
    keep: async () => {},
    remove: async () => false,
  },
  auditTrail: { record: async () => {} },
} as const;
