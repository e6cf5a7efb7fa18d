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
import type { SharedPorts } from './open-replica.ts';
import { openGate, openStatePorts, type StoreOptions } from './state-ports.ts';

/** The store of a server, by area: all that the service knows about where its data are. That on PostgreSQL has the same ports. */
export type Store = ReturnType<typeof openSqliteStore>;

/** Opens the embedded store of a data folder. The caller has ensured that no other server uses it. */
export function openSqliteStore(options: StoreOptions) {
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
      /** Attempts to sign in and requests for mail, counted over all instances. */
      attempts: createRateLimiter(clock),
      ...state,
    },
    /** What this instance shares with others. */
    shared: ALONE,
    /** Signs cookies and other values that a browser hands back. */
    sessionSecret,
    /** Stops its threads and closes the files or connections. Flush the ports that keep something in memory first. */
    async close() {
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
