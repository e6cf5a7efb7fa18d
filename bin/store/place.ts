import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import type { GateRows } from '../../src/gate/decide.ts';
import type { RateLimiter } from '../../src/gate/rate-limiter.ts';
import type { SharedFigures } from '../../src/http/metrics.ts';
import { createRateLimiter } from '../../src/http/rate-limiter.ts';
import { buyerKeyOf, ensureBuyerKey } from '../../src/rankings/ledger/buyer-reference.ts';
import { type SqlDatabase, StoreUnavailableError } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import { createPostgresRateLimiter } from '../../src/store/postgres/accounts/rate-limiter.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { createFollower } from '../../src/store/postgres/log/follower.ts';
import { readHead } from '../../src/store/postgres/log/head.ts';
import { clockProblem, findClockSkewMs, holdLease, isLeaseHeld } from '../../src/store/postgres/log/lease.ts';
import { deleteOtherReplicas, prepareReplica } from '../../src/store/postgres/log/replica.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import { createSqliteGateRows } from '../../src/store/sqlite/accounts/gate-rows.ts';
import { type CatalogWrites, localWrites } from '../../src/store/sqlite/catalog-writes.ts';
import { ACCOUNTS_FILE, CATALOG_FILE, openDatabase } from '../../src/store/sqlite/database.ts';
import { hasMetDamage } from '../../src/store/sqlite/file-faults.ts';
import { createSqliteSql } from '../../src/store/sqlite/sql-driver.ts';
import { sqliteWriter } from '../../src/store/sqlite/sql-statements.ts';
import { openCommandDatabase } from './home.ts';
import type { StoreOptions } from './state-ports.ts';

/** What differs between the stores of a server. */
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
  /** How instances cooperate; null for the only server of its data folder. */
  readonly shared: ReturnType<typeof sharedPorts> | null;
  /** Whether somebody is importing now; by default, as the file's lock says. */
  readonly isImporting?: () => Promise<boolean>;
  /** Closes it, but `db`. */
  close(): Promise<void>;
}

/** The files of the data folder. The caller has ensured that no other server uses them. */
export async function openEmbedded({ config, clock, onCountsNotWritten }: StoreOptions): Promise<Place> {
  const { dataDir, syncsCommits, tierLimits } = config;
  // Connections of the serving thread never wait for a lock.
  const openAccounts = () => openDatabase(join(dataDir, ACCOUNTS_FILE), { busyTimeoutMs: 0, syncsCommits });
  const gate = openAccounts();
  const state = openAccounts();
  const path = join(dataDir, CATALOG_FILE);
  const own = openDatabase(path, { busyTimeoutMs: 0 });
  await ensureBuyerKey(sqliteWriter(own), buyerKeyOf(secretsOf(config).keyPepper));
  own.close();
  const db = openDatabase(path, { busyTimeoutMs: 0, readOnly: true });
  return {
    folder: dataDir,
    db,
    writes: localWrites,
    sql: createSqliteSql(state),
    calls: createSqliteSql(gate),
    rows: createSqliteGateRows({ db: gate, clock, tierLimits, onCountError: onCountsNotWritten }),
    attempts: createRateLimiter(clock),
    shared: null,
    async close() {
      gate.close();
      state.close();
    },
  };
}

/** Connections of the serving thread to PostgreSQL. Calls of one turn share one, so a few are enough. */
const CONNECTIONS_MAX = 10;
/** Startup can wait for a busy database, because nobody is waiting for a response yet. */
const START_CALL_MS = 20_000;
/** A call waits less than a second in all. */
const SHOWN_MS = 800;
/** A page waits for what its reader has just changed through another instance, unless that takes long. */
const FRESH_MS = 300;
/** An operator's decision waits for its own replica. */
const CATCH_UP_MS = 10_000;

