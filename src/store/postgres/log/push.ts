import { schemaSteps } from '../../schema.ts';
import type { Database, Queryable } from '../database.ts';
import type { LeaseTicket } from './lease.ts';
import type { LogFile, LogPosition } from './log-position.ts';
import type { StoredBytes } from './parts.ts';

/** How long a commit waits for another one that is under way, in ms; a frozen one is ended sooner. */
const PUSH_TIMEOUT_MS = 30_000;

export interface Push {
  readonly file: LogFile;
  /** The commit on which this one builds. */
  readonly base: LogPosition;
  /** The changesets; their id becomes that of the commit. */
  readonly stored: StoredBytes;
  readonly isUrgent: boolean;
  /** Leases that have to be held still, or at least taken by nobody else. */
  readonly leases: readonly LeaseTicket[];
}

/**
 * Makes stored changesets the next commit of a file. Null, and no change, when somebody else has committed since `base` or taken one
 * of the leases. Throws StoreUnavailableError; then the outcome is unknown.
 */
export function pushCommit(database: Database, push: Push): Promise<LogPosition | null> {
  return database.transaction((transaction) => pushWithin(transaction, push), { timeoutMs: PUSH_TIMEOUT_MS });
}

async function pushWithin(transaction: Queryable, push: Push): Promise<LogPosition | null> {
  const { file, base, stored, isUrgent, leases } = push;
  const next = { store: base.store, no: base.no + 1, change: stored.id };
  for (const { name, token } of leases) {
    const held = await transaction.query(
      'SELECT FROM catalog.lease WHERE name = $1 AND token = $2 FOR SHARE',
      [name, token],
    );
    if (held.length === 0) return null;
  }
  const moved = await transaction.query(
    `UPDATE catalog.head SET no = $2, change = $3, urgent = CASE WHEN $4 THEN $2 ELSE urgent END
     WHERE file = $1 AND store = $5 AND no = $6 AND change = $7
     RETURNING no`,
    [file, next.no, next.change, isUrgent, base.store, base.no, base.change],
  );
  if (moved.length === 0) return null;
  await transaction.query(
    `INSERT INTO catalog.change (file, no, change, follows, schema_version, parts, bytes)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [file, next.no, next.change, base.change, schemaSteps(file).length, stored.parts, stored.bytes],
  );
  return next;
}
