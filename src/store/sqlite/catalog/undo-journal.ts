import type { DatabaseSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { LedgerTable } from '../rankings/ledger-rows.ts';
import type { Row } from '../row-writer.ts';
import type { KnownItem } from './item-writer.ts';

/** One record before an import's change; null = it wasn't there. */
export type UndoRecord =
  | readonly ['item', number, KnownItem | null]
  | readonly ['author', number, Row | null]
  | readonly ['category', string, Row | null]
  /** Keys of rows that an import added to the order ledger, one after the other (ledger-rows.ts). */
  | readonly ['ledger', LedgerTable, Float64Array]
  /** Rows of the ledger that an undo took away. */
  | readonly ['ledger-gone', LedgerTable, readonly Row[]];

/** Size of a part before it is compressed, roughly. */
const PART_SIZE = 1_000_000;
const RECORD_SIZE = 200;
/** An item without its long texts. */
const ITEM_SIZE = 1_000;
/** Compressed bytes of one import, and of all together. Beyond them an import can't be undone, the oldest first. */
const IMPORT_BYTES_MAX = 512 * 1024 ** 2;
const TOTAL_BYTES_MAX = 1024 ** 3;
/** How long an import can be undone. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * Keeps what one import changes, within the caller's transaction. A record may be added several times: the first one counts,
 * so that nothing has to be remembered of records that were added already.
 */
export function createUndoJournal(db: DatabaseSync, importId: number) {
  const insert = db.prepare('INSERT INTO import_undo (import_id, part, records) VALUES (?, ?, ?)');
  let records: UndoRecord[] = [];
  let size = 0;
  let parts = 0;
  let bytes = 0;
  const flush = () => {
    if (records.length === 0 || parts < 0) return;
    // A third of what JSON costs: texts stay as they are in memory.
    const part = zstdCompressSync(serialize(records), FAST);
    records = [];
    size = 0;
    bytes += part.length;
    if (bytes <= IMPORT_BYTES_MAX) {
      insert.run(importId, ++parts, part);
      return;
    }
    db.prepare('DELETE FROM import_undo WHERE import_id = ?').run(importId);
    parts = -1;
  };
  return {
    add(record: UndoRecord): void {
      records.push(record);
      size += sizeOf(record);
      if (size >= PART_SIZE) flush();
    },
    /** Writes what is left, and how much there is, into the log. */
    close(): void {
      flush();
      db.prepare('UPDATE import_log SET undo_parts = ? WHERE import_id = ?').run(parts, importId);
    },
  };
}

export type UndoJournal = ReturnType<typeof createUndoJournal>;

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

function sizeOf(record: UndoRecord): number {
  if (record[0] === 'ledger') return RECORD_SIZE + record[2].byteLength;
  if (record[0] === 'ledger-gone') return RECORD_SIZE * (1 + record[2].length);
  if (record[0] !== 'item' || record[2] === null) return RECORD_SIZE;
  const { contentDetail } = record[2].item;
  return ITEM_SIZE + Object.values(contentDetail ?? {}).reduce((sum, text) => sum + (text?.length ?? 0), 0);
}

/** What an import changed, the last change first. Parts are read one at a time. */
export function* readJournal(db: DatabaseSync, importId: number): Generator<UndoRecord> {
  const select = db.prepare('SELECT records FROM import_undo WHERE import_id = ? AND part = ?');
  const last = db
    .prepare('SELECT max(part) AS part FROM import_undo WHERE import_id = ?')
    .get(importId)?.part;
  for (let part = Number(last ?? 0); part > 0; part--) {
    const records = select.get(importId, part)?.records;
    if (!(records instanceof Uint8Array)) throw new Error(`part ${part} of import ${importId} is missing`);
    const ofPart: UndoRecord[] = deserialize(zstdDecompressSync(records));
    yield* ofPart.reverse();
  }
}

/** Forgets journals that are too old, and the oldest of those that take too much space. */
export function dropOldJournals(db: DatabaseSync, nowMs: number): void {
  const drop = db.prepare('DELETE FROM import_undo WHERE import_id <= ?');
  const old = db
    .prepare(`
      SELECT max(import_id) AS import_id
      FROM import_log
      WHERE ended_at_ms < ?`)
    .get(nowMs - KEPT_MS)?.import_id;
  if (typeof old === 'number') drop.run(old);
  const sizes = db
    .prepare(`
      SELECT import_id, sum(length(records)) AS bytes
      FROM import_undo
      GROUP BY import_id
      ORDER BY import_id DESC`)
    .all();
  let total = 0;
  for (const { import_id: importId, bytes } of sizes) {
    total += Number(bytes);
    if (total <= TOTAL_BYTES_MAX) continue;
    drop.run(importId ?? 0);
    return;
  }
}
