import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { GateRows } from '../../src/gate/decide.ts';
import type { RateLimiter } from '../../src/gate/rate-limiter.ts';
import type { SharedFigures } from '../../src/http/metrics.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { buyerKeyOf, ensureBuyerKey } from '../../src/rankings/ledger/buyer-reference.ts';
import type { SqlDatabase } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createSqliteGateRows } from '../../src/store/sqlite/accounts/gate-rows.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import type { StoreOptions } from './state-ports.ts';

/** What differs between the stores. */
export interface Place {
  /** The folder of the catalogue file, the lists and the search index: the data folder, or a replica in it. */
  readonly folder: string;
  /** A connection to the catalogue file, for reading. */
  readonly db: DatabaseSync;
  readonly writes: CatalogWrites;
  readonly sql: SqlDatabase;
  /** The same, for what becomes of calls. Its commits leave known what the gate knows. */
  readonly calls: SqlDatabase;
  readonly rows: GateRows;
  /** Attempts to sign in and requests for mail, counted over all instances. */
  readonly attempts: RateLimiter;
  readonly shared: SharedPorts;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
  /** Closes it, but `db`. */
  close(): Promise<void>;
}

/** How instances cooperate. A store without other instances answers for itself. */
export interface SharedPorts {
  /** Whether this instance runs the scheduled jobs now. */
  runsJobs(): boolean;
  /** Waits briefly until this instance shows the writes that others were told are done. Never rejects. */
  whenFresh(): Promise<void>;
  /** Why the clock keeps this instance from running jobs, or null. */
  clockProblem(): string | null;
  /** Why calls can't be decided now, or null. */
  problem(): Promise<string | null>;
  /** For metrics; null if nothing is shared. */
  figures(): SharedFigures | null;
}

/** The files of the data folder. The caller has ensured that no other server uses them. */
export function openEmbedded(options: StoreOptions): Place {
  const { config, clock, onCountsNotWritten } = options;
  const { dataDir, syncsCommits, tierLimits } = config;
  // Connections of the serving thread never wait for a lock.
  const openAccounts = () => openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, syncsCommits });
  const gate = openAccounts();
  const state = openAccounts();
  const { keyPepper } = secretsOf(config);
  const db = openForReading(dataDir, (own) => ensureBuyerKey(own, buyerKeyOf(keyPepper)));
  return {
    folder: dataDir,
    db,
    writes: localWrites,
    sql: createSqliteSql(state),
    calls: createSqliteSql(gate),
    rows: createSqliteGateRows({ db: gate, clock, tierLimits, onCountError: onCountsNotWritten }),
    attempts: createRateLimiter(clock),
    shared: ALONE,
    async close() {
      gate.close();
      state.close();
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

/** A read connection of the serving thread, to a file that is brought up to date first; `prepare` may write to it. */
export function openForReading(folder: string, prepare: (db: DatabaseSync) => void = () => {}): DatabaseSync {
  const path = join(folder, CATALOG_FILE);
  const db = openDatabase(path, { busyTimeoutMs: 0 });
  prepare(db);
  db.close();
  return openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
}
