import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { UndoOutcome, UndoRequest } from '../../../ingest/import-log.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { message } from '../../../messages/messages.ts';
import { closeEntry, openEntry } from './import-log.ts';
import { type ImportSessionOptions, openImportSession } from './import-session.ts';
import { dropOldChanges, keepChanges, readKeptChanges } from './kept-changes.ts';
import { restoreChanges } from './restore-changes.ts';

/**
 * Puts back the item, author and category records that an import changed or removed, removes those that it added, and takes its
 * order lines and cancellations out of the ledger (docs/feeds.md#undo). Everything at once or nothing, like an import, with an
 * entry of its own in the log. Blocks its thread, on a connection of its own: not for a thread that answers requests.
 */
export async function undoImport(options: ImportSessionOptions, request: UndoRequest): Promise<UndoOutcome> {
  const session = await openImportSession(options, null);
  try {
    const outcome = undoWithin(session.db, request, options.clock);
    if (outcome.kind === 'undone' && outcome.importId !== null) await session.turn.commit();
    return outcome;
  } finally {
    await session.close();
  }
}

/** Restores what the import changed and notes that in the log. The caller keeps it or rolls it back. */
function undoWithin(
  db: DatabaseSync,
  { importId, actor, force, dryRun }: UndoRequest,
  clock: Clock,
): UndoOutcome {
  const impossible = whyImpossible(db, importId);
  if (impossible !== null) return { kind: 'impossible', reason: impossible };
  const entry = openEntry(db, { name: `undo ${importId}`, actor, bytes: null }, clock.nowMs());
  const kept = keepChanges(db, entry);
  const restored = restoreChanges(db, readKeptChanges(db, importId), clock);
  kept.end();
  const { summary, orders, conflicts } = restored;
  if (restored.isEmpty) return { kind: 'impossible', reason: message('undo.notKept') };
  if (conflicts > 0 && !force)
    return { kind: 'conflict', reason: message('undo.changedLater', { count: conflicts }) };
  // Undoing an undo leaves its import as if nobody had touched it.
  db.prepare('UPDATE import_log SET undone_by = NULL WHERE undone_by = ?').run(importId);
  db.prepare('UPDATE import_log SET undone_by = ? WHERE import_id = ?').run(entry, importId);
  db.prepare('UPDATE import_log SET undo_of = ? WHERE import_id = ?').run(importId, entry);
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  closeEntry(db, entry, { ...NO_FEED, endedAtMs: clock.nowMs() }, summary);
  dropOldChanges(db, clock.nowMs());
  return { kind: 'undone', importId: dryRun ? null : entry, summary, orders };
}

/** What an undo has no file for. */
const NO_FEED = {
  outcome: 'imported',
  cause: null,
  bytes: null,
  lines: 0,
  problemCount: 0,
  warningCount: 0,
  problems: [],
  warnings: [],
  readAs: null,
} as const;

function whyImpossible(db: DatabaseSync, importId: number): Reason | null {
  const row = db.prepare('SELECT undone_by FROM import_log WHERE import_id = ?').get(importId);
  if (row === undefined) return message('undo.noImport', { importId });
  if (row.undone_by === null) return null;
  return message('undo.undoneBefore', { importId, undoneBy: String(row.undone_by) });
}
