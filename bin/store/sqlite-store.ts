import { join } from 'node:path';
import type { Config } from '../../src/config.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { type BuyerKey, buyerKeyOf } from '../../src/rankings/buyer-reference.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createSqliteGateRows } from '../../src/store/sqlite/accounts/gate-rows.ts';
import { localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, migrate, openDatabase } from '../../src/store/sqlite/database.ts';
import { keepBuyerKey } from '../../src/store/sqlite/rankings/buyer-key.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import { openCataloguePorts, openForReading } from './catalogue-ports.ts';
import { openGate, openStatePorts, type StoreOptions } from './state-ports.ts';
import type { SharedPorts, Store } from './store.ts';

/** Opens the embedded store of a data folder. The caller has ensured that no other server uses it. */
export function openSqliteStore(options: StoreOptions): Store {
  const { config, clock, onCountsNotWritten } = options;
  const { dataDir, tierLimits } = config;
  const dbs = connect(config);
  const { keyPepper: pepper, sessionSecret } = secretsOf(config);
  const state = openStatePorts(options, createSqliteSql(dbs.state), 'portal');
  const buyerKey = buyerKeyOf(pepper);
  keepBuyersPrivate(dataDir, buyerKey);
  const rows = createSqliteGateRows({ db: dbs.gate, clock, tierLimits, onCountError: onCountsNotWritten });
  const catalogue = openCataloguePorts({
    ...options,
    folder: dataDir,
    db: dbs.catalog,
    writes: localWrites,
    buyerKey,
    state,
  });
  return {
    ...catalogue,
    accounts: {
      gate: openGate(options, rows),
      attempts: createRateLimiter(clock),
      ...state,
    },
    shared: ALONE,
    sessionSecret,
    async close() {
      await state.callMinutes.close();
      await catalogue.close();
      for (const db of Object.values(dbs)) db.close();
    },
  };
}

/** The only server of its data folder. */
const ALONE: SharedPorts = {
  runsJobs: () => true,
  clockProblem: () => null,
  whenFresh: async () => {},
  problem: async () => null,
  figures: () => null,
};

function keepBuyersPrivate(dataDir: string, buyerKey: BuyerKey): void {
  using db = openDatabase(join(dataDir, CATALOG_FILE), { busyTimeoutMs: 0 });
  keepBuyerKey(db, buyerKey);
}

/** Connections to the files of a data folder. Those of the serving thread never wait for a lock. */
function connect({ dataDir, syncsCommits }: Config) {
  const openAccounts = () => openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, syncsCommits });
  const gate = openAccounts();
  migrate(gate, 'accounts');
  return { gate, state: openAccounts(), catalog: openForReading(dataDir) };
}
