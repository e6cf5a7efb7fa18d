import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../../clock.ts';
import type { ImportEnd } from '../../../ingest/import-log.ts';
import type { ImportUndo, UndoOutcome, UndoRequest } from '../../../ingest/import-undo.ts';
import type { Reason } from '../../../ingest/reason.ts';
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
  const summary = restoreRecords(db, readJournal(db, importId), journal);
  if (entry === null) return { kind: 'undone', importId: null, summary };
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
  return { kind: 'undone', importId: entry, summary };
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
  if (row === undefined)
    return { en: `there is no import ${importId}`, ko: `가져오기 ${importId}번이 없습니다.` };
  if (row.outcome !== 'imported') return CHANGED_NOTHING;
  if (row.undone_by !== null) {
    return {
      en: `import ${importId} was undone by import ${row.undone_by}`,
      ko: `가져오기 ${importId}번은 ${row.undone_by}번에서 이미 되돌렸습니다.`,
    };
  }
  if (row.undo_parts === 0) return NO_RECORDS;
  const parts = db
    .prepare('SELECT count(*) AS parts FROM import_undo WHERE import_id = ?')
    .get(importId)?.parts;
  return parts === row.undo_parts ? null : NOT_KEPT;
}

const CHANGED_NOTHING: Reason = {
  en: 'that attempt changed nothing',
  ko: '아무것도 바꾸지 않은 가져오기입니다.',
};
const NO_RECORDS: Reason = {
  en: 'it changed no item, author or category; orders are taken back by cancellations',
  ko: '상품, 저자, 카테고리를 바꾸지 않은 가져오기입니다. 주문은 취소 줄로 되돌립니다.',
};
const NOT_KEPT: Reason = {
  en: 'what it changed is no longer kept: 30 days have passed, or it changed too much',
  ko: '되돌릴 내용이 남아 있지 않습니다. 30일이 지났거나 바뀐 내용이 너무 많습니다.',
};

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
  for (const record of readJournal(db, importId)) touched.add(nameOf(record));
  const conflicts = new Set<string>();
  const by = new Set<number>();
  for (const laterId of later) {
    for (const record of readJournal(db, laterId)) {
      const name = nameOf(record);
      if (!touched.has(name)) continue;
      conflicts.add(name);
      by.add(laterId);
    }
  }
  return conflicts.size === 0 ? null : conflictOf([...conflicts], [...by]);
}

function nameOf([kind, key]: UndoRecord): string {
  return `${kind} ${key}`;
}

function conflictOf(names: readonly string[], by: readonly number[]): Reason {
  const shown = `${names.slice(0, NAMED_MAX).join(', ')}${names.length > NAMED_MAX ? ', …' : ''}`;
  const count = names.length.toLocaleString('en-US');
  const imports = by.slice(0, NAMED_MAX).join(', ');
  return {
    en: `later imports (${imports}) changed ${count} of its records: ${shown}`,
    ko: `이후의 가져오기(${imports})가 같은 레코드 ${count}개를 바꿨습니다. 해당 레코드: ${shown}`,
  };
}
