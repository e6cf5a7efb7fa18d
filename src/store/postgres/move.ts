import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  CatalogBusyError,
  type LongTransaction,
  type Reader,
  type Snapshot,
  type SqlScalar,
  StoreRefused,
  type Writer,
} from '../../sql-database.ts';
import { STORE_FILES } from '../schema.ts';
import { FILE_NAMES, openDatabase } from '../sqlite/database.ts';
import { preparedStatements, sqliteSnapshot, sqliteWriter } from '../sqlite/sql-statements.ts';
import type { Database } from './database.ts';

type OnProgress = (step: string) => void;

/**
 * Copies an embedded store into an empty database, in one transaction, while its files are locked. A restored catalogue
 * (`isRestored`) gets a new identity, because its next change numbers have been used before. Throws StoreRefused and
 * StoreUnavailableError.
 */
export async function moveIn(database: Database, folder: string, onProgress: OnProgress, isRestored = false) {
  using opened = new DisposableStack();
  const files = openFiles(folder, opened);
  await using transaction = await reserve(database);
  await refuseRows(transaction, files.flatMap(tableNames));
  const copied: ReadonlyMap<string, number>[] = [];
  for (const db of files) copied.push(await copyTables(db, transaction, tableNames(db), onProgress));
  await fillMeters(transaction);
  await continueNumbers(transaction, files);
  if (isRestored)
    await transaction.query('UPDATE catalog_state SET catalogue = $1', [randomBytes(16).toString('hex')]);
  await transaction.commit();
  const [accounts, , lists] = copied;
  const rows = accounts?.values().reduce((sum, count) => sum + count, 0) ?? 0;
  return { rows, editions: lists?.get('edition') ?? 0 };
}

/** Copies tables of a file into empty tables. Returns the number of rows of each table. Throws StoreRefused. */
export async function copyTables(
  db: DatabaseSync,
  transaction: LongTransaction,
  names: readonly string[],
  onProgress: OnProgress = () => {},
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const table of await tablesOf(transaction, db, names)) {
    onProgress(table.name);
    if (SEEDED_TABLES.includes(table.name)) await transaction.query(`DELETE FROM ${table.name}`);
    counts.set(table.name, await copyTable(sqliteSnapshot(db), transaction, table));
  }
  return counts;
}

/** Copies a snapshot of the database into new files of an embedded store, while instances run. Throws StoreUnavailableError. */
export function moveOut(database: Database, folder: string, onProgress: OnProgress): Promise<void> {
  return database.snapshot(async (snapshot) => {
    using opened = new DisposableStack();
    const files = openFiles(folder, opened);
    for (const db of files) {
      const statementOf = preparedStatements(db);
      const to = { ...sqliteSnapshot(db, statementOf), ...sqliteWriter(db, statementOf) };
      for (const table of await tablesOf(snapshot, db, tableNames(db))) {
        onProgress(table.name);
        db.exec(`DELETE FROM ${table.name}`);
        // In PostgreSQL, the calls of an account's last day are in the table meter.
        const source = table.name === 'usage_total' ? 'call_total' : table.name;
        await copyTable(snapshot, to, table, source);
      }
    }
    const [given] = await snapshot.query<{ last: number }>(
      'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM account_account_id_seq',
    );
    const [accounts] = files;
    accounts?.exec(`DELETE FROM sqlite_sequence WHERE name = 'account'`);
    accounts
      ?.prepare(`INSERT INTO sqlite_sequence (name, seq) SELECT 'account', ?1 WHERE ?1 > 0`)
      .run(given?.last ?? 0);
    for (const db of files) db.exec('COMMIT');
  });
}

const BUSY_MS = 10_000;

function openFiles(folder: string, opened: DisposableStack): readonly DatabaseSync[] {
  return STORE_FILES.map((file) => {
    const path = join(folder, FILE_NAMES[file]);
    const db = opened.use(openDatabase(path, { busyTimeoutMs: BUSY_MS, mapFile: false }));
    db.exec('BEGIN IMMEDIATE');
    return db;
  });
}

/** The tables of a file without `call_minute`. Tables to which foreign keys refer come first. */
export function tableNames(db: DatabaseSync): string[] {
  const names = db.prepare(`
    SELECT name
    FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'call_minute'
    ORDER BY rowid`);
  return names.all().map(({ name }) => String(name));
}

