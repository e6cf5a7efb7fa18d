import { mkdtempDisposableSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { copyDatabase, FILE_NAMES } from '../../sqlite/database.ts';
import type { SqlValue } from '../connection.ts';
import type { Database, Queryable } from '../database.ts';
import { nameBase, storeBase } from '../log/base.ts';
import { LOG_FILES, type LogFile } from '../log/head.ts';
import type { StoredBytes } from '../log/parts.ts';

/** Why a store cannot be copied into this database, in words for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

/** An embedded store that nobody writes to. */
export interface MoveSource {
  readonly folder: string;
  /** Connections to its files, all migrated. */
  readonly accounts: DatabaseSync;
  readonly catalog: DatabaseSync;
  readonly lists: DatabaseSync;
}

/** What was copied. */
export interface MoveReport {
  /** Of accounts and what belongs to them. */
  readonly rows: number;
  readonly editions: number;
}

const MOVE_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Copies an embedded store into an empty database: catalogue and lists as bases of first commits, and the rows of all accounts, in one
 * transaction that makes both visible. One that is interrupted leaves the database empty. The source is only read; `onProgress` gets
 * what is copied next. Throws MoveRefused and StoreUnavailableError.
 */
export async function moveIn(
  database: Database,
  source: MoveSource,
  onProgress: (step: string) => void,
): Promise<MoveReport> {
  const tables = await movedTables(source.accounts, database);
  await database.transaction((transaction) => reserve(transaction, tables));
  const bases = new Map<LogFile, StoredBytes>();
  for (const file of LOG_FILES) {
    onProgress(FILE_NAMES[file]);
    bases.set(file, await storeCopy(database, source.folder, FILE_NAMES[file]));
  }
  return database.transaction(
    async (transaction) => {
      const heads = await reserve(transaction, tables);
      let rows = 0;
      for (const table of tables) {
        onProgress(table.name);
        rows += await copyRows(transaction, source.accounts, table);
      }
      await fillMeters(transaction);
      await continueNumbers(transaction, source.accounts);
      for (const { file, no, change } of heads) {
        const base = bases.get(file);
        if (base !== undefined) await nameBase(transaction, file, { no: no + 1, change }, base);
      }
      await transaction.query('UPDATE catalog.head SET no = no + 1, urgent = no + 1');
      const editions = Number(source.lists.prepare('SELECT count(*) AS rows FROM edition').get()?.rows);
      return { rows, editions };
    },
    { timeoutMs: MOVE_TIMEOUT_MS },
  );
}

/** Tables that hold rows from the beginning. */
const SEEDED_TABLES = ['search_term_state', 'run_request'];

/**
 * Keeps others from committing. Returns where the log of each file is. Throws MoveRefused when the database holds anything, or when
 * somebody works on it.
 */
async function reserve(transaction: Queryable, tables: readonly MovedTable[]) {
  const heads = await transaction.query<{ file: LogFile; no: number; change: string }>(
    'SELECT file, no, change FROM catalog.head ORDER BY file FOR UPDATE',
  );
  if (heads.some(({ no }) => no > 0))
    throw new MoveRefused('The database is not empty (it holds a catalogue): create an empty one.');
  const held = await transaction.query('SELECT FROM catalog.lease WHERE held_until >= clock_timestamp()');
  if (held.length > 0)
    throw new MoveRefused(
      'An instance or a command works on the database: stop all of them, then try again.',
    );
  for (const name of tables.map((table) => table.name)) {
    if (SEEDED_TABLES.includes(name)) continue;
    if ((await transaction.query(`SELECT FROM ${name} LIMIT 1`)).length > 0)
      throw new MoveRefused(`The database is not empty (${name} holds rows): create an empty one.`);
  }
  return heads;
}

async function storeCopy(database: Database, folder: string, name: string): Promise<StoredBytes> {
  using scratch = mkdtempDisposableSync(join(folder, `copy-${process.pid}-`));
  const copied = join(scratch.path, name);
  await copyDatabase(join(folder, name), copied);
  return await storeBase(database, copied);
}

/** Rows are sent by so many. */
const BATCH_ROWS = 1_000;

/** Copies a table and compares the numbers of rows. Returns it. Throws MoveRefused. */
async function copyRows(transaction: Queryable, accounts: DatabaseSync, table: MovedTable): Promise<number> {
  const { name, columns, types } = table;
  const insert = `
    INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE
    SELECT * FROM unnest(${types.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`;
  if (SEEDED_TABLES.includes(name)) await transaction.query(`DELETE FROM ${name}`);
  let batch: SQLOutputValue[][] = [];
  const send = async () => {
    const values = columns.map((_, at) => batch.map((row) => toPostgres(row[at] ?? null)));
    if (batch.length > 0) await transaction.query(insert, values);
    batch = [];
  };
  const select = accounts.prepare(`SELECT ${columns.join(', ')} FROM ${name}`);
  for (const row of select.iterate()) {
    if (batch.push(columns.map((column) => row[column] ?? null)) === BATCH_ROWS) await send();
  }
  await send();
  const [arrived] = await transaction.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`);
  const rows = Number(accounts.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.rows);
  if (arrived?.rows !== rows) throw new MoveRefused(`${name} does not hold what was sent.`);
  return rows;
}

function toPostgres(value: SQLOutputValue): Exclude<SqlValue, readonly unknown[] | bigint> {
  if (value instanceof Uint8Array) return Buffer.from(value);
  return typeof value === 'bigint' ? Number(value) : value;
}

/** The day on which an account called last is the meter's. */
async function fillMeters(transaction: Queryable): Promise<void> {
  await transaction.query(`
    WITH last AS (
      DELETE FROM usage_total AS t
      WHERE day = (SELECT max(day) FROM usage_total AS u WHERE u.account_id = t.account_id)
      RETURNING account_id, day, calls
    )
    UPDATE meter AS m
    SET day = last.day, used = last.calls
    FROM last
    WHERE m.account_id = last.account_id`);
}

/** Tables whose rows get numbers, with the column. */
const NUMBERED = {
  account: 'account_id',
  api_key: 'key_id',
  quota_request: 'request_id',
  mail: 'mail_id',
  audit: 'audit_id',
  operator_token: 'token_id',
} as const;

/** The next numbers follow those that were given out; the number of a closed account is not given again. */
async function continueNumbers(transaction: Queryable, accounts: DatabaseSync): Promise<void> {
  const given = Number(
    accounts.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'account'`).get()?.seq ?? 0,
  );
  for (const [table, column] of Object.entries(NUMBERED)) {
    await transaction.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(last, 1), last > 0)
       FROM (SELECT greatest(max(${column}), $1) AS last FROM ${table}) AS t`,
      [table === 'account' ? given : 0],
    );
  }
}

/** A table that an accounts file and PostgreSQL have in common. Its columns are named alike in both. */
export interface MovedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Their types in PostgreSQL. */
  readonly types: readonly string[];
  /** The columns that order its rows. */
  readonly key: readonly string[];
}

/** All tables of the accounts file but the calls of the last hour; first the one that others refer to. */
export async function movedTables(accounts: DatabaseSync, database: Queryable): Promise<MovedTable[]> {
  const rows = await database.query<{ name: string; type: string }>(`
    SELECT table_name || '.' || column_name AS name, data_type AS type
    FROM information_schema.columns
    WHERE table_schema = current_schema()`);
  const typeOf = new Map(rows.map(({ name, type }) => [name, type]));
  return accounts
    .prepare(
      `SELECT name
       FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'call_minute'
       ORDER BY rowid`,
    )
    .all()
    .map((table) => {
      const name = String(table.name);
      const described = accounts.prepare(`PRAGMA table_info(${name})`).all();
      const columns = described.map((column) => String(column.name));
      const key = described.filter(({ pk }) => pk !== 0).map((column) => String(column.name));
      return {
        name,
        columns,
        types: columns.map((column) => typeOf.get(`${name}.${column}`) ?? 'text'),
        key,
      };
    });
}
