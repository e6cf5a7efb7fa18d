import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { SearchTermAdmin } from '../../../search/search-term-admin.ts';
import { createQueryCounter } from './query-counter.ts';
import { createSearchTerms } from './search-terms.ts';

export interface SqliteSearchTermAdminOptions {
  /**
   * A connection of its own to the migrated accounts file, in a server with a busy timeout of 0: the adapter waits
   * for other writers without blocking the thread.
   */
  readonly db: DatabaseSync;
  readonly clock: Clock;
  /** Who acts, for the audit log: a part of the system or `account:<number>`. */
  readonly actor?: string;
  /** Called once for every failed attempt to write counts of queries; they are kept and retried. */
  readonly onWriteError: (error: unknown) => void;
}

/** Flushed before its process ends. */
export interface SqliteSearchTermAdmin extends SearchTermAdmin {
  /** Writes the counts in memory. What can't be written is reported and kept. */
  flush(): Promise<void>;
}

export function createSqliteSearchTermAdmin(options: SqliteSearchTermAdminOptions): SqliteSearchTermAdmin {
  return { ...createSearchTerms(options), ...createQueryCounter(options) };
}