/** The tables of a file, with the columns that PostgreSQL has, too. After an upgrade, one of the two may have more columns. */
async function tablesOf(
  { query }: Reader,
  db: DatabaseSync,
  names: readonly string[],
): Promise<readonly CopiedTable[]> {
  const inFile = db.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?');
  const columns = await query<{ table: string; name: string; type: string }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type
     FROM pg_attribute a
     JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relname = ANY ($1) AND pg_table_is_visible(c.oid) AND a.attnum > 0 AND NOT a.attisdropped
     ORDER BY a.attnum`,
    [names],
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return names.flatMap((name) => {
    const columns = byTable.get(name)?.filter((column) => inFile.get(name, column.name) !== undefined);
    return columns === undefined ? [] : [{ name, columns }];
  });
}

const SEEDED_TABLES = ['search_term_state', 'run_request', 'catalog_state'];

/** Begins the transaction that keeps other writers out. Throws StoreRefused if others use the database. */
async function reserve(database: Database): Promise<LongTransaction> {
  const isBusy = () =>
    new StoreRefused('An instance or a command works on the database: stop all of them, then try again.');
  const [held] = await database.query('SELECT FROM lease WHERE held_until >= clock_timestamp()');
  if (held !== undefined) throw isBusy();
  try {
    return await database.begin({ lock: 'catalogue', waitMs: 0 });
  } catch (error) {
    throw error instanceof CatalogBusyError ? isBusy() : error;
  }
}

async function refuseRows({ query }: Reader, names: readonly string[]): Promise<void> {
  for (const name of names.filter((table) => !SEEDED_TABLES.includes(table)))
    if ((await query(`SELECT FROM ${name} LIMIT 1`)).length > 0)
      throw new StoreRefused(`The database is not empty (${name} holds rows): create an empty one.`);
}

async function fillMeters({ query }: Reader): Promise<void> {
  await query(`
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

/** Each sequence continues after the largest number in its table. In `account`, numbers of closed accounts count, too. */
async function continueNumbers({ query }: Snapshot, files: readonly DatabaseSync[]): Promise<void> {
  const given = files[0]?.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'account'`).get()?.seq ?? 0;
  const numbered = await query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column
     FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { table, column } of numbered) {
    await query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(last, 1), last > 0)
       FROM (SELECT greatest(max(${column}), $1) AS last FROM ${table}) AS t`,
      [table === 'account' ? Number(given) : 0],
    );
  }
}

interface CopiedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

type Both = Writer & Pick<Snapshot, 'rows'>;

/**
 * Copies a table from one engine to the other and compares checksums of both. Returns the number of rows. Throws StoreRefused.
 */
async function copyTable(from: Snapshot, to: Both, table: CopiedTable, source = table.name): Promise<number> {
  const { name, columns } = table;
  const typed = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  const valuesOf = (row: Record<string, Value>) =>
    columns.map((column) => scalarOf(row[column.name] ?? null));
  const sent = createDigest();
  for await (const portion of from.rows<Record<string, Value>>(selectOf(table, source))) {
    const rows = portion.map(valuesOf);
    sent.add(rows);
    await to.insert({ into: name, columns: typed, rows });
  }
  const arrived = createDigest();
  for await (const portion of to.rows<Record<string, Value>>(selectOf(table, name)))
    arrived.add(portion.map(valuesOf));
  if (arrived.value() !== sent.value()) throw new StoreRefused(`${name} does not hold what was sent.`);
  return sent.rows();
}

type Value = SqlScalar | Uint8Array;

/** Reads 64-bit integers as doubles. Only buyer references exceed 2^53, and a double holds them exactly. */
function selectOf({ columns }: CopiedTable, source: string): string {
  const selected = columns.map(({ name, type }) =>
    type === 'bigint' ? `CAST(${name} AS double precision) AS ${name}` : name,
  );
  return `SELECT ${selected.join(', ')} FROM ${source}`;
}

function scalarOf(value: Value): SqlScalar {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return value.replaceAll('\0', '\uFFFD');
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function createDigest() {
  const sums = new BigUint64Array(1);
  let count = 0;
  return {
    add(rows: readonly (readonly SqlScalar[])[]): void {
      for (const row of rows) {
        count += 1;
        sums[0] = (sums[0] ?? 0n) + hash('sha1', JSON.stringify(row), 'buffer').readBigUInt64LE();
      }
    },
    rows: () => count,
    value: () => `${count} ${sums[0]}`,
  };
}
