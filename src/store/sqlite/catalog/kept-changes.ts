import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { recordChanges } from '../changeset.ts';

/** Compressed bytes of one import, and of all together. Beyond them an import can't be undone, the oldest first. */
const IMPORT_BYTES_MAX = 512 * 1024 ** 2;
const TOTAL_BYTES_MAX = 1024 ** 3;
/** How long an import can be undone. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Keeps what one import changes from now on, within the caller's transaction, so that it can be undone. */
export function keepChanges(db: DatabaseSync, importId: number) {
  const insert = db.prepare('INSERT INTO import_undo (import_id, part, changes) VALUES (?, ?, ?)');
  let parts = 0;
  let bytes = 0;
  const recorder = recordChanges(db, (part) => {
    if (parts < 0) return;
    const packed = zstdCompressSync(part, FAST);
    bytes += packed.length;
    if (bytes <= IMPORT_BYTES_MAX) {
      insert.run(importId, ++parts, packed);
      return;
    }
    db.prepare('DELETE FROM import_undo WHERE import_id = ?').run(importId);
    parts = -1;
  });
  return {
    /** Ends the recording, and writes into the log how much there is. */
    close(): void {
      recorder.end();
      db.prepare('UPDATE import_log SET undo_parts = ? WHERE import_id = ?').run(parts, importId);
    },
  };
}

/** What an import changed (changeset.ts), the last part first. Parts are read one at a time. */
export function* readKeptChanges(db: DatabaseSync, importId: number): Generator<Uint8Array> {
  const select = db.prepare('SELECT changes FROM import_undo WHERE import_id = ? AND part = ?');
  const last = db
    .prepare('SELECT max(part) AS part FROM import_undo WHERE import_id = ?')
    .get(importId)?.part;
  for (let part = Number(last ?? 0); part > 0; part--) {
    const changes = select.get(importId, part)?.changes;
    if (!(changes instanceof Uint8Array)) throw new Error(`part ${part} of import ${importId} is missing`);
    yield zstdDecompressSync(changes);
  }
}

/** Forgets changes that are too old, and the oldest of those that take too much space. */
export function dropOldChanges(db: DatabaseSync, nowMs: number): void {
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
      SELECT import_id, sum(length(changes)) AS bytes
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
