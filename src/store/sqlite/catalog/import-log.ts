import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ReadAs } from '../../../ingest/choose-reader.ts';
import type { FeedProblem, FeedSummary, FeedTally } from '../../../ingest/feed-record.ts';
import type { ImportEnd, ImportEntry, ImportLog, ImportSource } from '../../../ingest/import-log.ts';
import type { Reason } from '../../../ingest/reason.ts';
import { FEED_KINDS, type FeedKind } from '../../../ingest/record-fields.ts';
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
  const list = db.prepare(`${ENTRIES} ORDER BY import_id DESC LIMIT ?`);
  const find = db.prepare(`${ENTRIES} WHERE import_id = ?`);
  const good = db.prepare(`
    SELECT iif(actor LIKE 'account:%', 'console', actor) AS source, name, max(ended_at_ms) AS "endedAtMs"
    FROM import_log
    WHERE outcome = 'imported' AND undo_of IS NULL
    GROUP BY source
    ORDER BY "endedAtMs" DESC`);
  const read = async (statement: StatementSync, value: number): Promise<ImportEntry[]> => {
    const entries = rowsOf<EntryRow>(statement, value).map(entryOf);
    if (!entries.some(({ outcome }) => outcome === 'running') || (await isUnderWay())) return entries;
    return entries.map((entry) =>
      entry.outcome === 'running' ? { ...entry, outcome: 'unfinished' } : entry,
    );
  };
  return {
    list: (limit) => read(list, limit),
    find: async (importId) => (await read(find, importId))[0] ?? null,
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

function entryOf({ findings, canUndo, summary, ...row }: EntryRow): ImportEntry {
  const kept: KeptFindings = findings === null ? NO_FINDINGS : JSON.parse(findings);
  const inWords = (found: FeedProblem): FeedProblem => ({ ...found, reason: keptText(found.reason) });
  return {
    ...row,
    ...kept,
    problems: kept.problems.map(inWords),
    warnings: kept.warnings.map(inWords),
    cause: kept.cause === null ? null : keptText(kept.cause),
    canUndo: canUndo === 1,
    // An attempt that came to nothing has none.
    summary: { ...emptySummary(), ...JSON.parse(summary) },
  };
}

const ENTRIES = `
  SELECT import_id AS "importId", name, actor, bytes, started_at_ms AS "startedAtMs", outcome,
    iif(outcome IN ('running', 'unfinished'), NULL, ended_at_ms) AS "endedAtMs", lines,
    problem_count AS "problemCount", warning_count AS "warningCount", findings, undone_by AS "undoneBy",
    undo_of AS "undoOf", undone_by IS NULL AND import_id IN (SELECT u.import_id FROM import_undo AS u) AS "canUndo", summary
  FROM import_log`;

interface EntryRow extends Omit<ImportEntry, keyof KeptFindings | 'canUndo' | 'summary'> {
  readonly findings: string | null;
  readonly canUndo: number;
  readonly summary: string;
}

/** No records of any kind. */
export function emptySummary(): Record<FeedKind, FeedTally> {
  const tallies = FEED_KINDS.map((kind) => [kind, { added: 0, changed: 0, unchanged: 0, late: 0 }]);
  return Object.fromEntries(tallies) as Record<FeedKind, FeedTally>;
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
