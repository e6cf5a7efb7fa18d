import { join } from 'node:path';
import { systemClock } from '../src/clock.ts';
import type { Config } from '../src/config.ts';
import type { SearchDesk } from '../src/search/search-desk.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../src/store/sqlite/database.ts';
import { createSqliteSearchDesk } from '../src/store/sqlite/search/search-desk.ts';

/** Runs one command's work on the search desk of a data folder; a running server keeps serving meanwhile. */
export async function withSearchDesk<T>(config: Config, work: (desk: SearchDesk) => Promise<T>): Promise<T> {
  const db = openDatabase(join(config.dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 10_000 });
  try {
    migrate(db, 'accounts');
    const onWriteError = (error: unknown) => {
      throw error;
    };
    return await work(createSqliteSearchDesk({ db, clock: systemClock, onWriteError }));
  } finally {
    db.close();
  }
}
