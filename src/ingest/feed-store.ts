import type { FeedKind, FeedProblem, FeedRecord } from './feed-record.ts';
import type { ImportRecord } from './import-log.ts';

/** A validated record and the line that it stood on. */
export interface NumberedRecord {
  readonly line: number;
  readonly record: FeedRecord;
}

/** What became of the records of one kind. */
export interface FeedTally {
  /** Not known before. */
  added: number;
  /** Known, with other content. */
  changed: number;
  /** Known, with the same content: importing a file twice changes nothing. */
  unchanged: number;
  /**
   * Sales and cancellations that came after their month was closed: kept, not counted
   * (docs/rules/rankings.md#open-months).
   */
  late: number;
}

export type FeedSummary = Readonly<Record<FeedKind, Readonly<FeedTally>>>;

/**
 * One file on its way into the store. Nothing is visible to any reader before `commit` returns, and everything
 * is after. A process that dies before that leaves no trace.
 */
export interface FeedTransaction {
  /**
   * Applies records in order and returns those that contradict what the store holds (for example an order line
   * sent again with other content), which are left out.
   */
  apply(batch: readonly NumberedRecord[]): Promise<readonly FeedProblem[]>;
  /**
   * Throws when nothing could be kept; the transaction has ended then, too. A note goes into the log of imports in the
   * same step.
   */
  commit(note?: Omit<ImportRecord, 'summary'>): Promise<FeedSummary>;
  /** Forgets everything; the summary says what a commit would have done. Does nothing once the transaction has ended. */
  rollback(): Promise<FeedSummary>;
}

/** Where validated feeds go. */
export interface FeedStore {
  /** Waits while another import is under way. Throws the signal's reason when it is aborted meanwhile. */
  begin(signal?: AbortSignal): Promise<FeedTransaction>;
}
