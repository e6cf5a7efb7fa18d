import { formatKstMonth, type KstDay, type KstMonth, kstMonthFirstDay, kstWeekOfDay } from '../../clock.ts';
import { countMonthCopies } from '../counted-copies.ts';
import { tallyDays, tallyWeeks } from '../dated-lists.ts';
import { addSalePoints, type MonthCopies, sumDayCopies, sumSegments } from '../day-copies.ts';
import type { Edition } from '../edition.ts';
import {
  layOutEntrants,
  type PreviousList,
  previousFromPublished,
  previousFromTally,
  tallyLists,
} from '../ranked-lists.ts';
import { isMonthDue } from '../schedule.ts';
import { steadyFromDay } from '../steady-lists.ts';
import type { RunContext } from './ranking-session.ts';

export interface MonthReport {
  readonly month: KstMonth;
  readonly version: number;
  /** Lines that were neither late nor cancelled and name a known item. */
  readonly lines: number;
  /** Copies that they count. */
  readonly copies: number;
  /** Entries of all lists together, those of its days and weeks included. */
  readonly entries: number;
  /** Lines whose item hasn't arrived yet. */
  readonly unknownLines: number;
}

/**
 * Counts every month with sales up to a day that needs it, oldest first, because each list is compared with the one before; writes
 * its lists, and adds up the sales index of each item over all months. `recent` are the months that lists by days may need.
 */
export function countMonths(context: RunContext, untilDay: KstDay) {
  const { state, session, nowMs } = context;
  const { catalog } = state;
  const editions: Edition[] = [];
  const reports: MonthReport[] = [];
  const recent: MonthCopies[] = [];
  const salePoints = new Float64Array(catalog.itemIds.length);
  const months = state
    .listMonths()
    .filter(({ month }) => kstMonthFirstDay(month) <= untilDay)
    .map(({ month, ledgerRevision, counted, isDeleted }) => {
      const inForce = session.findEdition('monthly', month);
      const now = { nowMs, untilDay, ledgerRevision };
      return { month, inForce, isDue: !isDeleted && isMonthDue(month, inForce && counted, now) };
    });
  const total = months.filter((one) => one.isDue).length;
  let done = 0;
  let before: { readonly month: KstMonth; readonly lists: MonthLists | null } = { month: 0, lists: null };
  for (const { month, inForce, isDue } of months) {
    context.stopIfRequested();
    const previous = before.month === month - 1 ? before.lists : null;
    const counted = isDue
      ? countMonth(context, month, untilDay, inForce, previous)
      : readMonth(context, month);
    // Lists of deleted order lines that were lost can only come from a backup.
    if (counted === null) continue;
    before = { month, lists: counted.lists };
    addSalePoints(salePoints, catalog, counted.copies, untilDay);
    // The list of the day before looks back one day further.
    if (kstMonthFirstDay(month + 1) >= steadyFromDay(untilDay)) {
      recent.push(keepCopies(context, counted, untilDay));
    }
    if (counted.report === null) continue;
    if (counted.edition !== null) {
      editions.push(counted.edition);
      reports.push(counted.report);
    }
    context.onProgress({ month, done: ++done, total });
  }
  return { editions, reports, recent, salePoints };
}

/** Days that the lists of the last weeks need, and some more. */
const DAYS_HELD = 40;

/** A year's copies would be most of a run's memory; those of older months are read again when needed. */
function keepCopies({ session }: RunContext, { copies, lists }: CountedMonth, untilDay: KstDay): MonthCopies {
  const { month } = copies;
  if (lists === null || kstMonthFirstDay(month + 1) > untilDay - DAYS_HELD) return copies;
  return {
    month,
    get days() {
      const days = session.readCopies(month);
      if (days === null) throw new Error(`the copies of ${formatKstMonth(month)} are not there`);
      return days;
    },
  };
}

/** What the next month is compared with. */
interface MonthLists {
  /** By sex and age. */
  readonly bySegment: PreviousList;
  /** Of the last day, as cell 0. */
  readonly ofLastDay: PreviousList;
}

