import { parseArgs } from 'node:util';
import { formatKstDay, kstDayOf, systemClock } from '../../src/clock.ts';
import { QUERY_DAYS, type QueryTotal, sumQueryCounts } from '../../src/search/search-term-admin.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

const DAYS_DEFAULT = 7;

export const termsMissedCommand: Command = {
  name: 'terms missed',
  summary: 'list searches without results, and corrected ones',
  usage: `terms missed [--days N]
  --days N   number of days, including today in Korea, 1 to ${QUERY_DAYS} (default ${DAYS_DEFAULT})
One per line, most frequent first, separated by tabs: count, last day, search, and, if corrected, how and to what.
"(others)" sums up searches whose text isn't kept: those that may identify a person, those over 50 characters, and new
ones on a day that already has 2,000. A running server writes its counts every five seconds.`,
  async run(args, config) {
    const { values } = parseArgs({ args: [...args], options: { days: { type: 'string' } } });
    const days = readDays(values.days);
    const fromDay = kstDayOf(systemClock.nowMs()) - days + 1;
    const counts = await withStore(config, (store) => store.searchTerms().listQueryCounts(fromDay));
    for (const total of sumQueryCounts(counts)) console.log(lineOf(total));
    return 0;
  },
};

function readDays(text: string | undefined): number {
  if (text === undefined) return DAYS_DEFAULT;
  const days = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > QUERY_DAYS)
    throw new UsageError(`--days must be a whole number from 1 to ${QUERY_DAYS}, not "${text}"`);
  return days;
}

function lineOf({ calls, lastDay, query, correction }: QueryTotal): string {
  const found = correction === null ? [] : [correction.kind, correction.query || OTHERS];
  return [calls, formatKstDay(lastDay), query || OTHERS, ...found].join('\t');
}

const OTHERS = '(others)';
