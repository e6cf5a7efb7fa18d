import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { FILE_NAMES, openDatabase } from '../../sqlite/database.ts';
import type { Database, Queryable } from '../database.ts';
import { takeBase } from '../log/base.ts';
import { followLog } from '../log/follow.ts';
import { dropPosition, LOG_FILES, type LogFile } from '../log/head.ts';
import { type MovedTable, movedTables } from './move-in.ts';

/** Where an embedded store is made. */
export interface MoveTarget {
  /** A folder without a catalogue. */
  readonly folder: string;
  /** A connection to its accounts file, which is new and migrated. */
  readonly accounts: DatabaseSync;
}

/**
 * Copies what the database holds, as of one moment, into the files of an embedded store. Instances go on meanwhile. `onProgress`
 * gets what is copied next. Throws BytesDamaged, StoreUnavailableError.
 */
export function moveOut(
  database: Database,
  target: MoveTarget,
  onProgress: (step: string) => void,
): Promise<void> {
  return database.snapshot(async (snapshot) => {
    const { accounts } = target;
    accounts.exec('BEGIN IMMEDIATE');
    for (const table of await movedTables(accounts, snapshot)) {
      onProgress(table.name);
      await copyRows(snapshot, accounts, table);
    }
    await addMeters(snapshot, accounts);
    await continueNumbers(snapshot, accounts);
    accounts.exec('COMMIT');
    for (const file of LOG_FILES) {
      onProgress(FILE_NAMES[file]);
      await copyFile(snapshot, file, target);
    }
  });
}

/** As an instance makes its replica. */
async function copyFile(snapshot: Queryable, file: LogFile, { folder }: MoveTarget): Promise<void> {
  const path = join(folder, FILE_NAMES[file]);
  await takeBase(snapshot, file, path);
  using db = openDatabase(path, { busyTimeoutMs: 0, mapFile: false });
  await followLog({ file, db, database: snapshot });
  dropPosition(db);
}

/** Rows are fetched by so many. */
const BATCH_ROWS = 10_000;

async function copyRows(snapshot: Queryable, accounts: DatabaseSync, table: MovedTable): Promise<void> {
  const { name, columns, key } = table;
  accounts.exec(`DELETE FROM ${name}`);
  const insert = accounts.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await snapshot.query(
    `DECLARE moved CURSOR FOR SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
  );
  for (;;) {
    const rows = await snapshot.query<Record<string, SQLInputValue | boolean>>(
      `FETCH ${BATCH_ROWS} FROM moved`,
    );
    for (const row of rows) insert.run(...columns.map((column) => toSqlite(row[column] ?? null)));
    if (rows.length < BATCH_ROWS) break;
  }
  await snapshot.query('CLOSE moved');
}

function toSqlite(value: SQLInputValue | boolean): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The day on which an account called last is the meter's. */
async function addMeters(snapshot: Queryable, accounts: DatabaseSync): Promise<void> {
  const meters = await snapshot.query<{ account_id: number; day: number; used: number }>(
    'SELECT account_id, day, used FROM meter WHERE used > 0',
  );
  const insert = accounts.prepare('INSERT INTO usage_total (account_id, day, calls) VALUES (?, ?, ?)');
  for (const { account_id, day, used } of meters) insert.run(account_id, day, used);
}

/** The number of a closed account is not given again. */
async function continueNumbers(snapshot: Queryable, accounts: DatabaseSync): Promise<void> {
  const [row] = await snapshot.query<{ seq: number }>(
    'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS seq FROM account_account_id_seq',
  );
  const seq = row?.seq ?? 0;
  accounts.exec(`DELETE FROM sqlite_sequence WHERE name = 'account'`);
  if (seq > 0) accounts.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('account', ?)`).run(seq);
}

/** Contradictions that only PostgreSQL can hold; a line each. */
export async function findProblems(database: Queryable): Promise<string[]> {
  const [row] = await database.query<{ found: number }>(
    'SELECT count(*) AS found FROM account WHERE account_id NOT IN (SELECT account_id FROM meter)',
  );
  return row?.found ? [`${row.found} accounts have no meter: their calls fail`] : [];
}
