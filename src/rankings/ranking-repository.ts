import type { KstDay, KstMonth } from '../clock.ts';
import type { OrderIsBefore } from './counted-copies.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { RunRecord } from './ranking-admin.ts';
import type { Edition, EditionKind } from './ranking-store.ts';
import type { SaleLines } from './sale-lines.ts';
import type { ShopItem, ShopItemsSince } from './shop-item.ts';
import type { Snapshot, SnapshotContent } from './snapshot/snapshot.ts';

/** An edition and the revision of the ledger that it was counted from. */
export interface CountedEdition extends Edition {
  readonly ledgerRevision: number;
}

/** What a ranking run reads and publishes: the ledger, the catalogue and the editions. */
export interface RankingRepository {
  /**
   * Takes the lock that keeps every other run out, and returns the function that releases it. Null when another run
   * holds the lock for longer than `waitMs`. A run that is killed never leaves the lock behind.
   */
  lock(waitMs: number): Promise<(() => Promise<void>) | null>;
  /** Opens a session for the holder of the lock, who closes it. */
  open(): Promise<RankingSession>;
}

export interface RankingSession {
  /** Runs `work` on one state of ledger and catalogue, whatever is imported meanwhile. */
  read<T>(work: (state: RankingState) => T | Promise<T>): Promise<T>;
  /** The edition in force of a kind and period, or null. */
  findEdition(kind: EditionKind, period: number): CountedEdition | null;
  /** A version number that no edition of this kind and period has had. */
  nextVersion(kind: EditionKind, period: number): number;
  /** The edition, whose lists and days are read and checked only when asked for; null when it is missing. */
  openEdition(edition: Edition): Snapshot | null;
  /** Whether writing this content would give exactly the edition's bytes. */
  isSame(edition: Edition, content: Omit<SnapshotContent, 'edition'>): boolean;
  /** Stores an edition's lists. Readers don't see them before `publish`. */
  writeEdition(content: SnapshotContent): void;
  /** Publishes a run's editions and sales indices at once. Readers see all of it or nothing. */
  publish(publication: Publication): Promise<void>;
  /** Records a run that published nothing, if possible at once. Never rejects: the run's own failure matters more. */
  recordFailure(record: RunRecord): Promise<void>;
  /** Deletes editions that were never published, and those that no reader needs any more. */
  deleteOldEditions(): void;
  close(): void;
}

/** One state of ledger and catalogue. */
export interface RankingState {
  readonly catalog: RankCatalog;
  readonly catalogRevision: number;
  readonly ledgerRevision: number;
  /** The last day counted by the last tally, or null. */
  readonly talliedUntil: KstDay | null;
  /** Months with sales that count, ascending, and the revision that last changed them. */
  listMonths(): readonly LedgerMonth[];
  /** Lines sold from one day to another, both included, that are neither late nor cancelled. */
  readLines(fromDay: KstDay, untilDay: KstDay): ReadLines;
  /** What restatements left out of a month. */
  readExclusions(month: KstMonth): Exclusions;
  /** Items not withheld that were registered or published since, or have a deal or attention window in the days. */
  listShopItems(since: ShopItemsSince): readonly ShopItem[];
  /** Sales indices of the last tally, one number for each item of the catalogue, 0 = none. */
  readSalePoints(): Float64Array;
}

export interface Exclusions {
  readonly itemIds: readonly number[];
  /** As they are stored (buyer-reference.ts). */
  readonly buyers: readonly number[];
}

export interface LedgerMonth {
  readonly month: KstMonth;
  readonly revision: number;
  /** Its lines were deleted by retention: its list stays as it is (docs/lists.md#retention). */
  readonly isDeleted: boolean;
}

/** The lines of a period as read for counting. */
export interface ReadLines {
  readonly lines: SaleLines;
  /** Lines of items that the catalogue lacks; they stay in the ledger and aren't in `lines`. */
  readonly unknownCount: number;
  /**
   * Whether an order comes before another by the bytes of their ids. Asked about lines of one buyer and item that were
   * sold in the same millisecond, until the next `readLines`.
   */
  readonly isOrderBefore: OrderIsBefore;
}

/** What one run publishes, all of it at once. */
export interface Publication {
  /** Written already. Publishing supersedes editions of earlier periods, for the kinds with one edition a day or bucket. */
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
