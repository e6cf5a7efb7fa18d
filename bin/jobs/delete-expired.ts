import { USAGE_DAYS } from '../../src/accounts/call-log.ts';
import { type Clock, kstDayOf } from '../../src/clock.ts';
import { QUERY_DAYS } from '../../src/search/search-log.ts';
import type { Composition } from '../compose.ts';
import type { Job } from './job.ts';

/** Deletes expired usage, sessions, sign-ups and counted queries, and ends operators' overrides of past days. */
export function createExpiry(service: Composition, clock: Clock): Job {
  return {
    name: 'delete-expired',
    every: 'day',
    async run() {
      const today = kstDayOf(clock.nowMs());
      await service.callLog.deleteBefore(today - USAGE_DAYS + 1);
      await service.identity.deleteExpired();
      await service.searchTerms.deleteQueryCountsBefore(today - QUERY_DAYS + 1);
      return service.itemOverrides.endPassed(today);
    },
  };
}
