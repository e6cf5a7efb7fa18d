import { USAGE_DAYS } from '../../src/accounts/call-log.ts';
import { type Clock, formatKstMonth, kstDayOf } from '../../src/clock.ts';
import { QUERY_DAYS } from '../../src/search/search-log.ts';
import type { Composition } from '../compose.ts';
import type { Store } from '../store/open-store.ts';
import type { Job } from './job.ts';

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

/** Time in which an operator can correct a mistaken setting. */
const NOTICE_MS = 60 * 60_000;

interface RetentionOptions extends Pick<Store, 'orderPrivacy'> {
  readonly orderRetentionMonths: number | null;
  readonly log: {
    warn(text: string): void;
    info(facts: object, text: string): void;
  };
}

/** Deletes expired order lines (docs/lists.md#retention), at the earliest an hour after the log has announced their number. */
export function createOrderRetention(
  { orderPrivacy, log, orderRetentionMonths: months }: RetentionOptions,
  clock: Clock,
): Job {
  let announcedMs: number | null = null;
  const run = async () => {
    if (months === null) return true;
    if (announcedMs === null) {
      announcedMs = clock.monotonicMs();
      const old = await orderPrivacy.findOldOrders(months);
      if (old.lines > 0) log.warn(announcement(old.lines, old.months.at(-1) ?? 0));
    }
    if (clock.monotonicMs() < announcedMs + NOTICE_MS) return false;
    const deleted = await orderPrivacy.deleteOrders(months);
    if (deleted.lines === 0) return true;
    log.info({ lines: deleted.lines, months: deleted.months.length }, 'old order lines were deleted');
    return true;
  };
  return { name: 'delete-old-orders', every: 'day', run };
}

function announcement(lines: number, lastMonth: number): string {
  return (
    `${lines} order lines of months up to ${formatKstMonth(lastMonth)} are older than SEOGA_ORDER_RETENTION_MONTHS and ` +
    'will be deleted in an hour; published lists stay. To keep them, stop the server and unset the variable.'
  );
}
