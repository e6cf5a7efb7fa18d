import { RUN_CAUSES, RUN_KINDS, type RunKind, type RunUnderWay } from '../../../rankings/ranking-admin.ts';
import type { RunRequests } from '../../../rankings/run-requests.ts';
import type { Database } from '../database.ts';

interface RunRow {
  readonly requested: string | null;
  readonly kind: string | null;
  readonly cause: string | null;
  readonly started_at_ms: number | null;
  readonly months_done: number;
  readonly months_total: number;
}

/** Requests for runs in PostgreSQL: any instance takes them, the one that runs sees them. */
export function createPostgresRunRequests(database: Database): RunRequests {
  const read = async () => {
    const [row] = await database.query<RunRow>('SELECT * FROM run_request');
    return row;
  };
  return {
    underWay: async () => toRun(await read()),
    requested: async () => toKind((await read())?.requested ?? null),
    async request(kind) {
      await database.query(`UPDATE run_request SET requested = $1 WHERE requested IS DISTINCT FROM 'tally'`, [
        kind,
      ]);
    },
    async takeRequested() {
      const [row] = await database.query<{ requested: string | null }>(
        `UPDATE run_request r
         SET requested = NULL
         FROM (SELECT requested FROM run_request FOR UPDATE) AS before
         RETURNING before.requested`,
      );
      return toKind(row?.requested ?? null);
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

function toKind(text: string | null): RunKind | null {
  return RUN_KINDS.find((kind) => kind === text) ?? null;
}

function toRun(row: RunRow | undefined): RunUnderWay | null {
  const kind = toKind(row?.kind ?? null);
  const cause = RUN_CAUSES.find((one) => one === row?.cause);
  if (row === undefined || kind === null || cause === undefined) return null;
  return {
    kind,
    cause,
    startedAtMs: row.started_at_ms ?? 0,
    monthsDone: row.months_done,
    monthsTotal: row.months_total,
  };
}
