import type { ItemChange } from './engine/change-batch.ts';
import type { LexiconEntry } from './lexicon.ts';

/** A change of an item with the number that the catalogue gave it. Numbers grow with every commit, from 1. */
export interface NumberedChange extends ItemChange {
  readonly changeNo: number;
}

/**
 * What the search index reads from the catalogue. Each thread opens its own feed. Reads are synchronous because such
 * a thread has nothing else to do. Every method throws if the catalogue can't be read.
 */
export interface ChangeFeed extends Disposable {
  /** The identity of the catalogue: no other catalogue has the same. */
  readCatalogue(): string;
  /** A value that changes with every commit. Costs microseconds. */
  readVersion(): unknown;
  /** The number of the last change, 0 when there was none. */
  readLastChange(): number;
  /** From here on, all reads see the catalogue as of one commit. Snapshots don't nest. */
  beginSnapshot(): void;
  /** Reads see later commits again. Does nothing without a snapshot. */
  endSnapshot(): void;
  /**
   * Items that changed after `after`, ordered by their last change. Omits the words of items whose words haven't
   * changed since `textAfter`.
   */
  listChanges(after: number, textAfter: number, limit: number): NumberedChange[];
  /** Every item that changed after `after`, ordered by item number. */
  eachChangedItem(after: number): Iterable<NumberedChange>;
  /** The words of every item. Marks the best-selling ones that aren't withheld, up to `suggestedMax`, for suggestions. */
  eachEntry(suggestedMax: number): Iterable<LexiconEntry>;
  /** Items with this number or ISBN. An empty ISBN matches nothing. */
  findNamed(itemId: number | null, isbn13: string, isbn10: string): number[];
  close(): void;
}

/** Opens the feed of a data folder in the calling thread, waiting `busyTimeoutMs` for another process's lock. */
export type OpenChangeFeed = (dataDir: string, busyTimeoutMs: number) => ChangeFeed;
