import { dirname } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ReadAs } from '../../../ingest/choose-reader.ts';
import type { FeedProblem, FeedSummary, FeedTally } from '../../../ingest/feed-record.ts';
import type { ImportEnd, ImportEntry, ImportLog, ImportSource } from '../../../ingest/import-log.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { keptText } from '../../../messages/messages.ts';
import { takeImportLock } from '../process-lock.ts';
import { rowsOf } from '../rows.ts';

/** Entries that are kept: a week of a shop that sends a feed every ten minutes. */
const ENTRIES_KEPT = 1000;

/** Reads the log through a connection to the migrated catalogue file. `isUnderWay` = whether anybody imports now. */
export function createSqliteImportLog(
  db: DatabaseSync,
  isUnderWay: () => Promise<boolean> = async () => isImporting(db),
): ImportLog {
  const list = db.prepare('SELECT * FROM import_log ORDER BY import_id DESC LIMIT ?');
  const find = db.prepare('SELECT * FROM import_log WHERE import_id = ?');
  const good = db.prepare(`
    SELECT iif(actor LIKE 'account:%', 'console', actor) AS source, name, max(ended_at_ms) AS "endedAtMs"
    FROM import_log
    WHERE outcome = 'imported' AND undo_of IS NULL
    GROUP BY source
    ORDER BY "endedAtMs" DESC`);
  const read = async (rows: readonly Record<string, SQLOutputValue>[]): Promise<ImportEntry[]> => {
    const entries = rows.map(entryOf);
    if (!entries.some(({ outcome }) => outcome === 'running') || (await isUnderWay())) return entries;
    return entries.map((entry) =>
      entry.outcome === 'running' ? { ...entry, outcome: 'unfinished' } : entry,
    );
  };
  return {
    list: async (limit) => read(list.all(limit)),
    find: async (importId) =>
      (await read([find.get(importId)].filter((row) => row !== undefined)))[0] ?? null,
    listGoodFeeds: async () => rowsOf(good),
  };
}

function isImporting(db: DatabaseSync): boolean {
  const lock = takeImportLock(dirname(db.location() ?? ''));
  lock?.release();
  return lock === null;
}

/** What an entry keeps as JSON. */
interface KeptFindings {
  readonly problems: readonly FeedProblem[];
  readonly warnings: readonly FeedProblem[];
  readonly cause: Reason | null;
  readonly readAs: ReadAs | null;
}

const NO_FINDINGS: KeptFindings = { problems: [], warnings: [], cause: null, readAs: null };

function entryOf(row: Record<string, SQLOutputValue>): ImportEntry {
  const outcome = String(row.outcome) as ImportEntry['outcome'];
  const isOpen = outcome === 'running' || outcome === 'unfinished';
  const kept: KeptFindings = row.findings === null ? NO_FINDINGS : JSON.parse(String(row.findings));
  const inWords = (found: FeedProblem): FeedProblem => ({ ...found, reason: keptText(found.reason) });
  return {
    importId: Number(row.import_id),
    name: String(row.name),
    actor: String(row.actor),
    bytes: row.bytes === null ? null : Number(row.bytes),
    startedAtMs: Number(row.started_at_ms),
    outcome,
    endedAtMs: isOpen ? null : Number(row.ended_at_ms),
    lines: Number(row.lines),
    problemCount: Number(row.problem_count),
    warningCount: Number(row.warning_count),
    // Entries of earlier versions don't say how the file was read.
    ...NO_FINDINGS,
    ...kept,
    problems: kept.problems.map(inWords),
    warnings: kept.warnings.map(inWords),
    cause: kept.cause === null ? null : keptText(kept.cause),
    undoneBy: row.undone_by === null ? null : Number(row.undone_by),
    undoOf: row.undo_of === null ? null : Number(row.undo_of),
    canUndo: Number(row.undo_parts) > 0 && row.undone_by === null,
    // Entries of earlier versions don't name every kind.
    summary: { ...emptySummary(), ...JSON.parse(String(row.summary)) },
  };
}

/** No records of any kind. */
export function emptySummary(): Record<keyof FeedSummary, FeedTally> {
  const tally = (): FeedTally => ({ added: 0, changed: 0, unchanged: 0, late: 0 });
  return {
    category: tally(),
    author: tally(),
    item: tally(),
    patch: tally(),
    remove: tally(),
    sale: tally(),
    cancel: tally(),
  };
}

/** Opens the entry of an attempt within the caller's transaction. Returns its number. */
export function openEntry(
  db: DatabaseSync,
  { name, actor, bytes }: ImportSource,
  startedAtMs: number,
): number {
  const { lastInsertRowid } = db
    .prepare(`
      INSERT INTO import_log
        (name, actor, bytes, started_at_ms, ended_at_ms, lines, problem_count, summary, outcome)
      VALUES (?1, ?2, ?3, ?4, ?4, 0, 0, '{}', 'running')`)
    .run(name, actor, bytes, startedAtMs);
  const lastDropped = Number(lastInsertRowid) - ENTRIES_KEPT;
  db.prepare('DELETE FROM import_log WHERE import_id <= ?').run(lastDropped);
  db.prepare('DELETE FROM import_undo WHERE import_id <= ?').run(lastDropped);
  return Number(lastInsertRowid);
}

/** Marks attempts whose process died. The caller holds the import lock. */
export function closeAbandoned(db: DatabaseSync): void {
  db.exec(`UPDATE import_log SET outcome = 'unfinished' WHERE outcome = 'running'`);
}

/** Completes an entry within the caller's transaction. */
export function closeEntry(
  db: DatabaseSync,
  importId: number,
  end: ImportEnd,
  summary: FeedSummary | null,
): void {
  const { problems, warnings, cause, readAs } = end;
  const findings: KeptFindings = { problems, warnings, cause, readAs };
  db.prepare(`
    UPDATE import_log
    SET outcome = ?, ended_at_ms = ?, bytes = coalesce(bytes, ?), lines = ?, problem_count = ?, warning_count = ?,
      findings = ?, summary = ?
    WHERE import_id = ?`).run(
    end.outcome,
    end.endedAtMs,
    end.bytes,
    end.lines,
    end.problemCount,
    end.warningCount,
    JSON.stringify(findings),
    JSON.stringify(summary ?? {}),
    importId,
  );
}
