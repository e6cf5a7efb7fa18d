import type { KstDay, KstMonth } from '../clock.ts';
import type { DayCopies } from './day-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { RunRecord } from './ranking-admin.ts';
import type { Edition, EditionKind } from './ranking-store.ts';
import type { SaleLines } from './sale-lines.ts';
import type { ShopItem, ShopItemsSince } from './shop-item.ts';
import type { Snapshot, SnapshotContent } from './snapshot.ts';

/** An edition and the revision of the ledger that it was counted from. */
export interface CountedEdition extends Edition {
  readonly ledgerRevision: number;
}

/** What ranking runs work on: the ledger and the catalogue to count from, and the editions to add to. */
export interface RankingRepository {
  /**
   * Keeps every other run out until the returned function is called. Null when another run holds the lock for longer
   * than `waitMs`. A run that is killed never leaves the lock behind.
   */
  lock(waitMs: number): (() => void) | null;
  /** Only the holder of the lock may open a session; the holder also closes it. */
  open(): RankingSession;
}

export interface RankingSession {
  /** Lets `work` read one state of ledger and catalogue, whatever is imported in the meantime. */
  read<T>(work: (state: RankingState) => T): T;
  /** The edition in force of a kind and period, or null. */
  findEdition(kind: EditionKind, period: number): CountedEdition | null;
  /** A version that no edition of this kind and period has had. */
  nextVersion(kind: EditionKind, period: number): number;
  /** The edition with every checksum verified; null when it is gone or damaged. */
  readWhole(edition: Edition): WholeEdition | null;
  /** Only the copies by day of an edition; null when they are gone or damaged. */
  readDays(edition: Edition): DayCopies | null;
  /** Whether writing this content would give exactly the edition's bytes. */
  isSame(edition: Edition, content: Omit<SnapshotContent, 'edition'>): boolean;
  /** Stores an edition's lists; nobody sees them before `publish`. */
  writeEdition(content: SnapshotContent): void;
  /** Publishes a run's editions and sales indices at once. Readers see all of it or nothing. */
  publish(publication: Publication): void;
  /**
   * Adds a run that published nothing to the history, if that is possible immediately. Never throws: the reason why
   * the run failed matters more.
   */
  recordFailure(note: RunRecord): void;
  /** Deletes editions that were written but never published, and those that no reader needs any more. */
  deleteOldEditions(): void;
  close(): void;
}

/** An edition that was found complete. */
export interface WholeEdition {
  readonly snapshot: Snapshot;
  readonly days: DayCopies;
}

/** One state of ledger and catalogue. */
export interface RankingState {
  readonly catalog: RankCatalog;
  readonly catalogRevision: number;
  readonly ledgerRevision: number;
  /** The last day counted by the last tally, or null. */
  readonly talliedUntil: KstDay | null;
  /** Months with sales that count, ascending, and the revision that last changed them. */
  listMonths(): readonly { readonly month: KstMonth; readonly revision: number }[];
  /**
   * Lines sold from one day to another, both included, that are neither late nor cancelled. The next call reuses the
   * arrays.
   */
  readLines(fromDay: KstDay, untilDay: KstDay): ReadLines;
  /** Whether an order comes before another by the bytes of their ids. */
  isOrderBefore(orderNo: number, otherOrderNo: number): boolean;
  /** Items that a restatement left out of a month. */
  listExcluded(month: KstMonth): readonly number[];
  /** Items not withheld that were registered or published since, or have a deal or attention window in the days. */
  listShopItems(since: ShopItemsSince): readonly ShopItem[];
  /** Sales indices of the last tally, one number for each item of the catalogue, 0 = none. */
  readSalePoints(): Float64Array;
}

/** The lines of a period as read for counting. */
export interface ReadLines {
  readonly lines: SaleLines;
  /** Lines of items that the catalogue does not hold; they are kept in the ledger and not among `lines`. */
  readonly unknownCount: number;
}

/** What one run publishes, all of it at once. */
export interface Publication {
  /**
   * They are written already. Publishing supersedes editions of earlier periods for kinds with one edition per day or
   * bucket.
   */
  readonly editions: readonly CountedEdition[];
  /** Null for a refresh. */
  readonly tally: TallyResult | null;
  /** For the history of runs. */
  readonly run: RunRecord;
  readonly publishedAtMs: number;
  /** The revision of the catalogue that was read. */
  readonly catalogRevision: number;
}

export interface TallyResult {
  readonly untilDay: KstDay;
  readonly ledgerRevision: number;
  /** Items of the catalogue and their sales indices, in parallel; 0 = none from now on. */
  readonly itemIds: Float64Array;
  readonly salePoints: Float64Array;
}
