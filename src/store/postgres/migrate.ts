import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../clock.ts';
import type { Database, Queryable } from './database.ts';
import { isForbidden, isLocked } from './store-errors.ts';

/** Any number that no other program uses for an advisory lock in this database. */
const MIGRATION_LOCK = 7_364_261;

/** One migration may rewrite a large table. */
const MIGRATION_TIMEOUT_MS = 600_000;
/** How long a migration is tried for that others are in the way of. */
const TRY_FOR_MS = 600_000;
/** Calls of running instances queue behind a lock that is waited for, and have a second in all. */
const LOCK_WAIT_MS = 200;
const PAUSE_MS = 300;

const FOLDER = join(import.meta.dirname, 'migrations');

/** The database cannot be used by this program. The message says what the operator can do. */
export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError';
}

interface Migration {
  readonly version: number;
  readonly name: string;
}

/** A migration that a database has had. */
interface AppliedMigration {
  readonly version: number;
  /** The newest migration of the oldest programs that go on working after this one; its own version where it says nothing. */
  readonly compatibleFrom: number;
}

export interface MigrateOptions {
  /** The folder of the migrations, if not the program's own. */
  readonly folder?: string;
  /** How long to try for, in ms; TRY_FOR_MS when left out. */
  readonly tryForMs?: number;
  /** Told each time that a migration has to wait for others. */
  readonly onWait?: (name: string) => void;
}

/**
 * Brings the database up to date with the numbered migrations (`0001-name.sql`, ...), each in a transaction of its own, and returns
 * the names of those it applied. A migration waits for its locks in short tries, so that instances which run meanwhile go on.
 * Several programs may start at once: one at a time migrates. Throws DatabaseVersionError, and changes nothing, where a newer
 * program has migrated the database in a way that this one can't work with, or where the role may not change tables.
 */
export async function migratePostgres(
  database: Database,
  { folder = FOLDER, tryForMs = TRY_FOR_MS, onWait = () => {} }: MigrateOptions = {},
): Promise<readonly string[]> {
  const known = knownMigrations(folder);
  const done: string[] = [];
  let untilMs = systemClock.monotonicMs() + tryForMs;
  for (;;) {
    const schema = await findSchema(database);
    const [next] = missing(known, await appliedTo(database, schema));
    if (next === undefined) return done;
    if (
      await tryMigration(database, { ...next, schema, text: readFileSync(join(folder, next.name), 'utf8') })
    ) {
      done.push(next.name);
      untilMs = systemClock.monotonicMs() + tryForMs;
    } else if (systemClock.monotonicMs() > untilMs) {
      throw new DatabaseVersionError(
        `Migration ${next.name} could not lock its tables for ${Math.round(tryForMs / 60_000)} minutes: end long transactions ` +
          '(pg_stat_activity), then run "seoga migrate" again. What was applied before it stays.',
      );
    } else {
      onWait(next.name);
      await wait(PAUSE_MS);
    }
  }
}

function knownMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

/**
 * The schema of our tables; null before the first migration, which makes them where the role looks first. Throws
 * DatabaseVersionError where the role looks elsewhere than the one that made them.
 */
async function findSchema(queryable: Queryable): Promise<string | null> {
  // Not to_regclass: behind the lock it may still answer from what the session remembers.
  const tables = await queryable.query<{ schema: string; is_visible: boolean; is_ours: boolean }>(
    `SELECT quote_ident(n.nspname) AS schema, pg_table_is_visible(c.oid) AS is_visible,
       EXISTS (
         SELECT FROM pg_catalog.pg_class s JOIN pg_catalog.pg_namespace o ON o.oid = s.relnamespace
         WHERE o.nspname = 'catalog' AND s.relname = 'lease'
       ) AS is_ours
     FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relname = 'schema_migration' AND c.relkind = 'r'`,
  );
  const visible = tables.find((table) => table.is_visible);
  if (visible !== undefined) return visible.schema;
  const hidden = tables.find((table) => table.is_ours);
  if (hidden === undefined) return null;
  throw new DatabaseVersionError(
    `The tables are in the schema ${hidden.schema}, where this role doesn't look: ` +
      `ALTER ROLE … SET search_path TO ${hidden.schema}.`,
  );
}

