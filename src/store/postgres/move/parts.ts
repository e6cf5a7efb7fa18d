import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Cell, copyOut, encodeRow } from '../catalog/copy-rows.ts';
import type { MovedTable } from './moved-tables.ts';

/** Rows of a table that arrive, or don't, together. */
export const PART_ROWS = 20_000;

/** Some rows of a table in the order of its key, and the SHA-256 of their bytes. */
export interface Part {
  readonly rows: number;
  readonly sha256: Buffer;
}

/** Adds up a part. */
export interface PartSum {
  add(row: readonly Cell[]): void;
  readonly rows: () => number;
  end(): Part;
}

export function createPartSum({ types, asMoved }: Pick<MovedTable, 'types' | 'asMoved'>): PartSum {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row) {
      hash.update(encodeRow(types, asMoved(row)));
      rows += 1;
    },
    rows: () => rows,
    end: () => ({ rows, sha256: hash.digest() }),
  };
}

export function isSamePart(one: Part | undefined, other: Part | undefined): boolean {
  return (
    one !== undefined && other !== undefined && one.rows === other.rows && one.sha256.equals(other.sha256)
  );
}

/** The next rows of a table in its file, after a key. */
export function* readPart(table: MovedTable, after: readonly Cell[] | null): Generator<readonly Cell[]> {
  const { db, name, columns, key } = table;
  const keys = key.map((at) => columns[at]).join(', ');
  const beyond = after === null ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`;
  const rows = db.prepare(
    `SELECT ${columns.join(', ')} FROM ${name} ${beyond} ORDER BY ${keys} LIMIT ${PART_ROWS}`,
  );
  rows.setReturnArrays(true);
  for (const row of rows.iterate(...(after ?? []))) {
    if (!Array.isArray(row)) throw new Error('a row is not an array');
    yield row;
  }
}

export function keyOf({ key }: MovedTable, row: readonly Cell[]): readonly Cell[] {
  return key.map((at) => row[at] ?? null);
}

/** All parts of a table in its file. */
export function* partsInFile(table: MovedTable): Generator<Part> {
  for (let after: readonly Cell[] | null = null; ; ) {
    const sum = createPartSum(table);
    for (const row of readPart(table, after)) {
      sum.add(row);
      after = keyOf(table, row);
    }
    yield sum.end();
    if (sum.rows() < PART_ROWS) return;
  }
}

/** All parts of a table in PostgreSQL, as the client's transaction sees it. `onRow` gets each row. */
export async function* partsInDatabase(
  client: pg.Client,
  table: MovedTable,
  onRow: (row: readonly Cell[]) => void = () => {},
): AsyncGenerator<Part> {
  let sum = createPartSum(table);
  for await (const rows of copyOut(client, table.query, table.types)) {
    for (const row of rows) {
      onRow(row);
      sum.add(row);
      if (sum.rows() < PART_ROWS) continue;
      yield sum.end();
      sum = createPartSum(table);
    }
  }
  yield sum.end();
}