/** Opens PostgreSQL, and this instance's copy of catalogue and lists, kept up to date until `close`. Throws as openStore does. */
export async function openShared(
  { config, clock, onProblem }: StoreOptions,
  address: DatabaseAddress,
): Promise<Place> {
  const folder = await prepareStart(address, config.dataDir);
  await using opening = new AsyncDisposableStack();
  const database = opening.use(createDatabase({ address, connectionsMax: CONNECTIONS_MAX }));
  /** Waits for a commit. Throws StoreUnavailableError. */
  const whenThere = async (no: number, timeoutMs: number) => {
    const refusal = follower.refusal();
    if (refusal !== null) throw new StoreUnavailableError(refusal);
    if (await follower.reach(no, timeoutMs)) return;
    throw new StoreUnavailableError(`commit ${no} of the catalogue has not arrived yet`);
  };
  const whenShown = (urgent: number) => whenThere(urgent, SHOWN_MS);
  const rows = createPostgresGateRows({ database, tierLimits: config.tierLimits, whenShown });
  await rows.warmUp(START_CALL_MS);
  const db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: 0, readOnly: true });
  const follower = createFollower({
    address,
    folder,
    db,
    onProblem: (error) =>
      onProblem(error, 'the catalogue could not be followed; what is here goes on being served'),
  });
  opening.defer(follower.close);
  const shared = sharedPorts(database, follower, clock, whenShown);
  opening.defer(shared.close);
  const opened = opening.move();
  return {
    folder,
    db,
    writes: createSharedWrites({
      database,
      file: 'catalog',
      catchUp: async () => whenThere((await readHead(database, 'catalog')).no, CATCH_UP_MS),
    }),
    sql: database,
    calls: database,
    rows,
    attempts: createPostgresRateLimiter({ database, secret: secretsOf(config).sessionSecret }),
    shared,
    isImporting: () => isLeaseHeld(database, 'catalogue'),
    close: () => opened.disposeAsync(),
  };
}

/** Brings the database and the replica up to date. Returns the replica's folder. */
async function prepareStart(address: DatabaseAddress, dataDir: string): Promise<string> {
  await using database = await openCommandDatabase(address, START_CALL_MS);
  deleteOtherReplicas(dataDir);
  return await prepareReplica(dataDir, database);
}

function sharedPorts(
  database: Database,
  follower: ReturnType<typeof createFollower>,
  clock: StoreOptions['clock'],
  whenShown: (urgent: number) => Promise<void>,
) {
  let skewMs = 0;
  const { monotonicMs } = clock;
  const jobs = holdLease(database, 'jobs', async () => {
    skewMs = await findClockSkewMs(database, { nowMs: () => clock.nowMs() + skewMs, monotonicMs });
    clock.takeOff?.(skewMs);
    return skewMs === 0;
  });
  const isFresh = onceATurn(async () => {
    try {
      const { no, urgent } = await readHead(database, 'catalog');
      const isShown = await follower.reach(urgent, SHOWN_MS);
      if (isShown) await follower.reach(no, FRESH_MS);
      return isShown;
    } catch {
      // Pages that need no account keep using the current copy.
      return true;
    }
  });
  return {
    /** Whether this instance runs the scheduled jobs now. */
    runsJobs: jobs.isHeld,
    /**
     * Waits briefly until this instance shows the writes that others were told are done. Throws StoreUnavailableError for pages that
     * would show what is withheld by now.
     */
    async whenFresh({ url }: Pick<FastifyRequest, 'url'>): Promise<void> {
      if ((await isFresh()) || WITHOUT_PRODUCTS.test(url)) return;
      throw new StoreUnavailableError('a decision about products has not arrived yet');
    },
    /** Why the clock keeps this instance from running jobs, or null. */
    clockProblem: () => clockProblem(skewMs),
    /** Why calls can't be decided or answered now, or null. */
    async problem(): Promise<string | null> {
      const head = await readHead(database, 'catalog').catch(() => null);
      if (head === null) return 'the database cannot be reached';
      if (hasMetDamage())
        return 'the replica is damaged: stop the instance, delete its folder replica-… and start it';
      return whenShown(head.urgent).then(
        () => null,
        (error: Error) => error.message,
      );
    },
    figures: (): SharedFigures => ({
      ...database.figures(),
      replicaAgeMs: systemClock.monotonicMs() - follower.freshAtMs(),
      runsJobs: jobs.isHeld(),
    }),
    close: jobs.close,
  };
}

/** Files of the site, and pages of accounts and operators, who see what is withheld. */
const WITHOUT_PRODUCTS = /^\/(assets|portal)\//;

/** Does work once for all requests in one turn of the event loop, after the last of them. */
function onceATurn<T>(work: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  const start = async () => {
    await nextTurn();
    asked = null;
    return work();
  };
  return () => {
    asked ??= start();
    return asked;
  };
}
