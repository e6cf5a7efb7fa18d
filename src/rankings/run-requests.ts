import type { SqlDatabase } from '../sql-database.ts';
import type { RunKind, RunUnderWay } from './ranking-admin.ts';

export type RunRequests = ReturnType<typeof createRunRequests>;

/** Requests for ranking runs and the progress of the current run, as operators see them: any process takes them, all see them. */
export function createRunRequests(database: SqlDatabase) {
  const requested = async (): Promise<RunKind | null> => {
    const [row] = await database.query<Requested>(SELECT_REQUESTED);
    return row?.requested ?? null;
  };
  return {
    /** The run that was requested and hasn't begun yet. */
    requested,
    /** Requests a run, to begin as soon as none is under way. A tally replaces a requested refresh. */
    async request(kind: RunKind): Promise<void> {
      await database.query(`UPDATE run_request SET requested = $1 WHERE coalesce(requested, '') <> 'tally'`, [
        kind,
      ]);
    },
    /** Returns the requested run and clears the request. */
    async takeRequested(): Promise<RunKind | null> {
      // Asked every second, and nearly always in vain.
      if ((await requested()) === null) return null;
      return database.transaction(async (transaction) => {
        const [row] = await transaction.queryLocked<Requested>(SELECT_REQUESTED);
        await transaction.query('UPDATE run_request SET requested = NULL');
        return row?.requested ?? null;
      });
    },
    async underWay(): Promise<RunUnderWay | null> {
      const [run] = await database.query<RunUnderWay>(
        `SELECT kind, cause, started_at_ms AS "startedAtMs", months_done AS "monthsDone", months_total AS "monthsTotal"
         FROM run_request
         WHERE kind IS NOT NULL`,
      );
      return run ?? null;
    },
    async begin({
      kind,
      cause,
      startedAtMs,
    }: Pick<RunUnderWay, 'kind' | 'cause' | 'startedAtMs'>): Promise<void> {
      await database.query(
        'UPDATE run_request SET kind = $1, cause = $2, started_at_ms = $3, months_done = 0, months_total = 0',
        [kind, cause, startedAtMs],
      );
    },
    async progress(monthsDone: number, monthsTotal: number): Promise<void> {
      await database.query('UPDATE run_request SET months_done = $1, months_total = $2', [
        monthsDone,
        monthsTotal,
      ]);
    },
    async end(): Promise<void> {
      await database.query('UPDATE run_request SET kind = NULL, cause = NULL, started_at_ms = NULL');
    },
  };
}

const SELECT_REQUESTED = 'SELECT requested FROM run_request';

interface Requested {
  readonly requested: RunKind | null;
}
