import { lazily } from '../../base/lazily.ts';
import type { DatabaseAddress } from '../../config/readers.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import type { Engine, EngineOptions } from '../engine.ts';
import { IMPORT_WAIT_MS } from '../wait-for-lock.ts';
import { createPostgresGateRows, createSharedRevision } from './accounts/gate-rows.ts';
import { createPostgresRateLimiter } from './accounts/rate-limiter.ts';
import { createCatalogDatabase, createDatabase, type Database } from './database.ts';
import { findClockSkewMs, holdJobs } from './lease.ts';
import { migratePostgres } from './migrate.ts';

/** Few, because the calls of a tick share a connection. */
const SERVER_CONNECTIONS_MAX = 10;
/** A connection for single queries, and others for long transactions. */
const CONNECTIONS_MAX = 4;
/** The timeout where no client waits: in threads, commands, and while a server starts. */
const PATIENT_MS = 20_000;
const CHECK_MS = 800;

/** Opens PostgreSQL and migrates its tables. Throws StoreRefused and StoreUnavailableError. */
export async function openPostgresEngine(options: EngineOptions, address: DatabaseAddress): Promise<Engine> {
  const { role, tierLimits, sessionSecret, fence = null } = options;
  if (role !== 'thread') await (await openMigrated(address)).close();
  await using opening = new AsyncDisposableStack();
  const database = opening.use(
    role === 'serve'
      ? createDatabase({ address, connectionsMax: SERVER_CONNECTIONS_MAX })
      : createDatabase({ address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs: PATIENT_MS, fence }),
  );
  const tables = createCatalogDatabase(database, role === 'serve' ? undefined : IMPORT_WAIT_MS);
  const revision = createSharedRevision(database);
  const gateRows = createPostgresGateRows({ database, tierLimits, revision });
  if (role === 'serve') await gateRows.warmUp(PATIENT_MS);
  else await revision.latest();
  if (role === 'command') options.clock.takeOff?.(await findClockSkewMs(database, options.clock));
  const closing = opening.move();
  return lazily({
    accounts: () => database,
    calls: () => database,
    catalog: () => tables,
    lists: () => tables,
    shown: () => ({ catalog: tables, lists: tables }),
    revision: () => revision,
    gateRows: () => gateRows,
    attempts: () => createPostgresRateLimiter({ database, secret: sessionSecret() }),
    jobs() {
      const jobs = holdJobs(database, options.clock);
      closing.defer(jobs.close);
      return jobs;
    },
    whileAlone:
      () =>
      async <T>(work: () => Promise<T>) => {
        await using _ = await database.begin({ lock: 'first start', waitMs: Number.POSITIVE_INFINITY });
        return await work();
      },
    problem: () => () => problemOf(database, gateRows),
    figures: () => database.figures,
    [Symbol.asyncDispose]: () => () => closing.disposeAsync(),
  });
}

export async function openMigrated(address: DatabaseAddress): Promise<Database> {
  const database = createDatabase({ address, connectionsMax: CONNECTIONS_MAX, callTimeoutMs: PATIENT_MS });
  try {
    await migratePostgres(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function problemOf(
  database: Database,
  gate: Pick<ReturnType<typeof createPostgresGateRows>, 'check'>,
): Promise<string | null> {
  try {
    await gate.check(CHECK_MS);
    await database.query(CHECK, [], CHECK_MS);
    return null;
  } catch (error) {
    return error instanceof StoreUnavailableError
      ? 'the database cannot be reached'
      : 'the database does not answer as it should';
  }
}

const CHECK = `
  WITH written AS (UPDATE lease SET held_until = clock_timestamp() WHERE name = 'check' RETURNING name)
  SELECT (SELECT count(*) FROM written) AS written, (SELECT max(length(data)) FROM (SELECT data FROM item LIMIT 1) AS i) AS item,
    (SELECT max(length(entries)) FROM (SELECT entries FROM list LIMIT 1) AS l) AS list`;
