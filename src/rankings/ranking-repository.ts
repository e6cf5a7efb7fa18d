import type { KstDay, KstMonth } from '../clock.ts';
import type { OrderIsBefore } from './counted-copies.ts';
import type { DayCopies } from './day-copies.ts';
import type { CountedFrom } from './open-month.ts';
import type { PublishedCell } from './previous-lists.ts';
import type { RankCatalog } from './rank-catalog.ts';
import type { CellLists } from './ranked-lists.ts';
import type { RunRecord } from './ranking-admin.ts';
import type { Edition, EditionKind } from './ranking-store.ts';
import type { SaleLines } from './sale-lines.ts';
import type { ShopItem, ShopItemsSince } from './shop-item.ts';

/** What a ranking run reads and publishes: the ledger, the catalogue and the lists. */
export interface RankingRepository {
  /**
   * Opens a session, which keeps every other run out until it is closed. Null when another run goes on for longer than
   * `waitMs`. A run that is killed leaves nothing behind.
   */
  open(options: OpenOptions): Promise<RankingSession | null>;
}

export interface OpenOptions {
  readonly waitMs: number;
  /** Whether to look for damage first: damaged lists are put aside, and the run makes all of them again. */
  readonly isChecked: boolean;
}

export interface RankingSession {
  /** Runs `work` on one state of ledger and catalogue, whatever is imported meanwhile. */
  read<T>(work: (state: RankingState) => T | Promise<T>): Promise<T>;
  /** The edition in force of a kind and period, or null. This and what follows include what the session has written. */
  findEdition(kind: EditionKind, period: number): Edition | null;
  /** The lists of all categories in a cell (edition-cells.ts) that have entries. */
  readCell(kind: EditionKind, period: number, cell: number): PublishedCell;
  /** The copies that a month's edition was made from; null where it has none. */
  readCopies(month: KstMonth): DayCopies | null;
  /**
   * Puts lists in the place of those of their kind and period, and drops those of earlier periods that no reader needs.
   * Readers see them from `publish` on.
   */
  writeEdition(content: EditionContent): Edition;
  /** The same, or null, with nothing written, if the edition in force has these lists: nobody has to fetch them again. */
  writeIfChanged(content: EditionContent): Edition | null;
  /** Publishes everything that was written at once: readers see all of it or nothing. */
  publish(publication: Publication): Promise<void>;
  /** Records a run that published nothing, if possible at once. Never rejects: the run's own failure matters more. */
  recordFailure(record: RunRecord): Promise<void>;
  close(): Promise<void>;
}

export interface EditionContent extends Omit<Edition, 'version'> {
  /** Whose categories and items the lists are of. */
  readonly catalog: Pick<RankCatalog, 'categoryIds' | 'itemIds'>;
  /** By the cells of edition-cells.ts. */
  readonly cells: readonly CellLists[];
  /** Of a month, what its lists were made from, and the lists of its days and of the weeks that it has days of, in order. */
  readonly ofMonth?: {
    readonly copies: DayCopies;
    readonly days: readonly CellLists[];
    readonly weeks: readonly CellLists[];
  };
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
  /** How far its published list counts it; null before the first. */
  readonly counted: CountedFrom | null;
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

/** What one run publishes besides the editions that it has written. */
export interface Publication {
  /** The editions that it has written. */
  readonly editions: readonly Edition[];
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
