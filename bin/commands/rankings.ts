import { text } from 'node:stream/consumers';
import {
  formatKstDay,
  formatKstInstant,
  formatKstMonth,
  type KstDay,
  kstDayOf,
  kstWeekFirstDay,
  parseKstDay,
  parseKstMonth,
  parseKstWeek,
  systemClock,
} from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import { buyerKeyOf, keyedBuyer, markOf } from '../../src/rankings/ledger/buyer-reference.ts';
import { readSoldCopies, WAITING_DAYS } from '../../src/rankings/ledger/month-lines.ts';
import { countLate, type LateLines, restateMonth } from '../../src/rankings/ledger/restatement.ts';
import type { MonthReport } from '../../src/rankings/run/count-months.ts';
import { type RankingReport, runRankings } from '../../src/rankings/run/ranking-run.ts';
import { type RankingSettings, sessionsOf } from '../../src/rankings/run/ranking-session.ts';
import { monthClosesAtMs } from '../../src/rankings/schedule.ts';
import { secretsOf } from '../../src/store/private-files.ts';
import { openStore, type Store } from '../store/open-store.ts';
import { CommandFailed, command, countText, numberOption, UsageError } from './command.ts';

export const rankCommand = command({
  name: 'rank',
  options: { until: { type: 'string' } },
  async run({ values, config }) {
    await using store = await openStore(config, 'command');
    const untilDay = values.until === undefined ? undefined : parseUntil(values.until);
    const { months, ...report } = await rankNow(config, store, untilDay);
    const waiting = await store.countUnknownGoods(kstDayOf(systemClock.nowMs()) - WAITING_DAYS);
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
  const day = dayOption('--until', text);
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

export async function rankNow(config: Config, store: Store, untilDay?: KstDay): Promise<RankingReport> {
  return runRankings({
    open: sessionsOf(store.engine),
    clock: systemClock,
    ...(untilDay === undefined ? {} : { untilDay }),
    settings: rankingSettings(config),
    onProgress: ({ month, done, total }) =>
      console.error(`  ${formatKstMonth(month)} counted (${done}/${total})`),
  });
}

export function rankingSettings({ copiesPerBuyer, minSegmentCopies, newDays }: RankingSettings) {
  return { copiesPerBuyer, minSegmentCopies, newDays };
}

const COUNT_MAX_MS = 600_000;

export const restateCommand = command({
  name: 'restate',
  options: {
    exclude: { type: 'string', multiple: true, default: [] },
    'exclude-buyer': { type: 'string', multiple: true, default: [] },
    reason: { type: 'string', default: '' },
    'without-late': { type: 'boolean', default: false },
  },
  operands: [1, 1, 'one month as YYYY-MM'],
  async run({ values, operands: [given = ''], config }) {
    const month = parseKstMonth(given);
    if (month === null) throw new UsageError('restate needs exactly one month as YYYY-MM');
    const reason = values.reason.trim();
    for (const option of ['exclude', 'exclude-buyer'] as const) {
      if (values[option].length > 0 && reason === '') throw new UsageError(`--${option} requires --reason`);
    }
    const items = values.exclude.map((text) => numberOption('--exclude', 1, Number.MAX_SAFE_INTEGER, text));
    const { 'exclude-buyer': buyers, 'without-late': withoutLate } = values;
    await using store = await openStore(config, 'command');
    const restatedAtMs = systemClock.nowMs();
    const closesAtMs = monthClosesAtMs(month);
    if (restatedAtMs < closesAtMs && items.length + buyers.length === 0)
      throw new CommandFailed(
        `The month is open until ${formatKstInstant(closesAtMs)}: until then, every tally counts all of it.`,
      );
    const orders = store.orderPrivacy;
    for (const buyer of buyers) {
      if ((await orders.countLines(buyer)) === 0)
        throw new CommandFailed('No order line has the buyer of --exclude-buyer; nothing was changed.');
    }
    const buyerKey = buyerKeyOf(secretsOf(config).keyPepper);
    const leftOut = [
      ...items.map((itemId) => ({ itemId, mark: null })),
      ...buyers.map((buyer) => ({ itemId: null, mark: markOf(keyedBuyer(buyerKey, buyer)) })),
    ];
    const restatement = { month, leftOut, reason, restatedAtMs, withoutLate, by: 'command' };
    const restated = await store.engine.catalog.transaction(
      async (sql) => {
        const late = await countLate(sql, month);
        return (await restateMonth(sql, restatement)) ? late : null;
      },
      { timeoutMs: COUNT_MAX_MS },
    );
    if (restated === null) throw new CommandFailed('The month has no published list; nothing was changed.');
    await rankNow(config, store);
    console.log(reportOf(withoutLate ? NO_LINES : restated, items, buyers.length));
  },
});

const NO_LINES: LateLines = { lateLines: 0, lateCancellations: 0 };

function reportOf(
  { lateLines, lateCancellations }: LateLines,
  itemIds: readonly number[],
  buyerCount: number,
): string {
  const excluded = [...itemIds.map(String), ...(buyerCount === 0 ? [] : [countText(buyerCount, 'buyer')])];
  return (
    `Restated with ${countText(lateLines, 'late line')} and ${countText(lateCancellations, 'late cancellation')}` +
    `${excluded.length === 0 ? '' : `; left out: ${excluded.join(', ')}`}.`
  );
}

export const eraseBuyerCommand = command({
  name: 'erase-buyer',
  options: { confirm: { type: 'string' } },
  operands: [1, 1, 'one BUYER'],
  async run({ values, operands: [given = ''], config }) {
    const buyer = given === '-' ? (await text(process.stdin)).trim() : given;
    await using store = await openStore(config, 'command');
    const orders = store.orderPrivacy;
    const lines = await orders.countLines(buyer);
    if (lines === 0) throw new CommandFailed('No order line has this buyer. Nothing was changed.');
    if (values.confirm !== String(lines))
      throw new CommandFailed(
        `This buyer has ${countText(lines, 'order line')}. Nothing was changed: add --confirm ${lines} to erase the buyer.`,
      );
    const erased = await orders.eraseBuyer(buyer, 'command');
    console.log(`Erased the buyer of ${countText(erased, 'order line')}.`);
  },
});

export const salesCommand = command({
  name: 'sales',
  needs: 'healthy store',
  options: { week: { type: 'string' }, from: { type: 'string' }, until: { type: 'string' } },
  async run({ values, config }) {
    const [fromDay, untilDay] = daysOf(values);
    await using store = await openStore(config, 'command');
    const sold = await store.engine.catalog.snapshot((snapshot) =>
      readSoldCopies(snapshot, fromDay, untilDay),
    );
    if (sold === null)
      throw new CommandFailed(
        'Order lines of these months were deleted after their time: nothing was printed.',
      );
    console.log(['SKU,Quantity', ...sold.map(({ sku, copies }) => `${sku},${copies}`)].join('\n'));
  },
});

function daysOf({
  week,
  from,
  until,
}: Partial<Record<'week' | 'from' | 'until', string | undefined>>): readonly [KstDay, KstDay] {
  if (week !== undefined && from === undefined && until === undefined) {
    const found = parseKstWeek(week);
    if (found === null) throw new UsageError(`--week must be a week as YYYY-Www, not "${week}"`);
    return [kstWeekFirstDay(found), kstWeekFirstDay(found + 1) - 1];
  }
  if (week !== undefined || from === undefined || until === undefined)
    throw new UsageError('sales needs either --week, or --from and --until');
  const days = [dayOption('--from', from), dayOption('--until', until)] as const;
  if (days[0] > days[1]) throw new UsageError(`--from ${from} is after --until ${until}`);
  return days;
}

function dayOption(option: string, text: string): KstDay {
  const day = parseKstDay(text);
  if (day === null) throw new UsageError(`${option} must be a day as YYYY-MM-DD, not "${text}"`);
  return day;
}
