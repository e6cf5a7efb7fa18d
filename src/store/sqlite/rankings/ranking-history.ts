import type { DatabaseSync } from 'node:sqlite';
import {
  RUN_CAUSES,
  RUN_KINDS,
  RUN_OUTCOMES,
  type RunKind,
  type RunRecord,
} from '../../../rankings/ranking-admin.ts';
import { oneOf } from '../../stored-value.ts';
import { type CatalogWrites, writeInTurn } from '../catalog-writes.ts';

/** Runs of each kind that are kept: refreshes of two days, tallies of half a year and more. */
const RUNS_KEPT = 300;

/** Newest first. */
export function listRuns(db: DatabaseSync, kind: RunKind, limit: number): RunRecord[] {
  return db
    .prepare('SELECT * FROM ranking_run WHERE kind = ? ORDER BY run_id DESC LIMIT ?')
    .all(kind, limit)
    .map((row) => ({
      kind: oneOf(RUN_KINDS, row.kind),
      cause: oneOf(RUN_CAUSES, row.cause),
      outcome: oneOf(RUN_OUTCOMES, row.outcome),
      startedAtMs: Number(row.started_at_ms),
      elapsedMs: Number(row.elapsed_ms),
      untilDay: row.until_day === null ? null : Number(row.until_day),
      months: Number(row.months),
      editions: Number(row.editions),
    }));
}

/** Adds a run, in the caller's transaction. */
export function insertRun(db: DatabaseSync, note: RunRecord): void {
  const { kind, cause, outcome, startedAtMs, elapsedMs, untilDay, months, editions } = note;
  db.prepare(`
    INSERT INTO ranking_run (kind, cause, outcome, started_at_ms, elapsed_ms, until_day, months, editions)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`).run(
    kind,
    cause,
    outcome,
    startedAtMs,
    elapsedMs,
    untilDay,
    months,
    editions,
  );
  db.prepare(`
    DELETE FROM ranking_run
    WHERE kind = ?1 AND run_id <= (
      SELECT run_id FROM ranking_run WHERE kind = ?1 ORDER BY run_id DESC LIMIT 1 OFFSET ?2)`).run(
    kind,
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
