import { type Clock, formatKstMonth, kstDayOf } from '../src/clock.ts';
import type { Composition } from './compose.ts';

/** Between the announcement and the deletion, so that a mistaken setting can be corrected. */
const NOTICE_MS = 60 * 60_000;

type Parts = Pick<Composition, 'orderPrivacy' | 'auditLog' | 'orderRetentionMonths'> & {
  readonly log: {
    warn(text: string): void;
    info(facts: object, text: string): void;
  };
};

/**
 * Deletes expired order lines once a day (docs/lists.md#retention). A start reports how many lines there are,
 * and deletes them an hour later at the earliest. To be called about every second.
 */
export function createOrderRetention(
  { orderPrivacy, auditLog, log, orderRetentionMonths: keptMonths }: Parts,
  clock: Clock,
): () => Promise<void> {
  let announcedMs: number | null = null;
  let doneDay = 0;
  let isBusy = false;
  const look = async (months: number) => {
    if (announcedMs === null) {
      announcedMs = clock.monotonicMs();
      const old = await orderPrivacy.findOldOrders(months);
      if (old.lines > 0) log.warn(announcement(old.lines, old.months.at(-1) ?? 0));
    }
    const today = kstDayOf(clock.nowMs());
    if (today === doneDay || clock.monotonicMs() < announcedMs + NOTICE_MS) return;
    const deleted = await orderPrivacy.deleteOrders(months);
    doneDay = today;
    if (deleted.lines === 0) return;
    log.info({ lines: deleted.lines, months: deleted.months.length }, 'old order lines were deleted');
    await auditLog.record('system', 'orders.deleted', 'orders', {
      lines: deleted.lines,
      until: formatKstMonth(deleted.months.at(-1) ?? 0),
    });
  };
  return async () => {
    if (keptMonths === null || isBusy) return;
    isBusy = true;
    try {
      await look(keptMonths);
    } finally {
      isBusy = false;
    }
  };
}

function announcement(lines: number, lastMonth: number): string {
  return (
    `${lines} order lines of months up to ${formatKstMonth(lastMonth)} are older than SEOGA_ORDER_RETENTION_MONTHS and ` +
    'will be deleted in an hour; published lists stay. To keep them, stop the server and unset the variable.'
  );
}
