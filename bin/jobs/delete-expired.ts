import { USAGE_DAYS } from '../../src/accounts/call-log.ts';
import { type Clock, kstDayOf } from '../../src/clock.ts';
import { QUERY_DAYS } from '../../src/search/search-log.ts';
import type { Composition } from '../compose.ts';
import type { Job } from './job.ts';

/** Deletes expired usage, sessions, mailed links and counted queries. Ends overrides whose last day has passed. */
export function createExpiry({ store }: Composition, clock: Clock): Job {
  return {
    name: 'delete-expired',
    every: 'day',
    async run() {
      const today = kstDayOf(clock.nowMs());
      await store.callLog.deleteBefore(today - USAGE_DAYS + 1);
      await store.identity.deleteExpired();
      await store.searchTerms.deleteQueryCountsBefore(today - QUERY_DAYS + 1);
      return store.itemOverrides.endPassed(today);
    },
  };
}
