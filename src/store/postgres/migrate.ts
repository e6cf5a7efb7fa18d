import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queryable } from './database.ts';

/** Any number that no other program uses for an advisory lock in this database. */
const MIGRATION_LOCK = 7_364_261;

/** A migration may rewrite a large table, and a start waits for another process that migrates. */
const MIGRATION_TIMEOUT_MS = 600_000;

const FOLDER = join(import.meta.dirname, 'migrations');

/** The database cannot be used by this program. The message says what the operator can do. */
export class DatabaseVersionError extends Error {
  override name = 'DatabaseVersionError';
}

interface Migration {
  readonly version: number;
  readonly name: string;
}

/**
 * Brings the database up to date with the numbered migrations (`0001-name.sql`, ...), all in one transaction. Instances
 * may start at once: the first one migrates, the others wait. A database that a newer program has migrated is refused
 * with DatabaseVersionError and stays as it is.
 */
export async function migratePostgres(database: Database): Promise<void> {
  const known = knownMigrations();
  // Without the lock first: most starts find nothing to do.
  if (missing(known, await appliedVersions(database)).length === 0) return;
  await database.transaction(
    async (transaction) => {
      await refuseOtherEncoding(transaction);
      await transaction.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      for (const { version, name } of missing(known, await appliedVersions(transaction))) {
        await transaction.query(readFileSync(join(FOLDER, name), 'utf8'));
        await transaction.query('INSERT INTO schema_migration (version, name) VALUES ($1, $2)', [
          version,
          name,
        ]);
      }
    },
    { timeoutMs: MIGRATION_TIMEOUT_MS },
  );
}

function knownMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 4)), name }));
}

/** Empty before the first migration, which makes the table. */
async function appliedVersions(queryable: Queryable): Promise<Set<number>> {
  // Not to_regclass: behind the lock it may still answer from what the session remembers.
  const tables = await queryable.query(
    `SELECT oid FROM pg_catalog.pg_class WHERE relname = 'schema_migration' AND pg_table_is_visible(oid)`,
  );
  if (tables.length === 0) return new Set();
  const rows = await queryable.query<{ version: number }>('SELECT version FROM schema_migration');
  return new Set(rows.map(({ version }) => version));
}

function missing(known: readonly Migration[], applied: ReadonlySet<number>): Migration[] {
  const newer = [...applied].filter((version) => known.every((one) => one.version !== version));
  if (newer.length > 0) {
    throw new DatabaseVersionError(
      `The database has migration ${Math.max(...newer)}, which this version of the program does not know: ` +
        'start the newer version, or restore a backup that was made before the upgrade.',
    );
  }
  return known.filter(({ version }) => !applied.has(version));
}

/** Other encodings cannot hold every title, and sort keys would differ from those of the embedded store. */
async function refuseOtherEncoding(queryable: Queryable): Promise<void> {
  const [row] = await queryable.query<{ server_encoding: string }>('SHOW server_encoding');
  if (row?.server_encoding === 'UTF8') return;
  throw new DatabaseVersionError(
    `The database has the encoding ${row?.server_encoding}: create it with ENCODING 'UTF8'.`,
  );
}
