import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editionFile } from '../../files/edition-files.ts';
import { listEditionKeys } from '../../sqlite/rankings/edition-publisher.ts';
import { copyIn } from '../catalog/copy-rows.ts';
import { storeFile } from '../catalog/edition-parts.ts';
import type { Database } from '../database.ts';
import { beginMove } from './begin-move.ts';
import { finishMove } from './finish-move.ts';
import { type MovedTable, MoveRefused, type MoveSource, movedTables } from './moved-tables.ts';
import { type FilledPart, isSamePart, type Part, partsInDatabase, partsInFile } from './parts.ts';

/** What was copied. */
export interface MoveReport {
  readonly rows: number;
  readonly editions: number;
}

/** Told after every part: the table, the rows that have arrived, and those of all tables. */
export type MoveProgress = (table: string, rows: number, rowsTotal: number) => void;

/** A part travels in one transaction. */
const PART_TIMEOUT_MS = 600_000;
const VERIFY_TIMEOUT_MS = 6 * 3_600_000;

/**
 * Copies an embedded store into an empty database. Rows travel in parts, each of which arrives whole or not at all, so a copy that
 * was interrupted continues where it was. At the end every row is read back and compared; only then may others use the database.
 * The source is only read. Throws MoveRefused and StoreUnavailableError.
 */
export async function moveIn(
  database: Database,
  source: MoveSource,
  onProgress: MoveProgress,
): Promise<MoveReport> {
  const tables = await movedTables(source.files, database);
  // The name by which a catalogue knows its own search index; each has another one.
  const state = source.files.catalog.prepare('SELECT catalogue FROM search_state').get();
  const move = await beginMove(database, String(state?.catalogue), tables);
  const counts = tables.map(({ db, name }) => db.prepare(`SELECT count(*) AS rows FROM ${name}`).get()?.rows);
  const rowsTotal = counts.reduce<number>((sum, count) => sum + Number(count), 0);
  let rows = 0;
  const partsOf = new Map<MovedTable, readonly Part[]>();
  for (const table of tables) {
    const parts = await moveTable(database, table, move, (part) => {
      rows += part.rows;
      onProgress(table.name, rows, rowsTotal);
    });
    partsOf.set(table, parts);
  }
  const editions = await moveEditions(database, source);
  await compare(database, partsOf);
  await finishMove(database, source, move.commitNo);
  return { rows, editions };
}

async function moveTable(
  database: Database,
  table: MovedTable,
  { commitNo, partsOf }: Awaited<ReturnType<typeof beginMove>>,
  onPart: (part: Part) => void,
): Promise<Part[]> {
  const arrived = partsOf(table);
  const parts: Part[] = [];
  for (const filled of partsInFile(table)) {
    const { part } = filled;
    const known = arrived[parts.length];
    if (known === undefined) await sendPart(database, table, { number: parts.length, filled, commitNo });
    else if (!isSamePart(known, part)) throw changed(table);
    parts.push(part);
    onPart(part);
  }
  return parts;
}

function changed({ name }: MovedTable): MoveRefused {
  return new MoveRefused(
    `${name} has changed since the copy began: drop the database, create an empty one and start again.`,
  );
}

interface Sending {
  readonly number: number;
  readonly filled: FilledPart;
  readonly commitNo: number;
}

/** Sends a part, and notes in the same transaction that it has arrived. */
async function sendPart(database: Database, table: MovedTable, sending: Sending): Promise<void> {
  const { target, columns, types, written, isNumbered } = table;
  const { number, commitNo } = sending;
  const { part, rows } = sending.filled;
  const names = columns.join(', ');
  await database.lend(
    async (client) => {
      if (isNumbered) {
        const numbered = rows.map((row) => [...row, commitNo]);
        await copyIn(client, `${target} (${names}, commit_no)`, [...types, 'integer'], numbered);
      } else {
        const fields = columns.map((column, at) => `${column} ${SQL_TYPES[types[at] ?? 'text']}`).join(', ');
        await client.query(`CREATE TEMP TABLE arriving (${fields}) ON COMMIT DROP`);
        await copyIn(client, `arriving (${names})`, types, rows);
        await client.query(
          `INSERT INTO ${target} (${names}) OVERRIDING SYSTEM VALUE SELECT ${written.join(', ')} FROM arriving`,
        );
      }
      await client.query(
        'INSERT INTO store_move_part (table_name, part, row_count, sha256) VALUES ($1, $2, $3, $4)',
        [target, number, part.rows, part.sha256],
      );
    },
    { timeoutMs: PART_TIMEOUT_MS },
  );
}

const SQL_TYPES = { integer: 'bigint', real: 'double precision', text: 'text', blob: 'bytea' } as const;

/** Sends the files of the editions in force, unless they are there. Returns how many there are. Throws MoveRefused. */
async function moveEditions(
  database: Database,
  { files, directory }: Pick<MoveSource, 'files' | 'directory'>,
): Promise<number> {
  const names = new Set(listEditionKeys(files.catalog).map((key) => editionFile(key)));
  for (const name of names) {
    const path = join(directory, name);
    if (!existsSync(path))
      throw new MoveRefused(`${path} is missing: make the list again with "seoga rank", then start again.`);
    const sha256 = createHash('sha256').update(readFileSync(path)).digest();
    const known = await database.query('SELECT FROM catalog.file WHERE name = $1 AND sha256 = $2', [
      name,
      sha256,
    ]);
    if (known.length > 0) continue;
    const file = await storeFile(database, directory, name);
    await database.query('INSERT INTO catalog.file (name, file_id, parts, sha256) VALUES ($1, $2, $3, $4)', [
      file.name,
      file.fileId,
      file.parts,
      file.sha256,
    ]);
  }
  return names.size;
}

/** Reads everything back. Throws MoveRefused naming the tables that differ. */
async function compare(database: Database, partsOf: ReadonlyMap<MovedTable, readonly Part[]>): Promise<void> {
  const differing = await database.lend(
    async (client) => {
      const names: string[] = [];
      for (const [table, parts] of partsOf) {
        let number = 0;
        let isSame = true;
        for await (const { part } of partsInDatabase(client, table))
          isSame &&= isSamePart(parts[number++], part);
        if (!isSame || number !== parts.length) names.push(table.name);
      }
      return names;
    },
    { timeoutMs: VERIFY_TIMEOUT_MS, isSnapshot: true },
  );
  if (differing.length === 0) return;
  throw new MoveRefused(
    `These tables do not hold what was sent: ${differing.join(', ')}. Drop the database, create an empty one and start again.`,
  );
}