interface CountedMonth {
  readonly copies: MonthCopies;
  /** Null when the month has no list. */
  readonly lists: MonthLists | null;
  /** Null when nothing was written. */
  readonly edition: Edition | null;
  /** Null when nothing was counted. */
  readonly report: MonthReport | null;
}

/** Reuses a month as it was counted before; null when it isn't there. */
function readMonth({ state, session }: RunContext, month: KstMonth): CountedMonth | null {
  const days = session.readCopies(month);
  if (days === null) return null;
  const { catalog } = state;
  const lastDay = kstMonthFirstDay(month + 1) - 1;
  const lists = {
    bySegment: previousFromPublished((cell) => session.readCell('monthly', month, cell), catalog),
    ofLastDay: previousFromPublished((cell) => session.readCell('daily', lastDay, cell), catalog),
  };
  return { copies: { month, days }, lists, edition: null, report: null };
}

/** Counts one month and writes its lists. */
function countMonth(
  context: RunContext,
  month: KstMonth,
  untilDay: KstDay,
  inForce: Edition | null,
  previous: MonthLists | null,
): CountedMonth {
  const { state, settings, session, nowMs } = context;
  const { catalog } = state;
  const lastDay = Math.min(kstMonthFirstDay(month + 1) - 1, untilDay);
  const { copies, lineCount, unknownCount } = countLines(context, month, lastDay);
  context.stopIfRequested();
  const sold = sumSegments(catalog, [copies], () => 1);
  const entrants = layOutEntrants(catalog, sold.items);
  const before = previous ?? { bySegment: null, ofLastDay: null };
  const cells = tallyLists(catalog, sold, entrants, settings.minSegmentCopies, before.bySegment);
  const days = tallyDays(catalog, entrants, copies, before.ofLastDay);
  // If the next month is due, too, it counts the week that they share again.
  const around = [copies, ...session.listCopies([month - 1, month + 1])];
  const weeks = tallyWeeks(catalog, month, around, weekBefore(context, month));
  const copyCount = copies.days.copies.reduce((sum, one) => sum + one, 0);
  const isEmpty = inForce === null && copyCount === 0;
  const about = { kind: 'monthly', period: month, untilDay: lastDay, publishedAtMs: nowMs } as const;
  const ofMonth = { copies: copies.days, days, weeks };
  const edition = isEmpty ? null : session.writeEdition({ ...about, catalog, cells, ofMonth });
  const report = {
    month,
    version: edition?.version ?? 0,
    lines: lineCount,
    copies: copyCount,
    entries: [...cells, ...days, ...weeks].reduce((sum, cell) => sum + cell.items.length, 0),
    unknownLines: unknownCount,
  };
  const lists = {
    bySegment: previousFromTally(cells.map(({ start, items }) => ({ start, items }))),
    ofLastDay: previousFromTally(days.slice(-1)),
  };
  return { copies, lists: edition && lists, edition, report };
}

/** The lists of the week before those of a month. */
function weekBefore({ state, session }: RunContext, month: KstMonth): PreviousList {
  const week = kstWeekOfDay(kstMonthFirstDay(month)) - 1;
  return previousFromPublished((cell) => session.readCell('weekly', week, cell), state.catalog);
}

/** Counts the lines of a month. They take more memory than its lists, so they don't outlive the call. */
function countLines({ state, settings }: RunContext, month: KstMonth, lastDay: KstDay) {
  const { catalog } = state;
  const { lines, unknownCount, isOrderBefore } = state.readLines(kstMonthFirstDay(month), lastDay);
  const { itemIds, buyers } = state.readExclusions(month);
  const items = new Set(itemIds.map((itemId) => catalog.findItem(itemId)));
  const leftOut = { items, buyers: new Set(buyers) };
  const counted = countMonthCopies(lines, settings.copiesPerBuyer, isOrderBefore, leftOut);
  const copies: MonthCopies = { month, days: sumDayCopies(catalog, month, lines, counted) };
  return { copies, lineCount: lines.count, unknownCount };
}
