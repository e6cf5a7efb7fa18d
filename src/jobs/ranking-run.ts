import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Clock, KstDay, KstMonth } from '../clock.ts';
import { kstDayOf, kstMonthFirstDay } from '../clock.ts';
import { countCopies } from '../rankings/counted-copies.ts';
import { addSalePoints, type DayCopies, sumDayCopies } from '../rankings/day-copies.ts';
import { isMonthDue } from '../rankings/open-month.ts';
import { previousFromSnapshot, previousFromTally } from '../rankings/previous-lists.ts';
import type { RankCatalog } from '../rankings/rank-catalog.ts';
import { type CellLists, type PreviousList, tallyLists } from '../rankings/tally.ts';
import { CATALOG_FILE, migrate, openDatabase } from '../store/sqlite/database.ts';
import {
  deleteOldEditionFiles,
  EDITIONS_FOLDER,
  isEditionFileWhole,
  readEditionFile,
  writeEditionFile,
} from '../store/sqlite/edition-files.ts';
import {
  type CountedEdition,
  findCountedEdition,
  lockRankings,
  publish,
} from '../store/sqlite/edition-publisher.ts';
import { createLedgerReader, type LedgerReader, readRankCatalog } from '../store/sqlite/ledger-reader.ts';

/** How long a run waits for an import to end before it gives up. */
const IMPORT_WAIT_MS = 600_000;
/** How long it waits for another run, in steps after which it looks whether it was asked to stop. */
const RUN_WAIT_STEP_MS = 500;
const RUN_WAIT_STEPS = 1_200;

export interface RankingSettings {
  /** Copies of an item that one buyer may count in a month (decisions 3, counted copy). */
  readonly copiesPerBuyer: number;
  /** Entries with fewer copies are hidden from lists by sex or age. */
  readonly minSegmentCopies: number;
}

export interface RankingRunOptions {
  readonly dataDir: string;
  readonly clock: Clock;
  /** The last day whose sales count; yesterday when not given. */
  readonly untilDay?: KstDay;
  readonly settings: RankingSettings;
  readonly onProgress?: (progress: RankingProgress) => void;
  /** Looked at between steps of a second or so. An AbortSignal will do. */
  readonly signal?: { readonly aborted: boolean };
}

export interface RankingProgress {
  /** The month just counted. */
  readonly month: KstMonth;
  /** Months counted so far, of `total`. */
  readonly done: number;
  readonly total: number;
}

/** What a run published. */
export interface RankingReport {
  readonly untilDay: KstDay;
  readonly months: readonly MonthReport[];
  /** Items that have a sales index. */
  readonly salePoints: number;
  readonly elapsedMs: number;
}

export interface MonthReport {
  readonly month: KstMonth;
  readonly version: number;
  /** Lines that were neither late nor cancelled and name a known item. */
  readonly lines: number;
  /** Copies that they count. */
  readonly copies: number;
  /** Entries of all lists together. */
  readonly entries: number;
  /** Lines that wait for their item to arrive. */
  readonly unknownLines: number;
}

/** The run was asked to stop. Nothing of it was published. */
export class RankingStopped extends Error {
  override name = 'RankingStopped';
}

/**
 * Counts every month that needs it (isMonthDue) and publishes its lists, and with them the sales index of every
 * item. Everything is published in one step at the end: until then, and whenever the run fails, stops or is
 * killed, the last editions stay in force. Blocks its thread while it works.
 */
export async function runRankings(options: RankingRunOptions): Promise<RankingReport> {
  const startMs = options.clock.monotonicMs();
  const directory = join(options.dataDir, EDITIONS_FOLDER);
  const unlock = waitForLock(directory, options);
  try {
    const db = openDatabase(join(options.dataDir, CATALOG_FILE), { busyTimeoutMs: IMPORT_WAIT_MS });
    try {
      migrate(db, 'catalog');
      const versionInForce = (kind: 'monthly', period: KstMonth) =>
        findCountedEdition(db, kind, period)?.version ?? 0;
      deleteOldEditionFiles(directory, versionInForce);
      const report = countAndPublish(db, directory, options);
      deleteOldEditionFiles(directory, versionInForce);
      return { ...report, elapsedMs: options.clock.monotonicMs() - startMs };
    } finally {
      db.close();
    }
  } finally {
    unlock();
  }
}

function waitForLock(directory: string, options: RankingRunOptions): () => void {
  for (let step = 0; step < RUN_WAIT_STEPS; step++) {
    stopIfAsked(options);
    const unlock = lockRankings(directory, RUN_WAIT_STEP_MS);
    if (unlock !== null) return unlock;
  }
  throw new Error('another ranking run is under way and does not end');
}

/** One state of ledger and catalogue, as a run reads it from start to end. */
interface RunContext {
  readonly options: RankingRunOptions;
  readonly directory: string;
  readonly catalog: RankCatalog;
  readonly reader: LedgerReader;
  readonly nowMs: number;
  readonly untilDay: KstDay;
  readonly ledgerRevision: number;
}

