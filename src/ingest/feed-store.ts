import type { Category } from '../catalog/category.ts';
import { message } from '../messages/messages.ts';
import type { OrderRepeats } from '../rankings/ledger/order-numbers.ts';
import type { FeedProblem, FeedRecord, FeedSummary, ItemName } from './feed-record.ts';
import type { ImportEnd, ImportSource } from './import-log.ts';
import type { Reason } from './reason.ts';

/** A checked record and the line that it stood on. */
export interface NumberedRecord {
  readonly line: number;
  readonly record: FeedRecord;
}

/** What the store finds wrong with records that look good by themselves. */
export interface Findings {
  /** These are left out. */
  readonly refused: readonly FeedProblem[];
  /** These are kept. */
  readonly warnings: readonly FeedProblem[];
}

type EffectKind = 'removed' | 'repriced' | 'retitled' | 'restatused' | 'recategorised';

/** How much of the catalogue an import touches. Brakes are decided by these numbers. */
export interface CatalogEffect {
  /** Items before the import. */
  readonly items: number;
  /** Of those, how many are gone after it. */
  readonly removed: number;
  /** Of those, how many have another list price or selling price. */
  readonly repriced: number;
  /** The items of the feed's source before the import, and how many of them are gone. All items where there is one source. */
  readonly source: { readonly items: number; readonly removed: number };
  /** Of the items, how many the file names. */
  readonly named: number;
  /** How many times its former price each repriced item has now; items that had no price are left out. */
  readonly factors: Float64Array;
  /** Of those that the file names, how many have an unlike title now (title-likeness.ts). */
  readonly retitled: number;
  /** Of those, how many have another status, and how many another main category. */
  readonly restatused: number;
  readonly recategorised: number;
  /** The first items of each kind, as number, title and change. */
  readonly examples: Readonly<Record<EffectKind, readonly string[]>>;
}

/**
 * One file on its way into the store. Nothing is visible to any reader before `commit` returns, and everything
 * is after. A process that dies before that leaves the catalogue and the orders as they were.
 */
export interface FeedTransaction {
  /** The shop's categories before the import. */
  categories(): readonly Category[];
  /** Applies records in order. Those that contradict what the store holds, such as an order line sent again with other
   * content, are refused. */
  apply(batch: readonly NumberedRecord[]): Promise<Findings>;
  /**
   * Declares the feed complete: `finish` will remove the items of its source that no record has named from now on. To be
   * called before the first batch.
   */
  expectAllItems(): void;
  /** Names of items in records that were refused: a complete feed doesn't remove them. */
  keepItems(names: readonly ItemName[]): Promise<void>;
  /** To be called once, after the last batch: removes what a complete feed doesn't name, and checks what only the whole file can tell, such as loops of categories. */
  finish(): Promise<Findings & { readonly effect: CatalogEffect; readonly repeats: OrderRepeats }>;
  /** Throws when nothing could be kept; the transaction has ended then, too. `end` completes the entry of the log in the
   * same step. */
  commit(end?: ImportEnd): Promise<FeedSummary>;
  /** Forgets everything; the summary says what a commit would have done. `end` completes the entry of the log. Does nothing
   * once the transaction has ended. */
  rollback(end?: ImportEnd): Promise<FeedSummary>;
}

export interface BeginOptions {
  /** Opens an entry in the import log before anything else happens. Left out for checks, which leave no trace. */
  readonly source?: ImportSource;
  /** Ends the wait for another import. */
  readonly signal?: AbortSignal;
}

/** The disk is full. Nothing of the import was kept, and the space that it took is free again. */
export class StoreFullError extends Error {
  override name = 'StoreFullError';
  readonly reason: Reason = message('feeds.diskFull');

  constructor(options?: ErrorOptions) {
    super('the disk is full', options);
  }
}

/** Where checked feeds go. */
export interface FeedStore {
  /** Waits while another import is under way. Throws the signal's reason if it is aborted in the meantime. */
  begin(options?: BeginOptions): Promise<FeedTransaction>;
}
