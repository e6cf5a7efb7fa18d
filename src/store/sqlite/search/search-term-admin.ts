import type { SearchTermAdmin } from '../../../search/search-term-admin.ts';
import { createQueryCounter, type QueryCounterOptions } from './query-counter.ts';
import { createSearchTerms, type SearchTermsOptions } from './search-terms.ts';

/**
 * `db` is a connection of its own to the migrated accounts file, in a server with a busy timeout of 0: the adapter waits
 * for other writers without blocking the thread.
 */
type SqliteSearchTermAdminOptions = SearchTermsOptions & QueryCounterOptions;

/** Flushed before its process ends. */
export interface SqliteSearchTermAdmin extends SearchTermAdmin {
  /** Writes the counts in memory. What can't be written is reported and kept. */
  flush(): Promise<void>;
}

export function createSqliteSearchTermAdmin(options: SqliteSearchTermAdminOptions): SqliteSearchTermAdmin {
  return { ...createSearchTerms(options), ...createQueryCounter(options) };
}
