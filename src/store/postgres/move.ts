import { mkdtempDisposableSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { StoreRefused } from '../../sql-database.ts';
import { copyDatabase, FILE_NAMES, openDatabase, type StoreFile } from '../sqlite/database.ts';
import { placeholders } from '../sqlite/rows.ts';
import type { Database } from './database.ts';
import { nameBase, storeBase, takeBase } from './log/base.ts';
import { followLog } from './log/follow.ts';
import { LOG_FILES, type LogFile, NOWHERE, readHead, writePosition } from './log/head.ts';
import type { StoredParts } from './log/parts.ts';
import type { TimedReader } from './sql-statements.ts';

/** What was copied. */
export interface MoveReport {
  /** Of accounts and what belongs to them. */
  readonly rows: number;
  readonly editions: number;
}

type OnProgress = (step: string) => void;

const MOVE_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Copies the embedded store of a folder into an empty database: catalogue and lists as bases of first commits, and the rows of all
 * accounts, in one transaction that makes both visible. One that is interrupted leaves the database empty. Nobody can write to the
 * folder's files meanwhile. `onProgress` gets what is copied next. Throws StoreRefused and StoreUnavailableError.
 */
export async function moveIn(
  database: Database,
  folder: string,
  onProgress: OnProgress,
): Promise<MoveReport> {
  using accounts = openAlone(folder, 'accounts');
  using catalog = openAlone(folder, 'catalog');
  using lists = openAlone(folder, 'lists');
  for (const db of [accounts, catalog, lists]) db.exec('BEGIN IMMEDIATE');
  const tables = movedTables(accounts);
  await database.transaction((transaction) => reserve(transaction, tables));
  const bases: [LogFile, StoredParts][] = [];
  for (const file of LOG_FILES) {
    onProgress(FILE_NAMES[file]);
    bases.push([file, await storeCopy(database, folder, FILE_NAMES[file])]);
  }
  return await database.transaction(
    async (transaction) => {
      await reserve(transaction, tables);
      let rows = 0;
      for (const table of tables) {
        onProgress(table);
        rows += await sendRows(transaction, accounts, table);
      }
      await fillMeters(transaction);
      await continueNumbers(transaction, accounts);
      await transaction.query('UPDATE catalog.head SET no = no + 1, urgent = no + 1');
      for (const [file, stored] of bases)
        await nameBase(transaction, file, await readHead(transaction, file), stored);
      return { rows, editions: countRows(lists, 'edition') };
    },
    { timeoutMs: MOVE_TIMEOUT_MS },
  );
}

/**
 * Copies what the database holds, as of one moment, into the files of an embedded store in a folder without one. Instances go on
 * meanwhile. `onProgress` gets what is copied next. Throws BytesDamaged, StoreUnavailableError.
 */
export function moveOut(database: Database, folder: string, onProgress: OnProgress): Promise<void> {
  return database.snapshot(async (snapshot) => {
    using accounts = openAlone(folder, 'accounts');
    accounts.exec('BEGIN IMMEDIATE');
    for (const table of movedTables(accounts)) {
      onProgress(table);
      await fetchRows(snapshot, accounts, table);
    }
    const [given] = await snapshot.query<{ last: number }>(
      'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM account_account_id_seq',
    );
    accounts.exec(`DELETE FROM sqlite_sequence WHERE name = 'account'`);
    accounts
      .prepare(`INSERT INTO sqlite_sequence (name, seq) SELECT 'account', ?1 WHERE ?1 > 0`)
      .run(given?.last ?? 0);
    accounts.exec('COMMIT');
    for (const file of LOG_FILES) {
      onProgress(FILE_NAMES[file]);
      const path = join(folder, FILE_NAMES[file]);
      await takeBase(snapshot, file, path);
      using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
      await followLog({ file, db, database: snapshot });
      writePosition(db, NOWHERE);
    }
  });
}

/** How long a move waits for another process that writes to the embedded store. */
const BUSY_MS = 10_000;

function openAlone(folder: string, file: StoreFile): DatabaseSync {
  return openDatabase(join(folder, FILE_NAMES[file]), { busyTimeoutMs: BUSY_MS, mapFile: false });
}

/**
 * The tables of an accounts file that PostgreSQL has, too, with the same columns: all but the calls of the last hour; first the one
 * that others refer to.
 */
export function movedTables(accounts: DatabaseSync): string[] {
  return accounts
    .prepare(
      `SELECT name
       FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'call_minute'
       ORDER BY rowid`,
    )
    .all()
    .map(({ name }) => String(name));
}

/** Tables that hold rows from the beginning. */
const SEEDED_TABLES = ['search_term_state', 'run_request'];

/** Keeps others from committing. Throws StoreRefused when the database holds anything, or when somebody works on it. */
async function reserve(transaction: TimedReader, tables: readonly string[]): Promise<void> {
  const heads = await transaction.query<{ no: number }>(
    'SELECT no FROM catalog.head ORDER BY file FOR UPDATE',
  );
  if (heads.some(({ no }) => no > 0))
    throw new StoreRefused('The database is not empty (it holds a catalogue): create an empty one.');
  const held = await transaction.query('SELECT FROM catalog.lease WHERE held_until >= clock_timestamp()');
  if (held.length > 0)
    throw new StoreRefused(
      'An instance or a command works on the database: stop all of them, then try again.',
    );
  for (const name of tables.filter((table) => !SEEDED_TABLES.includes(table))) {
    if ((await transaction.query(`SELECT FROM ${name} LIMIT 1`)).length > 0)
      throw new StoreRefused(`The database is not empty (${name} holds rows): create an empty one.`);
  }
}

async function storeCopy(database: Database, folder: string, name: string): Promise<StoredParts> {
  using scratch = mkdtempDisposableSync(join(folder, 'replica-copy-'));
  const copied = join(scratch.path, name);
  await copyDatabase(join(folder, name), copied);
  return await storeBase(database, copied);
}

/** Rows travel by so many. */
const BATCH_ROWS = 1_000;

/** Sends the rows of a table as JSON, which PostgreSQL reads into its own types. Returns their number. Throws StoreRefused. */
async function sendRows(transaction: TimedReader, accounts: DatabaseSync, table: string): Promise<number> {
  if (SEEDED_TABLES.includes(table)) await transaction.query(`DELETE FROM ${table}`);
  let batch: object[] = [];
  const send = async () => {
    const insert = `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`;
    await transaction.query(insert, [JSON.stringify(batch, inJson)]);
    batch = [];
  };
  for (const row of accounts.prepare(`SELECT * FROM ${table}`).iterate())
    if (batch.push(row) === BATCH_ROWS) await send();
  await send();
  const [arrived] = await transaction.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
  const rows = countRows(accounts, table);
  if (arrived?.rows !== rows) throw new StoreRefused(`${table} does not hold what was sent.`);
  return rows;
}

/** PostgreSQL reads bytes as hexadecimal digits, and can hold no U+0000. */
function inJson(_: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
}

async function fetchRows(snapshot: TimedReader, accounts: DatabaseSync, table: string): Promise<void> {
  accounts.exec(`DELETE FROM ${table}`);
  // The calls of an account's last day are its meter's.
  const source = table === 'usage_total' ? 'call_total' : table;
  await snapshot.query(`DECLARE moved CURSOR FOR SELECT * FROM ${source}`);
  for (;;) {
    const rows = await snapshot.query<Record<string, SQLInputValue | boolean>>(
      `FETCH ${BATCH_ROWS} FROM moved`,
    );
    if (rows[0] === undefined) break;
    const columns = Object.keys(rows[0]);
    const insert = accounts.prepare(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${placeholders(1, columns.length)}`,
    );
    for (const row of rows)
      insert.run(...Object.values(row).map((one) => (typeof one === 'boolean' ? Number(one) : one)));
  }
  await snapshot.query('CLOSE moved');
}

/** The day on which an account called last is the meter's. */
async function fillMeters(transaction: TimedReader): Promise<void> {
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

/** The next numbers follow those that were given out; the number of a closed account is not given again. */
async function continueNumbers(transaction: TimedReader, accounts: DatabaseSync): Promise<void> {
  const given = accounts.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'account'`).get()?.seq ?? 0;
  const numbered = await transaction.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { table, column } of numbered) {
    await transaction.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(last, 1), last > 0)
       FROM (SELECT greatest(max(${column}), $1) AS last FROM ${table}) AS t`,
      [table === 'account' ? Number(given) : 0],
    );
  }
}

function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows);
}
