import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { createAccountStore } from '../../../../src/accounts/account-store.ts';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { createAccountsDatabase } from '../../../../src/store/sqlite/databases.ts';
import { fixedClock } from '../../../support/fixed-clock.ts';
import { type Cleanup, tempDir } from '../../../support/temp-dir.ts';

/** A migrated, empty accounts file. */
export function accountsFile(t: Cleanup, clock = fixedClock('2026-11-20T12:00:00+09:00')) {
  const path = join(tempDir(t), ACCOUNTS_FILE);
  const connect = (busyTimeoutMs = 0): DatabaseSync => {
    const db = openDatabase(path, { busyTimeoutMs });
    t.after(() => {
      if (db.isOpen) db.close();
    });
    return db;
  };
  migrate(connect(), 'accounts');
  const options = { pepper: PEPPER, keyPrefix: KEY_PREFIX, clock };
  const accounts = createAccountStore({ ...options, database: createAccountsDatabase(connect(5000)) });
  return { ...options, path, connect, accounts };
}

export const PEPPER = 'a pepper for tests';
export const KEY_PREFIX = 'seoga_live_';