async function appliedTo(queryable: Queryable, schema: string | null): Promise<AppliedMigration[]> {
  if (schema === null) return [];
  // Whole rows, because older databases have fewer columns.
  const rows = await queryable.query<{ row: { version: number; compatible_from?: number | null } }>(
    `SELECT to_jsonb(m) AS row FROM ${schema}.schema_migration AS m`,
  );
  return rows.map(({ row }) => ({
    version: row.version,
    compatibleFrom: row.compatible_from ?? row.version,
  }));
}

function missing(known: readonly Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const newest = Math.max(...known.map(({ version }) => version));
  const newer = applied.filter(({ version }) => known.every((one) => one.version !== version));
  if (newer.some(({ compatibleFrom }) => compatibleFrom > newest)) {
    throw new DatabaseVersionError(
      `The database has migration ${Math.max(...newer.map(({ version }) => version))}, which this version of the program ` +
        'cannot work with: start the newer version, or restore a backup that was made before the upgrade.',
    );
  }
  return known.filter(({ version }) => applied.every((one) => one.version !== version));
}

interface MigrationStep extends Migration {
  readonly schema: string | null;
  readonly text: string;
}

/** False when somebody else migrates, or holds a lock that it needs; then nothing has changed. */
async function tryMigration(database: Database, step: MigrationStep): Promise<boolean> {
  try {
    return await database.transaction((transaction) => applyOne(database, transaction, step), {
      timeoutMs: MIGRATION_TIMEOUT_MS,
    });
  } catch (error) {
    if (isLocked(error)) return false;
    if (!isForbidden(error)) throw error;
    throw new DatabaseVersionError(
      `The database lacks migration ${step.name}, and this role may not change tables ` +
        `(${error instanceof Error ? error.message : String(error)}): run "seoga migrate" as their owner first.`,
    );
  }
}

async function applyOne(
  database: Database,
  transaction: Queryable,
  { version, name, schema, text }: MigrationStep,
): Promise<boolean> {
  await transaction.query(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`);
  // Tables that are new belong beside the others, wherever this role would put them.
  if (schema !== null) await transaction.query(`SET LOCAL search_path TO ${schema}, pg_temp`);
  const [lock] = await transaction.query<{ is_ours: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
    [MIGRATION_LOCK],
  );
  if (lock?.is_ours !== true) return false;
  const applied = await appliedTo(transaction, await findSchema(transaction));
  if (applied.some((one) => one.version === version)) return false;
  await refuseOtherEncoding(transaction);
  if (CONCURRENTLY.test(text)) await runOutside(database, transaction, text);
  else await transaction.query(text);
  await transaction.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [version, name]);
  const [, compatibleFrom] = COMPATIBLE_FROM.exec(text) ?? [];
  if (compatibleFrom !== undefined) {
    await transaction.query('UPDATE schema_migration SET compatible_from = $2 WHERE version = $1', [
      version,
      Number(compatibleFrom),
    ]);
  }
  return true;
}

/** A line of a migration after which programs go on working that know this older one, but not the migration itself. */
const COMPATIBLE_FROM = /^-- Compatible from (\d{4})\.$/m;

const CONCURRENTLY = /\bINDEX CONCURRENTLY\b/;

/** An index that is made while others write can't be in a transaction: one statement after the other, under the lock of ours. */
async function runOutside(database: Database, transaction: Queryable, text: string): Promise<void> {
  await transaction.query(`SET LOCAL idle_in_transaction_session_timeout = ${MIGRATION_TIMEOUT_MS}`);
  for (const statement of text.split(/;\s*$/m).filter((one) => one.trim() !== ''))
    await database.queryWithin(MIGRATION_TIMEOUT_MS, statement);
}

/** Other encodings cannot hold every title, and sort keys would differ from those of the embedded store. */
async function refuseOtherEncoding(queryable: Queryable): Promise<void> {
  const [row] = await queryable.query<{ server_encoding: string }>('SHOW server_encoding');
  if (row?.server_encoding === 'UTF8') return;
  throw new DatabaseVersionError(
    `The database has the encoding ${row?.server_encoding}: create it with ENCODING 'UTF8'.`,
  );
}
