import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { pullEditionFiles } from '../catalog/edition-parts.ts';
import type { Database } from '../database.ts';
import { type MovedTable, movedTables, type StoreFiles } from './moved-tables.ts';
import { isSamePart, type Part, partsInDatabase, partsInFile } from './parts.ts';

/** Where an embedded store is made. */
export interface MoveTarget {
  /** Two new files, migrated. */
  readonly files: StoreFiles;
  /** The folder of its edition files. */
  readonly directory: string;
  /** The name of an edition file whose parts are missing or damaged; it is left out. */
  readonly onDamage: (name: string) => void;
}

const COPY_TIMEOUT_MS = 12 * 3_600_000;

/**
 * Copies what the database holds, as of one moment, into the files of an embedded store, and compares every row. Instances go on
 * meanwhile. Returns the number of the last commit of the catalogue that is in it. Throws StoreUnavailableError.
 */
export async function moveOut(
  database: Database,
  { files, directory, onDamage }: MoveTarget,
  onProgress: (table: string) => void,
): Promise<number> {
  const tables = await movedTables(files, database);
  return database.lend(
    async (client) => {
      const state = await client.query<{ head: number }>('SELECT head FROM catalog.state');
      for (const db of [files.accounts, files.catalog]) db.exec('BEGIN IMMEDIATE');
      for (const table of tables) {
        onProgress(table.name);
        await moveTable(client, table);
      }
      await addMeters(client, files.accounts);
      await continueNumbers(client, files.accounts);
      for (const db of [files.accounts, files.catalog]) db.exec('COMMIT');
      await pullEditionFiles(client, directory, 0, onDamage);
      return state.rows[0]?.head ?? 0;
    },
    { timeoutMs: COPY_TIMEOUT_MS, isSnapshot: true },
  );
}

async function moveTable(client: pg.Client, table: MovedTable): Promise<void> {
  const { db, name, columns } = table;
  db.exec(`DELETE FROM ${name}`);
  const insert = db.prepare(
    `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const sent: Part[] = [];
  for await (const { part, rows } of partsInDatabase(client, table)) {
    for (const row of rows) insert.run(...row);
    sent.push(part);
  }
  for (const { part } of partsInFile(table))
    if (!isSamePart(sent.shift(), part)) throw new Error(`${name} does not hold what was sent`);
  if (sent.length > 0) throw new Error(`${name} does not hold what was sent`);
}

/** The day on which an account called last is the meter's. */
async function addMeters(client: pg.Client, accounts: DatabaseSync): Promise<void> {
  const { rows } = await client.query<{ account_id: number; day: number; used: number }>(
    'SELECT account_id, day, used FROM meter WHERE used > 0',
  );
  const insert = accounts.prepare('INSERT INTO usage_total (account_id, day, calls) VALUES (?, ?, ?)');
  for (const { account_id, day, used } of rows) insert.run(account_id, day, used);
}

/** The number of a closed account is not given again. */
async function continueNumbers(client: pg.Client, accounts: DatabaseSync): Promise<void> {
  const { rows } = await client.query<{ seq: string }>(
    `SELECT CASE WHEN is_called THEN last_value ELSE 0 END::text AS seq FROM account_account_id_seq`,
  );
  const seq = Number(rows[0]?.seq ?? 0);
  accounts.exec(`DELETE FROM sqlite_sequence WHERE name = 'account'`);
  if (seq > 0) accounts.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('account', ?)`).run(seq);
}
