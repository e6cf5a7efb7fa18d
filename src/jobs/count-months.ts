import { type KstDay, type KstMonth, kstMonthFirstDay } from '../clock.ts';
import { countMonthCopies } from '../rankings/counted-copies.ts';
import { addSalePoints, type MonthCopies, sumDayCopies } from '../rankings/day-copies.ts';
import { tallyDays } from '../rankings/day-lists.ts';
import { dayCell } from '../rankings/edition-cells.ts';
import { isMonthDue } from '../rankings/open-month.ts';
import { sumSegments } from '../rankings/period-copies.ts';
import { previousFromSnapshot, previousFromTally } from '../rankings/previous-lists.ts';
import { type CellLists, layOutEntrants, type PreviousList } from '../rankings/ranked-lists.ts';
import type { CountedEdition } from '../rankings/ranking-repository.ts';
import { CELL_COUNT } from '../rankings/segments.ts';
import { findDays } from '../rankings/snapshot/snapshot.ts';
import { steadyFromDay } from '../rankings/steady-lists.ts';
import { tallyLists } from '../rankings/tally.ts';
import type { RunContext } from './run-context.ts';
import { writeNewEdition } from './write-new-edition.ts';

export interface MonthReport {
  readonly month: KstMonth;
  readonly version: number;
  /** Lines that were neither late nor cancelled and name a known item. */
  readonly lines: number;
  /** Copies that they count. */
  readonly copies: number;
  /** Entries of all lists together, daily ones included. */
  readonly entries: number;
  /** Lines whose item hasn't arrived yet. */
  readonly unknownLines: number;
}

export interface CountedMonths {
  /** Written but not published yet. */
  readonly editions: readonly CountedEdition[];
  readonly reports: readonly MonthReport[];
  /** Every month that lists by days may need. */
  readonly recent: readonly MonthCopies[];
  /** One number for each item of the catalogue. */
  readonly salePoints: Float64Array;
}

/** The file of a closed month is compared whole at least once in so many nights. */
const NIGHTS_A_ROUND = 7;

/**
 * Counts every month that needs it, writes its lists, and adds up the sales index over all months. A damaged file makes the
 * run thorough: others may be damaged, too.
 */
