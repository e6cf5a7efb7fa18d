import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '../../src/clock.ts';
import type { DatabaseAddress } from '../../src/config/database-url.ts';
import { StoreUnavailableError } from '../../src/sql-database.ts';
import { secretsOf } from '../../src/store/files/secrets-file.ts';
import { createPostgresGateRows } from '../../src/store/postgres/accounts/gate-rows.ts';
import { createPostgresRateLimiter } from '../../src/store/postgres/accounts/rate-limiter.ts';
import { createDatabase, type Database } from '../../src/store/postgres/database.ts';
import { createFollower } from '../../src/store/postgres/log/follower.ts';
import { readHead } from '../../src/store/postgres/log/head.ts';
import { findClockProblem, holdLease, isLeaseHeld } from '../../src/store/postgres/log/lease.ts';
import { deleteOtherReplicas, prepareReplica } from '../../src/store/postgres/log/replica.ts';
import { createSharedWrites } from '../../src/store/postgres/log/shared-writes.ts';
import { openCommandDatabase } from './home.ts';
import { openForReading, type Place, type SharedPorts } from './place.ts';
import type { StoreOptions } from './state-ports.ts';

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
  const db = openForReading(folder);
  const follower = createFollower({
    address,
    folder,
    db,
    onProblem: (error) =>
      onProblem(error, 'the catalogue could not be followed; what is here goes on being served'),
  });
  opening.defer(follower.close);
  const shared = sharedPorts(database, follower, clock);
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
) {
  let clockProblem: string | null = null;
  const jobs = holdLease(database, 'jobs', async () => {
    clockProblem = await findClockProblem(database, clock);
    return clockProblem === null;
  });
  return {
    runsJobs: jobs.isHeld,
    whenFresh: onceATurn(async () => {
      try {
        const { no, urgent } = await readHead(database, 'catalog');
        await follower.reach(urgent, SHOWN_MS);
        await follower.reach(no, FRESH_MS);
      } catch {
        // Pages that need no account keep using the current copy.
      }
    }),
    clockProblem: () => clockProblem,
    problem: () =>
      database.query('SELECT 1').then(
        () => follower.refusal(),
        () => 'the database cannot be reached',
      ),
    figures: () => ({
      ...database.figures(),
      replicaAgeMs: systemClock.monotonicMs() - follower.freshAtMs(),
      runsJobs: jobs.isHeld(),
    }),
    close: jobs.close,
  } satisfies SharedPorts & { close(): Promise<void> };
}

/** Does work once for all requests in one turn of the event loop, after the last of them. */
function onceATurn(work: () => Promise<void>): () => Promise<void> {
  let asked: Promise<void> | null = null;
  const start = async () => {
    await nextTurn();
    asked = null;
    await work();
  };
  return () => {
    asked ??= start();
    return asked;
  };
}
