import type { RunKind, RunUnderWay } from '../../../rankings/ranking-admin.ts';
import type { RunRequests } from '../../../rankings/run-requests.ts';
import type { Database } from '../database.ts';

interface Requested {
  readonly requested: RunKind | null;
}

/** Requests for runs in PostgreSQL: any instance takes them, the one that runs sees them. */
export function createPostgresRunRequests(database: Database): RunRequests {
  return {
    async underWay() {
      const [run] = await database.query<RunUnderWay>(
        `SELECT kind, cause, started_at_ms AS "startedAtMs", months_done AS "monthsDone", months_total AS "monthsTotal"
         FROM run_request
         WHERE kind IS NOT NULL`,
      );
      return run ?? null;
    },
    async requested() {
      const [row] = await database.query<Requested>('SELECT requested FROM run_request');
      return row?.requested ?? null;
    },
    async request(kind) {
      await database.query(`UPDATE run_request SET requested = $1 WHERE requested IS DISTINCT FROM 'tally'`, [
        kind,
      ]);
    },
    async takeRequested() {
      const [row] = await database.query<Requested>(
        `UPDATE run_request r
         SET requested = NULL
         FROM (SELECT requested FROM run_request FOR UPDATE) AS before
         RETURNING before.requested`,
      );
      return row?.requested ?? null;
    },
    async begin({ kind, cause, startedAtMs }) {
      await database.query(
        'UPDATE run_request SET kind = $1, cause = $2, started_at_ms = $3, months_done = 0, months_total = 0',
        [kind, cause, startedAtMs],
      );
    },
    async progress(monthsDone, monthsTotal) {
      await database.query('UPDATE run_request SET months_done = $1, months_total = $2', [
        monthsDone,
        monthsTotal,
      ]);
    },
    async end() {
      await database.query('UPDATE run_request SET kind = NULL, cause = NULL, started_at_ms = NULL');
    },
  };
}
