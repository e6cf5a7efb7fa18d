import { join } from 'node:path';
import { systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import type { SearchTermAdmin } from '../src/search/search-term-admin.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteSearchTermAdmin } from '../src/store/sqlite/search/search-term-admin.ts';

/** Runs one command's work on the search searchTerms of a data folder; a running server keeps serving meanwhile. */
export async function withSearchTerms<T>(
  config: Config,
  work: (searchTerms: SearchTermAdmin) => Promise<T>,
): Promise<T> {
  const db = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 10_000 });
  try {
    migrate(db, 'accounts');
    const onWriteError = (error: unknown) => {
      throw error;
    };
    return await work(createSqliteSearchTermAdmin({ db, clock: systemClock, onWriteError }));
  } finally {
    db.close();
  }
}
