import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { recordChanges } from '../changeset.ts';

/** Compressed bytes of one import, and of all together. Beyond them an import can't be undone, the oldest first. */
const IMPORT_BYTES_MAX = 512 * 1024 ** 2;
const TOTAL_BYTES_MAX = 1024 ** 3;
/** How long an import can be undone, and a decision taken back. */
export const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Keeps what an import changes from now on, within the caller's transaction, so that it can be undone. */
export function keepChanges(db: DatabaseSync, importId: number) {
  const insert = db.prepare('INSERT INTO import_undo (import_id, part, changes) VALUES (?, ?, ?)');
  let part = 0;
  let bytes = 0;
  return recordChanges(db, (changes) => {
    if (bytes > IMPORT_BYTES_MAX) return;
    const packed = zstdCompressSync(changes, FAST);
    bytes += packed.length;
    if (bytes <= IMPORT_BYTES_MAX) insert.run(importId, ++part, packed);
    else db.prepare('DELETE FROM import_undo WHERE import_id = ?').run(importId);
  });
}

/** What an import changed (changeset.ts), the last part first. Parts are read one at a time. */
export function* readKeptChanges(db: DatabaseSync, importId: number): Generator<Uint8Array> {
  const select = db.prepare('SELECT changes FROM import_undo WHERE import_id = ? ORDER BY part DESC');
  for (const { changes } of select.iterate(importId)) {
    if (changes instanceof Uint8Array) yield zstdDecompressSync(changes);
  }
}

/** Forgets changes that are too old, and the oldest of those that take too much space. */
export function dropOldChanges(db: DatabaseSync, nowMs: number): void {
  db.prepare(`
    DELETE FROM import_undo
    WHERE import_id <= (SELECT max(import_id) FROM import_log WHERE ended_at_ms < ?1)
      OR import_id IN (
        SELECT import_id
        FROM (
          SELECT import_id, sum(sum(length(changes))) OVER (ORDER BY import_id DESC) AS bytes
          FROM import_undo
          GROUP BY import_id)
        WHERE bytes > ?2)`).run(nowMs - KEPT_MS, TOTAL_BYTES_MAX);
}
