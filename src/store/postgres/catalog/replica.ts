import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { schemaSteps } from '../../schema.ts';
import { CATALOG_FILE, migrate, openDatabase, transaction } from '../../sqlite/database.ts';
import type { ColumnType } from './copy-rows.ts';

/** The tables of the catalogue file that PostgreSQL has too, in the order in which changes are applied. */
const TABLES = [
  'category',
  'author',
  'item',
  'item_sale_point',
  'item_override',
  'item_decision_log',
  'item_name',
  'item_source',
  'first_load',
  'sale_order',
  'sale',
  'sale_cancel',
  'sale_return',
  'sale_month',
  'sale_month_deleted',
  'buyer_key',
  'restatement',
  'import_log',
  'import_undo',
  'ranking_run',
  'ranking_state',
  'ranking_refresh',
  'edition',
  'search_item',
  'search_state',
  'catalog_state',
  'ledger_state',
] as const;

/** A table that PostgreSQL and the replicas have in common. */
export interface ReplicatedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly types: readonly ColumnType[];
  /** Positions of the columns that are its key. */
  readonly key: readonly number[];
}

/** The tables of a migrated catalogue file, in the order in which changes are applied. */
export function replicatedTables(db: DatabaseSync): ReplicatedTable[] {
  return TABLES.map((name) => describeTable(db, name));
}

/** Columns and key of a table. */
export function describeTable(db: DatabaseSync, name: string): ReplicatedTable {
  const columns = db.prepare(`PRAGMA table_info(${name})`).all();
  const keys = columns.filter(({ pk }) => pk !== 0).toSorted((a, b) => Number(a.pk) - Number(b.pk));
  const names = columns.map((column) => String(column.name));
  const types = columns.map(({ type }) => typeOf(type));
  return { name, columns: names, types, key: keys.map((column) => names.indexOf(String(column.name))) };
}

function typeOf(declared: unknown): ColumnType {
  const type = String(declared).toLowerCase();
  if (type === 'integer' || type === 'real' || type === 'text' || type === 'blob') return type;
  throw new Error(`a column of the type ${type} cannot be replicated`);
}

/** Replicas are in folders of their own in the data folder. They hold nothing that isn't in PostgreSQL. */
const FOLDER = 'replica-';

/**
 * The folder of this version's replica. Its name holds the number of the schema: what was copied by another version may lack what
 * that version did not know.
 */
export function replicaFolder(dataDir: string): string {
  return join(dataDir, `${FOLDER}${schemaSteps('catalog').length}`);
}

/** Makes the replica of this version, or opens the one that is there. Returns its folder. */
export function prepareReplica(dataDir: string): string {
  const folder = replicaFolder(dataDir);
  prepareReplicaIn(folder);
  return folder;
}

/** Makes a replica without rows in a folder, unless there is one. */
export function prepareReplicaIn(folder: string): void {
  mkdirSync(folder, { recursive: true });
  using db = openDatabase(join(folder, CATALOG_FILE), { busyTimeoutMs: PREPARE_WAIT_MS });
  migrate(db, 'catalog');
  // Without the lock where it is there already: an import may be holding that for minutes.
  const known = db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'replica_state'`).get();
  if (known === undefined) transaction(db, () => db.exec(REPLICA_STATE));
}

const REPLICA_STATE = `
  CREATE TABLE IF NOT EXISTS replica_state (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    store TEXT NOT NULL,   -- which PostgreSQL database it copies; empty before the first commit
    head  INTEGER NOT NULL -- the number of the last commit that it has
  ) STRICT;
  INSERT INTO replica_state VALUES (1, '', 0) ON CONFLICT DO NOTHING`;

const PREPARE_WAIT_MS = 60_000;

/** Deletes the replicas of other versions. The caller is the data folder's only server. */
export function deleteOtherReplicas(dataDir: string, folder: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (name.startsWith(FOLDER) && path !== folder) rmSync(path, { recursive: true, force: true });
  }
}

/** How far a replica has come. */
export interface ReplicaState {
  readonly store: string;
  readonly head: number;
}

export function readReplicaState(db: DatabaseSync): ReplicaState {
  const row = db.prepare('SELECT store, head FROM replica_state').get();
  return { store: String(row?.store ?? ''), head: Number(row?.head ?? 0) };
}

export function writeReplicaState(db: DatabaseSync, { store, head }: ReplicaState): void {
  db.prepare('UPDATE replica_state SET store = ?, head = ?').run(store, head);
}
