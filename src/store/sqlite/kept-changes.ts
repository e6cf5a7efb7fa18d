import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** What can be undone for 30 days: an import, or an operator's decision. */
export type Undoable = readonly [cause: 'import' | 'decision', number: number];

/** What an import or a decision did to a record, and what stood there before. */
export interface KeptChange {
  readonly table: string;
  /** The key of the record in its table: a number, a text, or several. */
  readonly key: unknown;
  /** What stood there before; null = nothing. */
  readonly before: unknown;
  /** Tells whether the record is still what was made of it (`digestOf`); null = it was removed, empty where that isn't asked. */
  readonly after: string | null;
}

/** Keeps what is changed within the caller's transaction. */
export interface ChangeKeeper {
  /**
   * Notes a change. `key`, `before` and `after` are JSON; null = there is no record. Of changes of one record between two cuts, the
   * first `before` and the last `after` are kept.
   */
  note(table: string, key: string, before: string | null, after: string | null): void;
  /** Writes down what was noted, if that is enough for a part. To be called after every few records. */
  cut(): void;
  /** Writes down the rest, and forgets what is too old, and the oldest of what takes too much space. */
  end(): void;
}

/** Of what nobody can undo. */
export const keepsNothing: ChangeKeeper = { note() {}, cut() {}, end() {} };

/** What was kept of a change is damaged, or a part of it is missing. */
export class KeptChangesDamaged extends Error {
  override name = 'KeptChangesDamaged';
}

/** A short text that differs when a record does. Null for none, empty for what is not to be compared. */
export function digestOf(record: string | null): string | null {
  if (record === null || record === '') return record;
  return hash('sha256', record, 'base64').slice(0, DIGEST_LENGTH);
}

/** 96 bits: nobody gains anything by two records that share them. */
const DIGEST_LENGTH = 16;

/** JSON of a part, from which on it is written down. */
const PART_LENGTH = 1024 ** 2;
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Compressed bytes of one cause, and of all together. Beyond them it can't be undone, the oldest first. */
const BYTES_MAX = 512 * 1024 ** 2;
const TOTAL_BYTES_MAX = 1024 ** 3;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } };

interface Noted {
  readonly table: string;
  readonly key: string;
  readonly before: string | null;
  after: string | null;
}

export function keepChanges(db: DatabaseSync, cause: Undoable, nowMs: number): ChangeKeeper {
  const insert = db.prepare(
    'INSERT INTO undo (cause, number, part, is_last, kept_at_ms, changes) VALUES (?, ?, ?, ?, ?, ?)',
  );
  let noted = new Map<string, Noted>();
  let length = 0;
  let parts = 0;
  let bytes = 0;
  const write = (isLast: boolean) => {
    const changes = noted.values().filter(({ before, after }) => before !== after);
    const packed = zstdCompressSync(`[${changes.map(jsonOf).toArray().join()}]`, FAST);
    noted = new Map();
    length = 0;
    bytes += packed.length;
    if (bytes <= BYTES_MAX) insert.run(...cause, ++parts, Number(isLast), nowMs, packed);
    else forgetChanges(db, cause);
  };
  return {
    note(table, key, before, after) {
      const name = table + key;
      const known = noted.get(name);
      if (known === undefined) noted.set(name, { table, key, before, after });
      else known.after = after;
      length += name.length + (before?.length ?? 0);
    },
    cut() {
      if (length >= PART_LENGTH) write(false);
    },
    end() {
      if (parts > 0 || noted.values().some(({ before, after }) => before !== after)) write(true);
      db.prepare(FORGET_OLD).run(nowMs - KEPT_MS, TOTAL_BYTES_MAX);
    },
  };
}

/** A record is in JSON already, and is not put into quotes once more. */
function jsonOf({ table, key, before, after }: Noted): string {
  return `["${table}",${key},${before},${JSON.stringify(digestOf(after))}]`;
}

const FORGET_OLD = `
  DELETE FROM undo
  WHERE kept_at_ms < ?1
    OR (cause, number) IN (
      SELECT cause, number
      FROM (
        SELECT cause, number, sum(sum(length(changes))) OVER (ORDER BY max(kept_at_ms) DESC) AS bytes
        FROM undo
        GROUP BY cause, number)
      WHERE bytes > ?2)`;

/** What was kept, part by part, the last change first; nothing where nothing was kept. Throws KeptChangesDamaged. */
export function* readKeptChanges(db: DatabaseSync, cause: Undoable): Generator<readonly KeptChange[]> {
  const select = db.prepare(`
    SELECT part, is_last, changes
    FROM undo
    WHERE cause = ? AND number = ?
    ORDER BY part DESC`);
  let expected: number | null = null;
  for (const { part, is_last, changes } of select.iterate(...cause)) {
    const isNext: boolean = expected === null ? is_last === 1 : part === expected;
    if (!isNext) throw new KeptChangesDamaged('a part of what was kept is missing');
    expected = Number(part) - 1;
    yield changesIn(changes).toReversed();
  }
  if ((expected ?? 0) > 0) throw new KeptChangesDamaged('a part of what was kept is missing');
}

function changesIn(packed: unknown): readonly KeptChange[] {
  try {
    const changes: [string, unknown, unknown, string | null][] = JSON.parse(
      zstdDecompressSync(packed as Uint8Array).toString(),
    );
    return changes.map(([table, key, before, after]) => ({ table, key, before, after }));
  } catch (cause) {
    throw new KeptChangesDamaged('what was kept is damaged', { cause });
  }
}

/** Which imports and decisions couldn't be undone because what was kept of them is damaged. */
export function* findDamagedChanges(db: DatabaseSync): Generator<Undoable> {
  for (const { cause, number } of db.prepare('SELECT DISTINCT cause, number FROM undo').all()) {
    const undoable = [cause === 'import' ? 'import' : 'decision', Number(number)] as const;
    try {
      for (const _ of readKeptChanges(db, undoable));
    } catch (error) {
      if (!(error instanceof KeptChangesDamaged)) throw error;
      yield undoable;
    }
  }
}

export function forgetChanges(db: DatabaseSync, cause: Undoable): void {
  db.prepare('DELETE FROM undo WHERE cause = ? AND number = ?').run(...cause);
}
