import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { ImportEnd } from '../../../ingest/import-log.ts';
import type { ImportUndo, UndoOutcome, UndoRequest } from '../../../ingest/import-undo.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { message } from '../../../messages/messages.ts';
import { beginWhenFree, type CatalogWrites, localWrites } from '../catalog-writes.ts';
import { rollBack } from '../database.ts';
import { closeEntry } from './import-log.ts';
import { type ImportSession, openImportSession } from './import-session.ts';
import { dropOldChanges, keepChanges, readKeptChanges } from './kept-changes.ts';
import { restoreChanges } from './restore-changes.ts';

export interface SqliteImportUndoOptions {
  readonly path: string;
  readonly clock: Clock;
  /** Where the commits go; into the file alone when left out. */
  readonly writes?: CatalogWrites;
}

/** Blocks its thread, on a connection of its own: not for a thread that answers requests. */
export function createSqliteImportUndo(options: SqliteImportUndoOptions): ImportUndo {
  return {
    async undo(request) {
      const { importId, actor, dryRun } = request;
      const source = { name: `undo ${importId}`, actor, bytes: null };
      const session = await openImportSession({ writes: localWrites, ...options }, dryRun ? null : source);
      try {
        return await undoWithin(session, request, options.clock);
      } finally {
        await session.close();
      }
    },
  };
}

async function undoWithin(session: ImportSession, request: UndoRequest, clock: Clock): Promise<UndoOutcome> {
  const { db, turn, entry } = session;
  const { importId, force } = request;
  const impossible = whyImpossible(db, importId);
  if (impossible !== null) return end(session, clock, { kind: 'impossible', reason: impossible });
  const kept = entry === null ? null : keepChanges(db, entry);
  const restored = restoreChanges(db, readKeptChanges(db, importId), clock);
  const { summary, orders, conflicts } = restored;
  if (restored.isEmpty) return end(session, clock, { kind: 'impossible', reason: message('undo.noRecords') });
  if (conflicts > 0 && !force) {
    const reason = message('undo.changedLater', { count: conflicts });
    return end(session, clock, { kind: 'conflict', reason });
  }
  if (entry === null || kept === null) return { kind: 'undone', importId: null, summary, orders };
  kept.close();
  db.prepare('UPDATE import_log SET undo_of = ? WHERE import_id = ?').run(importId, entry);
  db.prepare('UPDATE import_log SET undone_by = ? WHERE import_id = ?').run(entry, importId);
  // Undoing an undo leaves its import as if nobody had touched it.
  db.prepare('UPDATE import_log SET undone_by = NULL WHERE undone_by = ? AND import_id <> ?').run(
    importId,
    importId,
  );
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  closeEntry(db, entry, endOf('imported', null, clock), summary);
  dropOldChanges(db, clock.nowMs());
  await turn.commit();
  return { kind: 'undone', importId: entry, summary, orders };
}

/** How long the entry of an undo that isn't done waits for other writers. */
const END_WAIT_MS = 1_000;

/** Keeps only the attempt in the log. */
async function end(
  { db, turn, entry }: ImportSession,
  clock: Clock,
  outcome: UndoOutcome & { reason: Reason },
): Promise<UndoOutcome> {
  if (entry !== null) {
    rollBack(db);
    await beginWhenFree(turn, { waitMs: END_WAIT_MS });
    closeEntry(db, entry, endOf('failed', outcome.reason, clock), null);
    await turn.commit();
  }
  return outcome;
}

function endOf(outcome: 'imported' | 'failed', cause: Reason | null, clock: Clock): ImportEnd {
  const none = {
    bytes: null,
    lines: 0,
    problemCount: 0,
    warningCount: 0,
    problems: [],
    warnings: [],
    readAs: null,
  };
  return { outcome, cause, endedAtMs: clock.nowMs(), ...none };
}

function whyImpossible(db: DatabaseSync, importId: number): Reason | null {
  const row = db
    .prepare('SELECT outcome, undo_parts, undone_by FROM import_log WHERE import_id = ?')
    .get(importId);
  if (row === undefined) return message('undo.noImport', { importId });
  if (row.outcome !== 'imported') return message('undo.changedNothing');
  if (row.undone_by !== null) {
    return message('undo.undoneBefore', { importId, undoneBy: String(row.undone_by) });
  }
  if (row.undo_parts === 0) return message('undo.noRecords');
  const parts = db
    .prepare('SELECT count(*) AS parts FROM import_undo WHERE import_id = ?')
    .get(importId)?.parts;
  return parts === row.undo_parts ? null : message('undo.notKept');
}
