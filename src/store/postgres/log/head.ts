import type { DatabaseSync } from 'node:sqlite';
import { StoreRefused } from '../../../sql-database.ts';
import { schemaSteps } from '../../schema.ts';
import type { TimedReader } from '../sql-statements.ts';
import type { LeaseTicket } from './lease.ts';
import type { StoredParts } from './parts.ts';

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
  readonly database: TimedReader;
}

/** The position of a file that follows nothing. */
export const NOWHERE: LogPosition = { store: '', no: 0, change: '' };

export function readPosition(db: DatabaseSync): LogPosition {
  const row = db.prepare('SELECT store, no, change FROM log_position').get();
  return { store: String(row?.store), no: Number(row?.no), change: String(row?.change) };
}

/** Part of the transaction that brings the file there. */
export function writePosition(db: DatabaseSync, { store, no, change }: LogPosition): void {
  db.prepare('UPDATE log_position SET store = ?, no = ?, change = ?').run(store, no, change);
}

/** The last commit of a file, and the number of the last one that every answer has to show. */
export interface Head extends LogPosition {
  readonly urgent: number;
}

/** Throws StoreUnavailableError. */
export async function readHead(queryable: TimedReader, file: LogFile): Promise<Head> {
  const [row] = await queryable.query<Head>(
    'SELECT store, no, change, urgent FROM catalog.head WHERE file = $1',
    [file],
  );
  if (row === undefined) throw new Error(`the log does not know the file ${file}`);
  return row;
}

/** The log is none that this program and its copy may follow; the message says what the operator can do. */
export class LogRefused extends StoreRefused {}

/** A new store id says that the database is another one on purpose: then the copy is made again. Throws LogRefused. */
export function refuseOtherHistory(copy: LogPosition, head: Head): void {
  if (copy.store !== head.store || copy.no < head.no) return;
  if (copy.no === head.no && copy.change === head.change) return;
  throw otherHistory();
}

export function otherHistory(): LogRefused {
  return new LogRefused(
    'the database lacks commits that this instance has shown: is it an older backup, or a former primary? If it is the one to go on ' +
      'with, give it a new identity (docs/operate.md#with-the-tools-of-postgresql), and the instances copy everything again',
  );
}

/** Throws LogRefused where a newer program has written. */
export function refuseNewer(file: LogFile, schemaVersion: number): void {
  if (schemaVersion <= schemaSteps(file).length) return;
  throw new LogRefused('a newer program writes to the catalogue: start it here, too');
}

/** How long a commit waits for another one that is under way, in ms. */
const PUSH_TIMEOUT_MS = 30_000;

export interface Push {
  readonly file: LogFile;
  /** The commit on which this one builds. */
  readonly base: LogPosition;
  /** The changesets; their id becomes that of the commit. */
  readonly stored: StoredParts;
  readonly isUrgent: boolean;
  /** A lease that has to be held still, or at least taken by nobody else. */
  readonly lease: LeaseTicket | null;
}

/**
 * Makes stored changesets the next commit of a file, with one statement, so that nobody who freezes keeps others from theirs. Null,
 * and no change, when somebody else has committed since `base` or taken the lease. Throws StoreUnavailableError; then the outcome is
 * unknown.
 */
export async function pushCommit(
  database: TimedReader,
  { file, base, stored, isUrgent, lease }: Push,
): Promise<LogPosition | null> {
  const next = { store: base.store, no: base.no + 1, change: stored.id };
  const pushed = await database.query(
    `WITH held AS (
       SELECT FROM catalog.lease WHERE name = $10 AND token = $11 FOR SHARE
     ), moved AS (
       UPDATE catalog.head SET no = no + 1, change = $2, urgent = CASE WHEN $3 THEN no + 1 ELSE urgent END
       WHERE file = $1 AND store = $4 AND no = $5 AND change = $6
         AND ($10::text IS NULL OR EXISTS (SELECT FROM held))
       RETURNING file, no, change
     )
     INSERT INTO catalog.change (file, no, change, follows, schema_version, parts, bytes)
     SELECT file, no, change, $6::uuid, $7::integer, $8::integer, $9::bigint FROM moved
     RETURNING no`,
    [
      ...[file, next.change, isUrgent, base.store, base.no, base.change],
      ...[schemaSteps(file).length, stored.parts, stored.bytes, lease?.name ?? null, lease?.token ?? null],
    ],
    PUSH_TIMEOUT_MS,
  );
  return pushed.length === 0 ? null : next;
}
