import {
  formatKstDay,
  formatKstMonth,
  type KstDay,
  kstDayOf,
  parseKstDay,
  systemClock,
} from '../../src/clock.ts';
import { WAITING_DAYS } from '../../src/rankings/ledger/month-lines.ts';
import type { MonthReport } from '../../src/rankings/run/count-months.ts';
import { rankNow } from '../rank-now.ts';
import { withStore } from '../store/open-store.ts';
import { command, UsageError } from './command.ts';
import { countText } from './import-report.ts';

export const rankCommand = command({
  name: 'rank',
  options: { until: { type: 'string' } },
  async run({ values, config }) {
    const [{ months, ...report }, waiting] = await withStore(config, async (store) => {
      const untilDay = values.until === undefined ? undefined : parseUntil(values.until);
      const firstDay = kstDayOf(systemClock.nowMs()) - WAITING_DAYS;
      return [await rankNow(config, store, untilDay), await store.countUnknownGoods(firstDay)] as const;
    });
    for (const month of months) console.log(summaryOf(month));
    if (waiting > 0)
      console.error(
        `${countText(waiting, 'order line')} of the last ${WAITING_DAYS} days wait for an item that the catalogue doesn't have.`,
      );
    const seconds = (report.elapsedMs / 1000).toFixed(1);
    console.error(
      `Counted up to ${formatKstDay(report.untilDay ?? 0)} in ${seconds} s, ${countText(report.salePoints ?? 0, 'item')} with a sales index.`,
    );
  },
});

function parseUntil(text: string): KstDay {
  const day = parseKstDay(text);
  if (day === null) throw new UsageError(`--until must be a day as YYYY-MM-DD, not "${text}"`);
  const yesterday = kstDayOf(systemClock.nowMs()) - 1;
  if (day > yesterday) {
    throw new UsageError(
      `--until is ${text}: days after yesterday (${formatKstDay(yesterday)}) are not over yet`,
    );
  }
  return day;
}

function summaryOf(month: MonthReport): string {
  const { copies, lines, entries, unknownLines } = month;
  const waiting = unknownLines === 0 ? '' : `; waiting for an item: ${countText(unknownLines, 'line')}`;
  return (
    `${formatKstMonth(month.month)} version ${month.version}: copies ${countText(copies)}, from ` +
    `${countText(lines, 'line')}; list entries ${countText(entries)}${waiting}`
  );
}
