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

/** Where rankings are made: the ledger and the catalogue to count from, and the editions to add to. */
export interface RankingRepository {
  /**
   * Keeps any other run out until the function returned is called. Null when another run holds the lock for
   * longer than `waitMs`. A run that is killed never leaves the lock behind.
   */
  lock(waitMs: number): (() => void) | null;
  /** To be called by the holder of the lock, and closed by it. */
  open(): RankingSession;
}

export interface RankingSession {
  /** Lets `work` read one state of ledger and catalogue, whatever is imported meanwhile. */
  read<T>(work: (state: RankingState) => T): T;
  /** The edition in force of a kind and period, or null. */
  findEdition(kind: EditionKind, period: number): CountedEdition | null;
  /** A version that no edition of the kind and period ever had. */
  nextVersion(kind: EditionKind, period: number): number;
  /** The edition, every checksum of which was compared; null when it is gone or damaged. */
  readWhole(edition: Edition): WholeEdition | null;
  /** Only the copies by day of an edition; null when they are gone or damaged. */
  readDays(edition: Edition): DayCopies | null;
  /** Whether an edition, were it written with this content, would be the same to the last byte. */
  isSame(edition: Edition, content: Omit<SnapshotContent, 'edition'>): boolean;
  /** Keeps an edition's lists; nobody sees them before `publish`. */
  writeEdition(content: SnapshotContent): void;
  /** Puts a run's editions and sales indices in force at once. Readers see all of it or nothing. */
  publish(publication: Publication): void;
  /** Adds a run that published nothing to the history, if that is possible at once. Never throws: what made the run fail counts more. */
  recordFailure(note: RunRecord): void;
  /** Deletes what was written and never published, and what no reader needs any more. */
  deleteOldEditions(): void;
  close(): void;
}

/** An edition that was found whole. */
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
   * Lines sold from one day to another, both included, that are neither late nor cancelled. The arrays are used
   * again by the next call.
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
  /** They are written. Of the kinds that have an edition a day or bucket, those of older periods end. */
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
