import type { DatabaseSync } from 'node:sqlite';
import type { KeptMail } from '../../../mail/mail.ts';
import { describeTable, type ReplicatedTable, replicatedTables } from '../catalog/replica.ts';
import type { Queryable } from '../database.ts';

/** Why a store cannot be copied into this database, in words for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}

/** Connections to the two files of an embedded store, both migrated. */
export interface StoreFiles {
  readonly accounts: DatabaseSync;
  readonly catalog: DatabaseSync;
}

/** An embedded store that nobody writes to. */
export interface MoveSource {
  readonly files: StoreFiles;
  /** The folder of its edition files. */
  readonly directory: string;
  /** Mail that was not sent yet. */
  readonly mails: readonly KeptMail[];
}

/** A table that an embedded store and PostgreSQL have in common. Its columns are named alike in both. */
export interface MovedTable extends ReplicatedTable {
  readonly db: DatabaseSync;
  /** Its name in PostgreSQL. */
  readonly target: string;
  /** Whether its rows carry the number of their commit. */
  readonly isNumbered: boolean;
  /** Reads its rows from PostgreSQL in the order of their key, with the types of the file. */
  readonly query: string;
  /** Turns the columns of a row with the types of the file into those of PostgreSQL. */
  readonly written: readonly string[];
}

/** Tables that hold rows from the beginning. */
export const SEEDED_TABLES: readonly string[] = [
  'search_term_state',
  'catalog.search_state',
  'catalog.catalog_state',
  'catalog.ledger_state',
];

/** All tables, in an order in which they can be filled. */
export async function movedTables(files: StoreFiles, database: Queryable): Promise<MovedTable[]> {
  const types = await columnTypes(database);
  const typeOf = (target: string, column: string) => types.get(`${target}.${column}`) ?? 'text';
  const accounts = accountTables(files.accounts).map((table) => {
    const { name, columns } = table;
    const written = columns.map((column) => writtenAs(column, typeOf(name, column)));
    const read = columns.map((column) => readAs(column, typeOf(name, column)));
    const query = `SELECT ${read.join(', ')} FROM ${name} ORDER BY ${orderOf(table)}`;
    return { ...table, db: files.accounts, target: name, isNumbered: false, query, written };
  });
  const catalog = replicatedTables(files.catalog).map((table) => {
    const target = `catalog.${table.name}`;
    const query = `SELECT ${table.columns.join(', ')} FROM ${target} ORDER BY ${orderOf(table)}`;
    const written = table.columns;
    return { ...table, db: files.catalog, target, isNumbered: true, query, written };
  });
  return [...accounts, ...catalog];
}

/**
 * All tables of the accounts file, but the calls of the last hour: PostgreSQL has them by the same names. The first one is that
 * which others refer to.
 */
function accountTables(db: DatabaseSync): ReplicatedTable[] {
  return db
    .prepare(
      `SELECT name
       FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'call_minute'
       ORDER BY rowid`,
    )
    .all()
    .map(({ name }) => describeTable(db, String(name)));
}

/** The types of all columns of PostgreSQL, by table and column. */
async function columnTypes(database: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ table: string; column: string; type: string }>(`
    SELECT CASE table_schema WHEN 'catalog' THEN 'catalog.' ELSE '' END || table_name AS table,
      column_name AS column, data_type AS type
    FROM information_schema.columns
    WHERE table_schema IN (current_schema(), 'catalog')`);
  return new Map(rows.map(({ table, column, type }) => [`${table}.${column}`, type]));
}

function writtenAs(column: string, type: string): string {
  if (type === 'boolean') return `${column} <> 0`;
  return `${column}::${type}`;
}

function readAs(column: string, type: string): string {
  if (type === 'boolean') return `${column}::integer::bigint`;
  return type === 'smallint' || type === 'integer' ? `${column}::bigint` : column;
}

/** As SQLite orders: texts by their bytes. */
function orderOf({ columns, types, key }: ReplicatedTable): string {
  return key.map((at) => `${columns[at]}${types[at] === 'text' ? ' COLLATE "C"' : ''}`).join(', ');
}
