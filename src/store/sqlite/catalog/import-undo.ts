import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { ImportEnd } from '../../../ingest/import-log.ts';
import type { ImportUndo, UndoOutcome, UndoRequest } from '../../../ingest/import-undo.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { message } from '../../../messages/messages.ts';
import { type CatalogWrites, localWrites } from '../catalog-writes.ts';
import { closeEntry } from './import-log.ts';
import { type ImportSession, openImportSession } from './import-session.ts';
import { restoreRecords } from './restore-records.ts';
import { createUndoJournal, dropOldJournals, readJournal, type UndoRecord } from './undo-journal.ts';

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
  const conflict = force ? null : findConflict(db, importId);
  if (conflict !== null) return end(session, clock, { kind: 'conflict', reason: conflict });
  const journal = entry === null ? null : createUndoJournal(db, entry);
  const { summary, orders } = restoreRecords(db, readJournal(db, importId), journal, clock);
  if (entry === null) return { kind: 'undone', importId: null, summary, orders };
  journal?.close();
  db.prepare('UPDATE import_log SET undo_of = ? WHERE import_id = ?').run(importId, entry);
  db.prepare('UPDATE import_log SET undone_by = ? WHERE import_id = ?').run(entry, importId);
  // Undoing an undo leaves its import as if nobody had touched it.
  db.prepare('UPDATE import_log SET undone_by = NULL WHERE undone_by = ? AND import_id <> ?').run(
    importId,
    importId,
  );
  db.exec('UPDATE catalog_state SET revision = revision + 1');
  closeEntry(db, entry, endOf('imported', null, clock), summary);
  dropOldJournals(db, clock.nowMs());
  await turn.commit();
  return { kind: 'undone', importId: entry, summary, orders };
}

/** Keeps only the attempt in the log. */
async function end(
  { db, turn, entry }: ImportSession,
  clock: Clock,
  outcome: UndoOutcome & { reason: Reason },
): Promise<UndoOutcome> {
  if (entry !== null) {
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

/** Records that a conflict names. */
const NAMED_MAX = 5;

/** Records that a later import, which holds, changed as well. */
function findConflict(db: DatabaseSync, importId: number): Reason | null {
  const later = db
    .prepare(`
      SELECT import_id
      FROM import_log
      WHERE import_id > ?1 AND undo_parts <> 0 AND undone_by IS NULL AND (undo_of IS NULL OR undo_of <= ?1)`)
    .all(importId)
    .map((row) => Number(row.import_id));
  if (later.length === 0) return null;
  const touched = new Set<string>();
  for (const record of readJournal(db, importId)) if (isNamed(record)) touched.add(nameOf(record));
  const conflicts = new Set<string>();
  const by = new Set<number>();
  for (const laterId of later) {
    for (const record of readJournal(db, laterId)) {
      const name = nameOf(record);
      if (!isNamed(record) || !touched.has(name)) continue;
      conflicts.add(name);
      by.add(laterId);
    }
  }
  return conflicts.size === 0 ? null : conflictOf([...conflicts], [...by]);
}

/** Order lines are only ever added, so later imports can't have changed them. */
function isNamed([kind]: UndoRecord): boolean {
  return kind !== 'ledger' && kind !== 'ledger-gone';
}

function nameOf([kind, key]: UndoRecord): string {
  return `${kind} ${key}`;
}

function conflictOf(names: readonly string[], by: readonly number[]): Reason {
  const shown = `${names.slice(0, NAMED_MAX).join(', ')}${names.length > NAMED_MAX ? ', …' : ''}`;
  const count = names.length.toLocaleString('en-US');
  const imports = by.slice(0, NAMED_MAX).join(', ');
  return message('undo.changedLater', { imports, count, shown });
}
