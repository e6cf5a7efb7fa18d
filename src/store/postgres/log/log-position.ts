import type { DatabaseSync } from 'node:sqlite';
import type { Queryable } from '../database.ts';

/** The files that instances share, by their names in the log. A run commits its lists first. */
export const LOG_FILES = ['lists', 'catalog'] as const;
export type LogFile = (typeof LOG_FILES)[number];

/** How far a copy of a file has come. */
export interface LogPosition {
  /** The database that it copies. */
  readonly store: string;
  /** Number and id of its last commit. */
  readonly no: number;
  readonly change: string;
}

/** An instance's copy of a file, and where it comes from. */
export interface FollowOptions {
  readonly file: LogFile;
  /** A connection to the copy, in no transaction. */
  readonly db: DatabaseSync;
  readonly database: Queryable;
}

/** What a file says of itself that was made by `writePosition`. */
export function readPosition(db: DatabaseSync): LogPosition {
  const row = db.prepare('SELECT store, no, change FROM log_position').get();
  return { store: String(row?.store), no: Number(row?.no), change: String(row?.change) };
}

/** Part of the transaction that brings the file there, and of none that is recorded. */
export function writePosition(db: DatabaseSync, { store, no, change }: LogPosition): void {
  db.exec(`
    CREATE TABLE IF NOT EXISTS log_position (
      id     INTEGER PRIMARY KEY CHECK (id = 1),
      store  TEXT NOT NULL,
      no     INTEGER NOT NULL,
      change TEXT NOT NULL
    ) STRICT`);
  db.prepare('INSERT OR REPLACE INTO log_position VALUES (1, ?, ?, ?)').run(store, no, change);
}

/** Makes the file one that follows nothing. */
export function dropPosition(db: DatabaseSync): void {
  db.exec('DROP TABLE log_position');
}
