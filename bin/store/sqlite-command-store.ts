import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../../src/config.ts';
import { buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteRankingRepository } from '../../src/store/sqlite/rankings/ranking-repository.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import { catalogueCommandPorts, IMPORT_WAIT_MS } from './catalogue-commands.ts';
import { commandState } from './state-ports.ts';
import type { CommandStore } from './store.ts';

/** How long a command waits for another process that writes to the accounts. */
const ACCOUNTS_BUSY_MS = 10_000;

/** Opens the embedded store of a data folder for one command. */
export function openSqliteCommandStore(config: Config): CommandStore {
  const { dataDir } = config;
  const opened: DatabaseSync[] = [];
  const open = (file: string, folder: 'accounts' | 'catalog', busyTimeoutMs: number) => {
    const db = openDatabase(join(dataDir, file), { busyTimeoutMs });
    opened.push(db);
    migrate(db, folder);
    return db;
  };
  const openAccounts = () => open(ACCOUNTS_FILE, 'accounts', ACCOUNTS_BUSY_MS);
  const openCatalog = () => open(CATALOG_FILE, 'catalog', IMPORT_WAIT_MS);
  return {
    state: commandState(config, () => createSqliteSql(openAccounts())),
    ...catalogueCommandPorts({
      folder: async () => dataDir,
      connect: async () => openCatalog(),
      writes: () => localWrites,
      buyerKey() {
        // Before the secrets: if there are secrets but no accounts, accounts were lost.
        openAccounts();
        return buyerKeyOf(secretsOf(config).keyPepper);
      },
    }),
    rankings: async () => createSqliteRankingRepository(dataDir),
    whileAlone: (work) => work(),
    async close() {
      for (const db of opened) db.close();
    },
  };
}
