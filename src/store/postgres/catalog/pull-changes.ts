import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { announceCommit } from '../../sqlite/data-version.ts';
import { rollBack } from '../../sqlite/database.ts';
import { BUSY_PAUSE_MS, isBusy } from '../../sqlite/file-faults.ts';
import type { Database } from '../database.ts';
import { copyOut } from './copy-rows.ts';
import { pullEditionFiles } from './edition-parts.ts';
import {
  type ReplicaState,
  type ReplicatedTable,
  readReplicaState,
  replicatedTables,
  writeReplicaState,
} from './replica.ts';

/** A first copy of a large catalogue takes minutes on a slow network. */
const PULL_TIMEOUT_MS = 3_600_000;

/** The number of the last commit, which every row up to it carries. */
export interface Head extends ReplicaState {
  /** The number of the last commit that every answer has to show. */
  readonly urgent: number;
  /** Of rows that are gone, those of commits up to this one are forgotten. */
  readonly gone_until: number;
}

/** Throws StoreUnavailableError. */
export async function readHead({ query }: Pick<Database, 'query'>): Promise<Head> {
  const [row] = await query<Head>('SELECT store, head, urgent, gone_until FROM catalog.state');
  if (row === undefined) throw new Error('catalog.state has no row');
  return row;
}

export interface PullOptions {
  /** A connection to the replica, in no transaction. */
  readonly db: DatabaseSync;
  readonly database: Database;
  /** The folder of the replica's edition files. */
  readonly directory: string;
}

/**
 * Copies what was committed since the replica's last commit, all of it in one transaction: readers see whole commits only. Files of
 * editions are there before the rows that point to them. Returns the number of the replica's last commit, or null when another
 * connection writes to the replica now. Throws StoreUnavailableError.
 */
export async function pullChanges(options: PullOptions): Promise<number | null> {
  const { db, database } = options;
  const known = await readHead(database);
  const state = readReplicaState(db);
  if (state.store === known.store && state.head === known.head) return state.head;
  try {
    db.exec('BEGIN IMMEDIATE');
  } catch (error) {
    if (isBusy(error)) return null;
    throw error;
  }
  try {
    const head = await database.lend((client) => pullWithin(client, options), {
      timeoutMs: PULL_TIMEOUT_MS,
      isSnapshot: true,
    });
    db.exec('COMMIT');
    announceCommit();
    return head;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

async function pullWithin(client: pg.Client, { db, directory }: PullOptions): Promise<number> {
  const known = await readHead({ query: async (text) => (await client.query(text)).rows });
  const state = readReplicaState(db);
  const tables = replicatedTables(db);
  const after = mayFollow(state, known) ? state.head : 0;
  if (after === 0) for (const { name } of tables) db.exec(`DELETE FROM ${name}`);
  else await applyGone(client, db, tables, after);
  const touched = after === 0 ? tables : await touchedSince(client, tables, after);
  for (const table of touched) await applyTable(client, db, table, after);
  await pullEditionFiles(client, directory, after);
  writeReplicaState(db, known);
  return known.head;
}

/**
 * Otherwise a replica starts again: one of another database, one that may have missed what is gone, and one that is ahead because
 * the database was restored from an older backup.
 */
function mayFollow(state: ReplicaState, known: Head): boolean {
  return state.store === known.store && state.head >= known.gone_until && state.head <= known.head;
}

/** Rows that are gone go first: one that came back is among the rows that follow. */
async function applyGone(
  client: pg.Client,
  db: DatabaseSync,
  tables: readonly ReplicatedTable[],
  after: number,
): Promise<void> {
  const query = `SELECT table_name, key FROM catalog.gone WHERE commit_no > ${after}`;
  const removeOf = new Map(tables.map((table) => [table.name, db.prepare(deletionOf(table))]));
  for await (const rows of copyOut(client, query, ['text', 'text'])) {
    for (const [name, key] of rows) removeOf.get(String(name))?.run(...keyOf(String(key)));
  }
}

function keyOf(json: string): (string | number)[] {
  const key: unknown = JSON.parse(json);
  if (!Array.isArray(key)) throw new Error(`${json} isn't a key`);
  return key.map((part) => (typeof part === 'number' ? part : String(part)));
}

/** The tables with rows of later commits: one question instead of one for each table, which a slow network would make seconds of. */
async function touchedSince(
  client: pg.Client,
  tables: readonly ReplicatedTable[],
  after: number,
): Promise<readonly ReplicatedTable[]> {
  const { rows } = await client.query<{ name: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM catalog.${name} WHERE commit_no > ${after})`,
      )
      .join(' UNION ALL '),
  );
  const names = new Set(rows.map(({ name }) => name));
  return tables.filter(({ name }) => names.has(name));
}

async function applyTable(
  client: pg.Client,
  db: DatabaseSync,
  table: ReplicatedTable,
  after: number,
): Promise<void> {
  const { name, columns, types } = table;
  const query = `SELECT ${columns.join(', ')} FROM catalog.${name} WHERE commit_no > ${after}`;
  const put = db.prepare(after === 0 ? insertionOf(table) : upsertOf(table));
  for await (const rows of copyOut(client, query, types)) for (const row of rows) put.run(...row);
}

function insertionOf({ name, columns }: ReplicatedTable): string {
  return `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

function upsertOf(table: ReplicatedTable): string {
  const { columns, key } = table;
  const others = columns.filter((_, at) => !key.includes(at));
  const keys = key.map((at) => columns[at]).join(', ');
  return `${insertionOf(table)} ON CONFLICT (${keys}) DO UPDATE SET ${others
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;
}

function deletionOf({ name, columns, key }: ReplicatedTable): string {
  return `DELETE FROM ${name} WHERE ${key.map((at) => `${columns[at]} = ?`).join(' AND ')}`;
}

/** Brings the replica behind a connection up to date, however long others write to it meanwhile. Throws StoreUnavailableError. */
export function createCatchUp(database: Database, directory: string): (db: DatabaseSync) => Promise<number> {
  return async (db) => {
    for (;;) {
      const head = await pullChanges({ db, database, directory });
      if (head !== null) return head;
      await wait(BUSY_PAUSE_MS);
    }
  };
}
