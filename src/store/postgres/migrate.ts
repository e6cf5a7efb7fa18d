import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import { StoreRefused } from '../../sql-database.ts';
import { type PostgresStep, postgresSteps } from '../schema.ts';
import type { Database } from './database.ts';
import type { TimedReader } from './sql-statements.ts';
import { isForbidden, STATE, stateOf } from './store-errors.ts';

/** An advisory lock's number that no other program uses in this database. */
const MIGRATION_LOCK = 7_364_261;

const MIGRATION_TIMEOUT_MS = 600_000;
/** A migration is retried for this long while others lock its tables. */
const TRY_FOR_MS = 600_000;
/** Longest wait for a lock. Meanwhile, calls queue behind the migration, and fail after 200 ms (schema/gate.sql). */
const LOCK_WAIT_MS = 100;
const PAUSE_MS = 300;

export interface MigrateOptions {
  readonly steps?: readonly PostgresStep[];
  readonly tryForMs?: number;
  readonly onWait?: (version: number) => void;
}

/**
 * Applies missing migrations, each in its own transaction, and returns their versions. Waits for locks in short attempts, so that
 * running instances go on. Throws StoreRefused, and changes nothing, if another build made the tables or the role may not change
 * them.
 */
export async function migratePostgres(
  database: Database,
  { steps = postgresSteps(), tryForMs = TRY_FOR_MS, onWait = () => {} }: MigrateOptions = {},
): Promise<readonly number[]> {
  const done: number[] = [];
  let untilMs = systemClock.monotonicMs() + tryForMs;
  for (;;) {
    const { version } = await readSchema(database, steps.length);
    const step = steps[version];
    if (step === undefined) return done;
    if (await tryStep(database, version, step, steps.length)) {
      done.push(version + 1);
      untilMs = systemClock.monotonicMs() + tryForMs;
    } else if (systemClock.monotonicMs() > untilMs) {
      throw new StoreRefused(
        `The step to version ${version + 1} of the tables could not lock them for ${Math.round(tryForMs / 60_000)} minutes: ` +
          'end long transactions (pg_stat_activity), then run "seoga migrate" again. What was done before it stays.',
      );
    } else {
      onWait(version + 1);
      await wait(PAUSE_MS);
    }
  }
}

/** Reads the version of our tables. `schema` is their PostgreSQL schema; null before the first migration. */
async function readSchema(reader: TimedReader, newest: number) {
  // Not to_regclass, which may answer from the session's cache after a wait for the lock.
  const tables = await reader.query<{ name: string; schema: string; is_visible: boolean }>(
    `SELECT c.relname AS name, quote_ident(n.nspname) AS schema, pg_table_is_visible(c.oid) AS is_visible
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname IN ('store_schema', 'schema_migration') AND c.relkind = 'r'`,
  );
  const ours = tables.find(({ name, is_visible }) => name === 'store_schema' && is_visible);
  if (ours !== undefined) {
    const [row] = await reader.query<{ version: number; oldest: number }>(
      `SELECT version, oldest FROM ${ours.schema}.store_schema`,
    );
    const { version, oldest } = row ?? { version: 0, oldest: 0 };
    if (oldest <= newest) return { version, schema: ours.schema };
    throw new StoreRefused(
      `The database has version ${version} of the tables, for programs from version ${oldest} on; this one has ${newest}: start the ` +
        'newer program, or restore a backup that was made before the upgrade.',
    );
  }
  const hidden = tables.find(({ name }) => name === 'store_schema');
  if (hidden !== undefined) {
    throw new StoreRefused(
      `The tables are in the schema ${hidden.schema}, where this role doesn't look: ` +
        `ALTER ROLE … SET search_path TO ${hidden.schema}.`,
    );
  }
  if (tables.some(({ is_visible }) => is_visible)) {
    throw new StoreRefused(
      'The database was filled by an earlier build of Seoga or another program: use an empty one, and import the feeds there.',
    );
  }
  return { version: 0, schema: null };
}

/** False, without a change, if another program is migrating or has migrated, or if a table is locked. */
async function tryStep(
  database: Database,
  version: number,
  { sql, oldest }: PostgresStep,
  newest: number,
): Promise<boolean> {
  const apply = async ({ query }: TimedReader) => {
    await query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
    const lock = 'SELECT pg_try_advisory_xact_lock($1) AS is_ours';
    const [held] = await query<{ is_ours: boolean }>(lock, [MIGRATION_LOCK]);
    if (held?.is_ours !== true) return false;
    const stored = await readSchema({ query }, newest);
    if (stored.version !== version) return false;
    if (stored.schema === null) {
      const [encoded] = await query<{ server_encoding: string }>('SHOW server_encoding');
      // Other encodings can't store every title, and sort differently.
      if (encoded?.server_encoding !== 'UTF8')
        throw new StoreRefused(
          `The database has the encoding ${encoded?.server_encoding}: create it with ENCODING 'UTF8'.`,
        );
      await query(`
        CREATE TABLE store_schema (
          id integer PRIMARY KEY CHECK (id = 1), version integer NOT NULL, oldest integer NOT NULL
        );
        INSERT INTO store_schema VALUES (1, 0, 0)`);
    } else {
      // New tables belong beside the others, whatever the role's search path.
      await query(`SET LOCAL search_path TO ${stored.schema}, pg_temp`);
    }
    await query(sql);
    await query('UPDATE store_schema SET version = $1, oldest = $2', [version + 1, oldest]);
    return true;
  };
  try {
    return await database.transaction(apply, { timeoutMs: MIGRATION_TIMEOUT_MS });
  } catch (error) {
    if (stateOf(error) === STATE.lockNotAvailable) return false;
    if (!isForbidden(error)) throw error;
    throw new StoreRefused(
      `The database lacks version ${version + 1} of the tables, and this role may not change them ` +
        `(${error instanceof Error ? error.message : String(error)}): run "seoga migrate" as their owner first.`,
    );
  }
}