export function countMonths(context: RunContext, untilDay: KstDay): CountedMonths {
  const { catalog } = context.state;
  const editions: CountedEdition[] = [];
  const reports: MonthReport[] = [];
  const recent: MonthCopies[] = [];
  const salePoints = new Float64Array(catalog.itemIds.length);
  const months = planMonths(context, untilDay);
  let total = months.filter((one) => one.isDue).length;
  let done = 0;
  let before: { readonly month: KstMonth; readonly lists: PreviousList | null } | null = null;
  for (const [at, { month, inForce, isDue, isDeleted }] of months.entries()) {
    context.stopIfRequested();
    const isWhole =
      context.isThorough || months[at + 1]?.isDue === true || (month + untilDay) % NIGHTS_A_ROUND === 0;
    const known = isDue || inForce === null ? null : readMonth(context, month, inForce, isWhole);
    // A month whose lines were deleted can't be rebuilt: its file has to come from a backup.
    if (known === null && isDeleted) continue;
    // A lost or damaged file is rebuilt from the ledger.
    if (known === null && !isDue) {
      if (!context.isThorough) return countMonths({ ...context, isThorough: true }, untilDay);
      total++;
    }
    const previous: PreviousList | null = before?.month === month - 1 ? before.lists : null;
    const counted: CountedMonth = known ?? countMonth(context, month, untilDay, inForce, previous);
    before = { month, lists: counted.lists };
    addSalePoints(salePoints, catalog, counted.copies, untilDay);
    // The list of the day before looks back one day further.
    if (kstMonthFirstDay(month + 1) >= steadyFromDay(untilDay)) {
      recent.push(keepCopies(context, counted.copies, counted.edition ?? inForce, untilDay));
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
function keepCopies(
  { session }: RunContext,
  copies: MonthCopies,
  edition: CountedEdition | null,
  untilDay: KstDay,
): MonthCopies {
  const { month } = copies;
  if (edition === null || kstMonthFirstDay(month + 1) > untilDay - DAYS_HELD) return copies;
  const opened = session.openEdition(edition);
  const { kind, period, version } = edition;
  if (opened === null) throw new Error(`${kind} ${period}, version ${version} was lost during the run`);
  return {
    month,
    get days() {
      return opened.readDays();
    },
  };
}

interface PlannedMonth {
  readonly month: KstMonth;
  readonly inForce: CountedEdition | null;
  readonly isDue: boolean;
  readonly isDeleted: boolean;
}

/** Every month with sales up to `untilDay`, oldest first, because each list is compared with the one before. */
function planMonths({ state, session, nowMs }: RunContext, untilDay: KstDay): PlannedMonth[] {
  const months = state.listMonths().filter(({ month }) => kstMonthFirstDay(month) <= untilDay);
  const planned: PlannedMonth[] = [];
  for (const { month, revision, isDeleted } of months) {
    const inForce = session.findEdition('monthly', month);
    const isDue = !isDeleted && isMonthDue(month, inForce, { nowMs, untilDay, ledgerRevision: revision });
    planned.push({ month, inForce, isDue, isDeleted });
  }
  return planned;
}

interface CountedMonth {
  readonly copies: MonthCopies;
  /** By cell; null when the month has no list. */
  readonly lists: PreviousList | null;
  /** Null when nothing was written. */
  readonly edition: CountedEdition | null;
  /** Null when nothing was counted. */
  readonly report: MonthReport | null;
}

/** Reuses a month as it was counted before; null when its file is gone, or damaged in what is read of it. */
function readMonth(
  { state, session }: RunContext,
  month: KstMonth,
  inForce: CountedEdition,
  isWhole: boolean,
): CountedMonth | null {
  const snapshot = session.openEdition(inForce);
  const days = snapshot && findDays(snapshot, { whole: isWhole });
  if (snapshot === null || days === null) return null;
  const lists = previousFromSnapshot(snapshot, state.catalog);
  return { copies: { month, days }, lists, edition: null, report: null };
}

/** Counts one month and writes its file. */
function countMonth(
  context: RunContext,
  month: KstMonth,
  untilDay: KstDay,
  inForce: CountedEdition | null,
  previous: PreviousList | null,
): CountedMonth {
  const { state, settings } = context;
  const { catalog } = state;
  const firstDay = kstMonthFirstDay(month);
  const lastDay = Math.min(kstMonthFirstDay(month + 1) - 1, untilDay);
  const { copies, lineCount, unknownCount } = countLines(context, month, lastDay);
  context.stopIfRequested();
  const sold = sumSegments(catalog, [copies], () => 1);
  const entrants = layOutEntrants(catalog, sold.items);
  const { minSegmentCopies } = settings;
  const dayBefore: PreviousList | null =
    previous && ((_cell, category) => previous(dayCell(firstDay - 1), category));
  const cells: CellLists[] = [
    ...tallyLists({ catalog, sold, entrants, minSegmentCopies, previous }),
    ...tallyDays(catalog, entrants, copies.days, lastDay - firstDay + 1, dayBefore),
  ];
  const copyCount = copies.days.copies.reduce((sum, one) => sum + one, 0);
  const isEmpty = inForce === null && copyCount === 0;
  const edition = isEmpty
    ? null
    : writeNewEdition(context, {
        kind: 'monthly',
        period: month,
        untilDay: lastDay,
        cells,
        days: copies.days,
      });
  const report = {
    month,
    version: edition?.version ?? 0,
    lines: lineCount,
    copies: copyCount,
    entries: cells.reduce((sum, cell) => sum + cell.items.length, 0),
    unknownLines: unknownCount,
  };
  // The next month is compared with the lists by sex and age, and its first day with the last.
  const compared = cells.map(({ start, items }, at) =>
    at < CELL_COUNT || at === cells.length - 1 ? { start, items } : undefined,
  );
  return { copies, lists: edition && previousFromTally(compared), edition, report };
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
