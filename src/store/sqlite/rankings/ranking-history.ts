import type { DatabaseSync } from 'node:sqlite';
import type { RunKind, RunRecord } from '../../../rankings/ranking-admin.ts';
import { type CatalogWrites, writeInTurn } from '../catalog-writes.ts';
import { rowsOf } from '../rows.ts';

/** Runs of each kind that are kept: refreshes of two days, tallies of half a year and more. */
const RUNS_KEPT = 300;

/** Newest first. */
export function listRuns(db: DatabaseSync, kind: RunKind, limit: number): RunRecord[] {
  const select = db.prepare(`
    SELECT kind, cause, outcome, started_at_ms AS "startedAtMs", elapsed_ms AS "elapsedMs", until_day AS "untilDay",
      months, editions
    FROM ranking_run
    WHERE kind = ?
    ORDER BY run_id DESC
    LIMIT ?`);
  return rowsOf(select, kind, limit);
}

/** Adds a run, in the caller's transaction. */
export function insertRun(db: DatabaseSync, note: RunRecord): void {
  db.prepare(`
    INSERT INTO ranking_run (kind, cause, outcome, started_at_ms, elapsed_ms, until_day, months, editions)
    VALUES (:kind, :cause, :outcome, :startedAtMs, :elapsedMs, :untilDay, :months, :editions)`).run({
    ...note,
  });
  db.prepare(`
    DELETE FROM ranking_run
    WHERE kind = ?1 AND run_id <= (
      SELECT run_id FROM ranking_run WHERE kind = ?1 ORDER BY run_id DESC LIMIT 1 OFFSET ?2)`).run(
    note.kind,
    RUNS_KEPT,
  );
}

/** Adds a run that published nothing, unless the catalogue can't be written now. */
export async function recordFailure(db: DatabaseSync, writes: CatalogWrites, note: RunRecord): Promise<void> {
  try {
    // A stopping server doesn't wait for an import to end.
    db.exec('PRAGMA busy_timeout = 0');
    await writeInTurn(writes, db, () => insertRun(db, note), { waitMs: 0 });
  } catch {
    // The failure itself goes to the log; the history may lack a line.
  }
}