function countAndPublish(
  db: DatabaseSync,
  directory: string,
  options: RankingRunOptions,
): Omit<RankingReport, 'elapsedMs'> {
  const nowMs = options.clock.nowMs();
  const untilDay = options.untilDay ?? kstDayOf(nowMs) - 1;
  // One read transaction: an import that ends meanwhile is in the next run, whole.
  db.exec('BEGIN');
  const catalog = readRankCatalog(db);
  const reader = createLedgerReader(db, catalog);
  const ledgerRevision = reader.revision();
  const context = { options, directory, catalog, reader, nowMs, untilDay, ledgerRevision };
  const { counted, salePoints } = countMonths(context, planMonths(db, context));
  db.exec('COMMIT');
  stopIfAsked(options);
  publish(db, {
    editions: counted.map((month) => month.edition),
    itemIds: catalog.itemIds,
    salePoints,
    untilDay,
    talliedAtMs: nowMs,
    ledgerRevision,
  });
  return {
    untilDay,
    months: counted.map((month) => month.report),
    salePoints: salePoints.reduce((count, points) => count + (points > 0 ? 1 : 0), 0),
  };
}

interface PlannedMonth {
  readonly month: KstMonth;
  readonly inForce: CountedEdition | null;
  readonly isDue: boolean;
}

/** Every month with sales up to `untilDay`, oldest first, because each list is compared with the one before. */
function planMonths(db: DatabaseSync, context: RunContext): PlannedMonth[] {
  const { nowMs, untilDay, directory } = context;
  return context.reader
    .listMonths()
    .filter(({ month }) => kstMonthFirstDay(month) <= untilDay)
    .map(({ month, revision }) => {
      const inForce = findCountedEdition(db, 'monthly', month);
      const isDue =
        isMonthDue(month, inForce, { nowMs, untilDay, ledgerRevision: revision }) ||
        // A file that was lost or damaged is made again from the ledger.
        (inForce !== null && !isEditionFileWhole(directory, inForce));
      return { month, inForce, isDue };
    });
}

/** A month that is counted and written, but not published yet. */
interface CountedMonth {
  readonly edition: CountedEdition;
  readonly report: MonthReport;
}

function countMonths(
  context: RunContext,
  months: readonly PlannedMonth[],
): { counted: CountedMonth[]; salePoints: Float64Array } {
  const { catalog, directory, untilDay, options } = context;
  const counted: CountedMonth[] = [];
  const salePoints = new Float64Array(catalog.itemIds.length);
  const total = months.filter((one) => one.isDue).length;
  let done = 0;
  let before: { readonly month: KstMonth; readonly lists: PreviousList | null } | null = null;
  for (const { month, inForce, isDue } of months) {
    const previous = before?.month === month - 1 ? before.lists : null;
    if (isDue) {
      stopIfAsked(options);
      const result = countMonth(context, month, inForce, previous);
      if (result.edition !== null) counted.push({ edition: result.edition, report: result.report });
      addSalePoints(salePoints, catalog, month, result.days, untilDay);
      before = { month, lists: result.edition === null ? null : previousFromTally(result.cells) };
      options.onProgress?.({ month, done: ++done, total });
    } else if (inForce !== null) {
      const snapshot = readEditionFile(directory, inForce);
      addSalePoints(salePoints, catalog, month, snapshot.readDays(), untilDay);
      before = { month, lists: previousFromSnapshot(snapshot, catalog) };
    }
  }
  return { counted, salePoints };
}

interface MonthResult {
  /** Null where nothing counts and nothing was published: the month has no list yet. */
  readonly edition: CountedEdition | null;
  readonly cells: readonly CellLists[];
  readonly days: DayCopies;
  readonly report: MonthReport;
}

/** Counts one month and writes its file. */
function countMonth(
  context: RunContext,
  month: KstMonth,
  inForce: CountedEdition | null,
  previous: PreviousList | null,
): MonthResult {
  const { catalog, reader, untilDay } = context;
  const { copiesPerBuyer, minSegmentCopies } = context.options.settings;
  const lastDay = Math.min(kstMonthFirstDay(month + 1) - 1, untilDay);
  const { lines, unknownCount } = reader.readLines(kstMonthFirstDay(month), lastDay);
  const copies = countCopies(lines, copiesPerBuyer, reader.isOrderBefore);
  const days = sumDayCopies(catalog, month, lines, copies);
  stopIfAsked(context.options);
  const cells = tallyLists({ catalog, lines, copies, minSegmentCopies, previous });
  const version = (inForce?.version ?? 0) + 1;
  const report = {
    month,
    version,
    lines: lines.count,
    copies: days.copies.reduce((sum, one) => sum + one, 0),
    entries: cells.reduce((sum, cell) => sum + cell.items.length, 0),
    unknownLines: unknownCount,
  };
  if (inForce === null && report.copies === 0) return { edition: null, cells, days, report };
  const { nowMs: publishedAtMs, ledgerRevision, directory } = context;
  const edition = { kind: 'monthly', period: month, version, untilDay: lastDay, publishedAtMs } as const;
  const { categoryIds, itemIds } = catalog;
  writeEditionFile(directory, { edition, categoryIds, itemIds, cells, days });
  return { edition: { ...edition, ledgerRevision }, cells, days, report };
}

function stopIfAsked(options: RankingRunOptions): void {
  if (options.signal?.aborted) throw new RankingStopped('the ranking run was stopped');
}
