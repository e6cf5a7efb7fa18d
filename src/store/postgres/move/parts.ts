import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Cell, cellsOf, copyOut, encodeRow } from '../catalog/copy-rows.ts';
import type { MovedTable } from './moved-tables.ts';

/** Rows of a table that arrive, or don't, together. */
export const PART_ROWS = 20_000;

/** Some rows of a table in the order of its key, and the SHA-256 of their bytes. */
export interface Part {
  readonly rows: number;
  readonly sha256: Buffer;
}

/** A part with the rows that it was made of. */
export interface FilledPart {
  readonly part: Part;
  readonly rows: readonly (readonly Cell[])[];
}

function fill({ types }: MovedTable, rows: FilledPart['rows']): FilledPart {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(encodeRow(types, row));
  return { part: { rows: rows.length, sha256: hash.digest() }, rows };
}

export function isSamePart(one: Part | undefined, other: Part | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.rows === other.rows && one.sha256.equals(other.sha256)
  );
}

/** All parts of a table in its file. */
export function* partsInFile(table: MovedTable): Generator<FilledPart> {
  const { db, name, columns, key } = table;
  const keys = key.map((at) => columns[at]).join(', ');
  for (let last: readonly Cell[] | undefined; ; ) {
    const after = last === undefined ? [] : key.map((at) => last?.[at] ?? null);
    const beyond = last === undefined ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
    const read = db.prepare(
      `SELECT ${columns.join(', ')} FROM ${name} ${beyond} ORDER BY ${keys} LIMIT ${PART_ROWS}`,
    );
    const rows = [...cellsOf(read, ...after)];
    yield fill(table, rows);
    if (rows.length < PART_ROWS) return;
    last = rows.at(-1);
  }
}

/** All parts of a table in PostgreSQL, as the client's transaction sees it. */
export async function* partsInDatabase(client: pg.Client, table: MovedTable): AsyncGenerator<FilledPart> {
  let part: (readonly Cell[])[] = [];
  for await (const rows of copyOut(client, table.query, table.types)) {
    for (const row of rows) {
      if (part.push(row) < PART_ROWS) continue;
      yield fill(table, part);
      part = [];
    }
  }
  yield fill(table, part);
}
