import { createQueryTally, type QueryTally } from '../../../search/query-tally.ts';
import type { SearchTermAdmin } from '../../../search/search-term-admin.ts';
import { addQueryRows, storedQueryCounts } from './query-counts.ts';
import { createSearchTerms, type SearchTermsOptions } from './search-terms.ts';

interface SqlSearchTermAdminOptions extends SearchTermsOptions {
  /** Gets every failed attempt to write counts of queries; they are kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

/** Search terms. Call `flush` before the process ends: counts of queries wait in memory. */
export function createSqlSearchTermAdmin(
  options: SqlSearchTermAdminOptions,
): SearchTermAdmin & Pick<QueryTally, 'flush'> {
  const { database, clock, onWriteError } = options;
  return {
    ...createSearchTerms(options),
    ...storedQueryCounts(database),
    ...createQueryTally({ clock, addRows: addQueryRows(database), onWriteError }),
  };
}
