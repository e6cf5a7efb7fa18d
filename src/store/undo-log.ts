import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Reader, Writer } from '../sql-database.ts';

/** What can be undone for 30 days: an import, or an operator's decision. */
export type Undoable = readonly [cause: 'import' | 'decision', number: number];

export interface UndoChange {
  readonly table: string;
  /** The primary key: a number, a text, or a list of them. */
  readonly key: unknown;
  readonly before: unknown;
  /** A digest of the new content, by which later changes are found; null = the record was removed, empty = unchecked. */
  readonly after: string | null;
}

export interface UndoRecorder {
  /**
   * Records a change. `key`, `before` and `after` are JSON; null = no record. If a record changes repeatedly between two cuts,
   * the first `before` and the last `after` are stored.
   */
  note(table: string, key: string, before: string | null, after: string | null): void;
  cut(): Promise<void>;
  end(): Promise<void>;
}

export const recordsNothing: UndoRecorder = { note() {}, async cut() {}, async end() {} };

export class UndoDataDamaged extends Error {
  override name = 'UndoDataDamaged';
}

/** A digest of a record; null and the empty text (unchecked) stay as they are. */
export function digestOf(record: string | null): string | null {
  if (record === null || record === '') return record;
  return hash('sha256', record, 'base64').slice(0, DIGEST_LENGTH);
}

const DIGEST_LENGTH = 16;

const PART_LENGTH = 1024 ** 2;
const STORED_MS = 30 * 24 * 60 * 60 * 1000;
/**
 * Compressed sizes. An import or decision above BYTES_MAX has no undo data; above TOTAL_BYTES_MAX, the oldest data is deleted.
 */
const BYTES_MAX = 512 * 1024 ** 2;
const TOTAL_BYTES_MAX = 1024 ** 3;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

interface Noted {
  readonly table: string;
  readonly key: string;
  readonly before: string | null;
  after: string | null;
}

export function recordChanges(sql: Writer, cause: Undoable, nowMs: number): UndoRecorder {
  let noted = new Map<string, Noted>();
  let added: string[] = [];
  let length = 0;
  let parts = 0;
  let bytes = 0;
  const hasChanged = ({ before, after }: Noted) => before !== after;
  const write = async (isLast: boolean) => {
    const changes = [...noted.values().filter(hasChanged).map(jsonOf), ...added];
    const packed = zstdCompressSync(`[${changes.join()}]`, FAST);
    noted = new Map();
    added = [];
    length = 0;
    bytes += packed.length;
    if (bytes > BYTES_MAX) await deleteRecordedChanges(sql, cause);
    else
      await sql.insert({
        into: 'undo',
        columns: COLUMNS,
        rows: [[...cause, ++parts, Number(isLast), nowMs, packed]],
      });
  };
  return {
    note(table, key, before, after) {
      if (before === null && after === '') {
        const text = `["${table}",${key},null,""]`;
        added.push(text);
        length += text.length;
        return;
      }
      const name = table + key;
      const known = noted.get(name);
      if (known === undefined) noted.set(name, { table, key, before, after });
      else known.after = after;
      length += name.length + (before?.length ?? 0);
    },
    async cut() {
      if (length >= PART_LENGTH) await write(false);
    },
    async end() {
      if (parts > 0 || added.length > 0 || noted.values().some(hasChanged)) await write(true);
      await sql.query(FORGET_OLD, [nowMs - STORED_MS, TOTAL_BYTES_MAX]);
    },
  };
}

const COLUMNS = 'cause text, number bigint, part integer, is_last smallint, kept_at_ms bigint, changes bytea';

/** Joins strings, because the records are JSON already. */
function jsonOf({ table, key, before, after }: Noted): string {
  return `["${table}",${key},${before},${JSON.stringify(digestOf(after))}]`;
}

const FORGET_OLD = `
  DELETE FROM undo
  WHERE kept_at_ms < $1
    OR (cause, number) IN (
      SELECT cause, number
      FROM (
        SELECT cause, number, sum(sum(length(changes))) OVER (ORDER BY max(kept_at_ms) DESC) AS bytes
        FROM undo
        GROUP BY cause, number) AS sizes
      WHERE bytes > $2)`;

/** The recorded changes in chunks, the last change first. Throws UndoDataDamaged. */
export async function* readRecordedChanges(
  { query }: Reader,
  cause: Undoable,
): AsyncGenerator<readonly UndoChange[]> {
  const [{ parts } = { parts: 0 }] = await query<{ parts: number | null }>(
    'SELECT max(part) AS parts FROM undo WHERE cause = $1 AND number = $2',
    cause,
  );
  for (let part = parts ?? 0; part > 0; part--) {
    const [chunk] = await query<{ is_last: number; changes: Uint8Array }>(
      'SELECT is_last, changes FROM undo WHERE cause = $1 AND number = $2 AND part = $3',
      [...cause, part],
    );
    if (chunk === undefined || chunk.is_last !== Number(part === parts))
      throw new UndoDataDamaged('a chunk of the undo data is missing');
    yield changesIn(chunk.changes).toReversed();
  }
}

function changesIn(packed: Uint8Array): readonly UndoChange[] {
  try {
    const changes: [string, unknown, unknown, string | null][] = JSON.parse(
      zstdDecompressSync(packed).toString(),
    );
    return changes.map(([table, key, before, after]) => ({ table, key, before, after }));
  } catch (cause) {
    throw new UndoDataDamaged('the undo data are damaged', { cause });
  }
}

export async function findDamagedUndoData(sql: Reader): Promise<readonly Undoable[]> {
  const damaged: Undoable[] = [];
  for (const { cause, number } of await sql.query<{ cause: Undoable[0]; number: number }>(
    'SELECT DISTINCT cause, number FROM undo',
  )) {
    try {
      for await (const _ of readRecordedChanges(sql, [cause, number]));
    } catch (error) {
      if (!(error instanceof UndoDataDamaged)) throw error;
      damaged.push([cause, number]);
    }
  }
  return damaged;
}

export async function deleteRecordedChanges({ query }: Writer, cause: Undoable): Promise<void> {
  await query('DELETE FROM undo WHERE cause = $1 AND number = $2', cause);
}
