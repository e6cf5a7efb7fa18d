import type { DatabaseSync } from 'node:sqlite';
import type { ImportLog, ImportRecord } from '../../../ingest/import-log.ts';

/** Imports that are kept: a shop that sends a feed every ten minutes looks back a week. */
const IMPORTS_KEPT = 1000;

/** Reads the log through a connection to the migrated catalogue file. */
export function createSqliteImportLog(db: DatabaseSync): ImportLog {
  const select = db.prepare('SELECT * FROM import_log ORDER BY import_id DESC LIMIT ?');
  return {
    async list(limit) {
      return select.all(limit).map((row) => ({
        name: String(row.name),
        actor: String(row.actor),
        startedAtMs: Number(row.started_at_ms),
        endedAtMs: Number(row.ended_at_ms),
        lines: Number(row.lines),
        problemCount: Number(row.problem_count),
        summary: JSON.parse(String(row.summary)),
      }));
    },
  };
}

/** Writes the line of a feed into the log, in the feed's own transaction. */
export function recordImport(db: DatabaseSync, note: ImportRecord): void {
  const { name, actor, startedAtMs, endedAtMs, lines, problemCount, summary } = note;
  db.prepare(`
    INSERT INTO import_log (name, actor, started_at_ms, ended_at_ms, lines, problem_count, summary)
    VALUES (?, ?, ?, ?, ?, ?, ?)`).run(
    name,
    actor,
    startedAtMs,
    endedAtMs,
    lines,
    problemCount,
    JSON.stringify(summary),
  );
  db.prepare('DELETE FROM import_log WHERE import_id <= (SELECT max(import_id) FROM import_log) - ?').run(
    IMPORTS_KEPT,
  );
}
