import { insertAuditLine } from '../../base/audit-line.ts';
import { findsRow, type Reader, type SqlOptions } from '../../sql-database.ts';
import type { EditionKind } from '../edition.ts';
import type { RankingStore } from '../lists/ranking-store.ts';
import type { RunCause, RunKind, TallyProgress } from '../schedule.ts';
import { type RunRecord, readTallyProgress } from './run-record.ts';

export type RankingAdmin = ReturnType<typeof createRankingAdmin>;

export function createRankingAdmin(catalog: Reader, rankings: RankingStore) {
  // Damaged lists count as published: making them again at once would fail each time.
  const isThere = (kind: EditionKind) => rankings.isPublished(kind).catch(() => true);
  return {
    /** How much the lists include. Lost lists count as never made, even if the catalogue has recorded their run. */
    async progress(): Promise<TallyProgress> {
      const { tallied, refreshed, ...progress } = await readTallyProgress(catalog);
      return {
        ...progress,
        tallied: (await isThere('overall')) ? tallied : null,
        refreshed: (await isThere('newProduct')) ? refreshed : null,
      };
    },
    /** Whether any order line has its buyer's sex or age, so that lists by sex and age exist. */
    hasSegments: (): Promise<boolean> =>
      findsRow(catalog, 'SELECT 1 AS found FROM catalog_state WHERE has_segments = 1', []),
    listRuns: (kind: RunKind, limit: number): Promise<RunRecord[]> =>
      catalog.query<RunRecord>(
        `SELECT kind, cause, outcome, started_at_ms AS "startedAtMs", elapsed_ms AS "elapsedMs",
           until_day AS "untilDay", months, editions
         FROM ranking_run
         WHERE kind = $1
         ORDER BY run_id DESC
         LIMIT $2`,
        [kind, limit],
      ),
  };
}

interface RunUnderWay {
  readonly kind: RunKind;
  readonly cause: RunCause;
  readonly startedAtMs: number;
  /** Months counted so far, of `monthsTotal`. Both are 0 until the total is known, and in a refresh. */
  readonly monthsDone: number;
  readonly monthsTotal: number;
}

export type RunRequests = ReturnType<typeof createRunRequests>;

/** Requests for ranking runs, and the progress of the current run. All processes see them, and any process may take a request. */
export function createRunRequests({ database, clock }: Pick<SqlOptions, 'database' | 'clock'>) {
  const requested = async (): Promise<RunKind | null> => {
    const [row] = await database.query<{ requested: RunKind | null }>('SELECT requested FROM run_request');
    return row?.requested ?? null;
  };
  return {
    requested,
    /** A tally replaces a requested refresh. `by` = null where the request follows from a change that has its own audit line. */
    request: (kind: RunKind, by: string | null): Promise<void> =>
      database.transaction(async (sql) => {
        const ask = `UPDATE run_request SET requested = $1 WHERE coalesce(requested, '') <> 'tally'`;
        await sql.query(ask, [kind]);
        if (by === null) return;
        const line = { action: 'rankings.asked', target: 'rankings', detail: { kind } };
        await insertAuditLine(sql, 'audit', { atMs: clock.nowMs(), actor: by, ...line });
      }),
    /** Returns the requested run and clears the request. Null also if another process was faster. */
    async takeRequested(): Promise<RunKind | null> {
      const kind = await requested();
      if (kind === null) return null;
      const take = 'UPDATE run_request SET requested = NULL WHERE requested = $1 RETURNING 1 AS taken';
      return (await database.query(take, [kind])).length > 0 ? kind : null;
    },
    async underWay(): Promise<RunUnderWay | null> {
      const [run] = await database.query<RunUnderWay>(
        `SELECT kind, cause, started_at_ms AS "startedAtMs", months_done AS "monthsDone", months_total AS "monthsTotal"
         FROM run_request
         WHERE kind IS NOT NULL`,
      );
      return run ?? null;
    },
    async begin(run: Pick<RunUnderWay, 'kind' | 'cause' | 'startedAtMs'>): Promise<void> {
      await database.query(
        'UPDATE run_request SET kind = $1, cause = $2, started_at_ms = $3, months_done = 0, months_total = 0',
        [run.kind, run.cause, run.startedAtMs],
      );
    },
    async progress(monthsDone: number, monthsTotal: number): Promise<void> {
      const update = 'UPDATE run_request SET months_done = $1, months_total = $2';
      await database.query(update, [monthsDone, monthsTotal]);
    },
    async end(): Promise<void> {
      await database.query('UPDATE run_request SET kind = NULL, cause = NULL, started_at_ms = NULL');
    },
  };
}
