import type { StatementSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

/** How a column travels: SQLite's storage class and PostgreSQL's type name the same four. */
export type ColumnType = 'integer' | 'real' | 'text' | 'blob';

/** A value of a row, as node:sqlite reads and writes it. */
export type Cell = number | string | Uint8Array | null;

/** The rows that a statement of SQLite reads, in the order of its columns. */
export function* cellsOf(statement: StatementSync, ...values: readonly Cell[]): Generator<readonly Cell[]> {
  statement.setReturnArrays(true);
  for (const row of statement.iterate(...values)) {
    if (!Array.isArray(row)) throw new Error('a row is not an array');
    yield row;
  }
}

/** The binary form of COPY begins with a signature, flags and the length of an extension, both 0, and ends with -1. */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const TRAILER = Buffer.from([0xff, 0xff]);

/** Rows are sent in pieces of about this size, each in a statement of its own: none of them waits for long for its rows. */
const PIECE_BYTES = 2 * 1024 * 1024;

/** Copies rows into a table within the client's transaction. `target` names the table and its columns. */
export async function copyIn(
  client: pg.Client,
  target: string,
  types: readonly ColumnType[],
  rows: Iterable<readonly Cell[]>,
): Promise<void> {
  for (const piece of pieces(types, rows)) {
    const stream = client.query(from(`COPY ${target} FROM STDIN (FORMAT binary)`));
    stream.end(piece);
    await finished(stream);
  }
}

/** Reads the rows of a query, whose columns have these types, in the order in which the server sends them. */
export async function* copyOut(
  client: pg.Client,
  query: string,
  types: readonly ColumnType[],
): AsyncGenerator<Cell[][]> {
  const stream = client.query(to(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of stream) {
    const bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let position = 0;
    if (!isBegun) {
      if (bytes.length < HEADER.length) {
        rest = bytes;
        continue;
      }
      isBegun = true;
      position = HEADER.length;
    }
    const rows: Cell[][] = [];
    for (let end = rowEnd(bytes, position); end > 0; end = rowEnd(bytes, position)) {
      rows.push(decodeRow(bytes, position, types));
      position = end;
    }
    rest = bytes.subarray(position);
    if (rows.length > 0) yield rows;
  }
}

function* pieces(types: readonly ColumnType[], rows: Iterable<readonly Cell[]>): Generator<Buffer> {
  let encoded: Buffer[] = [];
  let size = 0;
  for (const row of rows) {
    const bytes = encodeRow(types, row);
    encoded.push(bytes);
    size += bytes.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat([HEADER, ...encoded, TRAILER]);
    encoded = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat([HEADER, ...encoded, TRAILER]);
}

/** A row as COPY sends it: number of fields, then each with its length before it; -1 stands for NULL. */
export function encodeRow(types: readonly ColumnType[], row: readonly Cell[]): Buffer {
  const fields = types.map((type, at) => encodeCell(type, row[at] ?? null));
  const bytes = Buffer.allocUnsafe(fields.reduce((sum, field) => sum + 4 + (field?.length ?? 0), 2));
  let position = bytes.writeInt16BE(types.length, 0);
  for (const field of fields) {
    position = bytes.writeInt32BE(field?.length ?? -1, position);
    if (field === null) continue;
    bytes.set(field, position);
    position += field.length;
  }
  return bytes;
}

function encodeCell(type: ColumnType, value: Cell): Uint8Array | null {
  if (value === null) return null;
  if (type === 'blob') return value instanceof Uint8Array ? value : Buffer.from(String(value));
  // PostgreSQL cannot hold the character U+0000.
  if (type === 'text') return Buffer.from(String(value).replaceAll('\0', '\uFFFD'));
  const bytes = Buffer.allocUnsafe(8);
  if (type === 'real') bytes.writeDoubleBE(Number(value), 0);
  else bytes.writeBigInt64BE(BigInt(Number(value)), 0);
  return bytes;
}

/** Where a row ends that begins at `position`; 0 when it is not whole, or the trailer. */
function rowEnd(bytes: Buffer, position: number): number {
  if (bytes.length < position + 2) return 0;
  const fields = bytes.readInt16BE(position);
  let at = position + 2;
  for (let field = 0; field < fields; field++) {
    if (bytes.length < at + 4) return 0;
    at += 4 + Math.max(0, bytes.readInt32BE(at));
  }
  return fields < 0 || at > bytes.length ? 0 : at;
}

function decodeRow(bytes: Buffer, start: number, types: readonly ColumnType[]): Cell[] {
  let position = start + 2;
  return types.map((type) => {
    const length = bytes.readInt32BE(position);
    position += 4;
    if (length < 0) return null;
    const field = bytes.subarray(position, position + length);
    position += length;
    return decodeCell(type, field);
  });
}

function decodeCell(type: ColumnType, field: Buffer): Cell {
  if (type === 'text') return field.toString('utf8');
  if (type === 'blob') return field;
  if (type === 'real') return field.readDoubleBE(0);
  const value = Number(field.readBigInt64BE(0));
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} from the database is too large a number`);
  return value;
}
