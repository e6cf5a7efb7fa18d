import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ACCOUNTS_FILE, migrate, openDatabase } from '../../../../src/store/sqlite/database.ts';
import { type Cleanup, tempDir } from '../../../support/temp-dir.ts';

/** A migrated, empty accounts file in a folder of its own. */
export interface AccountsFile {
  readonly path: string;
  /** Another connection, closed when the test ends. */
  connect(busyTimeoutMs?: number): DatabaseSync;
}

export function accountsFile(t: Cleanup): AccountsFile {
  const path = join(tempDir(t), ACCOUNTS_FILE);
  const connect = (busyTimeoutMs = 0) => {
    const db = openDatabase(path, { busyTimeoutMs });
    t.after(() => {
      if (db.isOpen) db.close();
    });
    return db;
  };
  migrate(connect(), 'accounts');
  return { path, connect };
}

export const PEPPER = 'a pepper for tests';
export const KEY_PREFIX = 'seoga_live_';
