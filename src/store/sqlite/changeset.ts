import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';

/** Size from which recorded changes become a part of their own: SQLite keeps them in memory until then. */
const PART_BYTES = 2 * 1024 ** 2;
/** Rows of the first part at most; the next ones have as many as are likely to fill a part. */
const FIRST_ROWS = 1_000;
const ROWS_MAX = 100_000;

/** The recordings under way of a connection. */
const recordings = new WeakMap<DatabaseSync, Set<Recording>>();

/** One is made for each recording. */
export interface Recording {
  /** Ends a part if it is large enough. */
  cut(): void;
  /** Ends the last part. */
  end(): void;
  /** Ends the recording without what is left of it, as after a rollback. */
  drop(): void;
}

/** Cuts all recordings of a connection. To be called after every few rows, as long as others follow. */
export function cutRecordings(db: DatabaseSync): void {
  for (const recording of recordings.get(db) ?? []) recording.cut();
}

/**
 * Records which rows the connection changes from now on, in all tables with a primary key, as changesets of SQLite
 * (https://sqlite.org/sessionintro.html). `keep` gets one part after the other; what it writes itself isn't recorded. The parts of one transaction are applied in their order (`applyChangeset`).
 */
export function recordChanges(
  db: DatabaseSync,
  keep: (part: Uint8Array) => void,
  { partBytes = PART_BYTES }: { readonly partBytes?: number } = {},
): Recording {
  const changed = db.prepare('SELECT total_changes() AS rows');
  const changedRows = () => Number(changed.get()?.rows);
  let session = db.createSession();
  let from = changedRows();
  let rowsMax = Math.min(FIRST_ROWS, partBytes);
  const keepPart = (): number => {
    const part = session.changeset();
    session.close();
    if (part.length > 0) keep(part);
    return part.length;
  };
  const leave = () => recordings.get(db)?.delete(recording) === true;
  const recording: Recording = {
    cut() {
      const rows = changedRows() - from;
      if (rows < rowsMax) return;
      const bytes = keepPart();
      rowsMax = Math.min(ROWS_MAX, Math.ceil((rows * partBytes) / (bytes + 1)));
      session = db.createSession();
      from = changedRows();
    },
    end() {
      if (leave()) keepPart();
    },
    drop() {
      if (leave()) session.close();
    },
  };
  recordings.set(db, (recordings.get(db) ?? new Set()).add(recording));
  return recording;
}

/** A column that an update leaves alone is undefined; `before` of an update always has the key. */
export type ChangedValues = readonly (SQLOutputValue | undefined)[];

/** What a part says of one row; its columns are in the order of the table. */
export interface RowChange {
  readonly table: string;
  /** Null = the row wasn't there. */
  readonly before: ChangedValues | null;
  /** Null = the row is gone. */
  readonly after: ChangedValues | null;
}

/** The rows of a part, table by table, each once (https://sqlite.org/session/changesetfmt.html). */
export function* readChanges(part: Uint8Array): Generator<RowChange> {
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  let at = 0;
  let table = '';
  let columns = 0;
  const readLength = (): number => {
    // Seven bits a byte; the lengths here need five bytes at most.
    for (let value = 0; ; ) {
      const byte = bytes.readUInt8(at++);
      value = value * 128 + (byte & 0x7f);
      if (byte < 128) return value;
    }
  };
  const readBytes = (): Buffer => {
    const length = readLength();
    at += length;
    return bytes.subarray(at - length, at);
  };
  const readValue = (): SQLOutputValue | undefined => {
    const type = bytes.readUInt8(at++);
    if (type === VALUE.none) return undefined;
    if (type === VALUE.null) return null;
    if (type === VALUE.text) return readBytes().toString();
    if (type === VALUE.blob) return new Uint8Array(readBytes());
    at += 8;
    return type === VALUE.integer ? Number(bytes.readBigInt64BE(at - 8)) : bytes.readDoubleBE(at - 8);
  };
  const readRow = (): ChangedValues => Array.from({ length: columns }, readValue);
  while (at < bytes.length) {
    const code = bytes.readUInt8(at++);
    if (code === TABLE) {
      columns = readLength();
      const from = at + columns;
      const until = bytes.indexOf(0, from);
      table = bytes.toString('utf8', from, until);
      at = until + 1;
      continue;
    }
    // Whether a trigger made the change.
    at++;
    const before = code === INSERT ? null : readRow();
    yield { table, before, after: code === DELETE ? null : readRow() };
  }
}

const TABLE = 0x54;
const INSERT = 18;
const DELETE = 9;
const VALUE = { none: 0, integer: 1, text: 3, blob: 4, null: 5 } as const;
