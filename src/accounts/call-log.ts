import type { KstDay } from '../clock.ts';
import type { SqlOptions } from '../sql-database.ts';
import { type Outcome, REFUSED_CLASS, type UsageRow } from './account.ts';
import { createCallBatches, MINUTE_MS } from './call-batches.ts';
import { listLatest, type RecentCall } from './latest-calls.ts';

/** Days of stored usage, today included (docs/accounts.md#usage-history). */
export const USAGE_DAYS = 90;
/** Characters of a stored query string, enough for a hundred product numbers. */
export const QUERY_LENGTH_MAX = 1_000;

export interface CallFigures {
  readonly calls: readonly UsageRow[];
  /** Calls by step of the response time (src/gate/answer-times.ts). */
  readonly times: readonly { readonly day: KstDay; readonly step: number; readonly calls: number }[];
}

export type MinuteCalls = Readonly<Record<Outcome | 'atMs', number>>;

export const RATE_MINUTES = 61;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Time to delete what a large service deletes in a night. */
const DELETE_TIMEOUT_MS = 60_000;

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * Usage figures and each account's latest calls. Calls are written in batches, and before figures are read. A killed process
 * loses half a second of calls, but the gate counts quotas separately. `onWriteError` gets the error of a batch that failed and
 * will be retried.
 */
export function createCallLog(options: CallLogOptions, onWriteError: (error: unknown) => void) {
  const { database, clock } = options;
  const batches = createCallBatches(options, onWriteError);
  return {
    count: batches.count,
    record: batches.record,
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await batches.runOrReport();
      return listLatest(database, accountId);
    },
    async listFigures(accountId: number, fromDay: KstDay): Promise<CallFigures> {
      await batches.runOrReport();
      const calls = await database.query<UsageRow>(
        `SELECT day, endpoint, status_class AS "statusClass", calls
         FROM usage_day
         WHERE account_id = $1
           AND day >= $2
         ORDER BY day, status_class = ${REFUSED_CLASS}, endpoint, status_class`,
        [accountId, fromDay],
      );
      const stored = await database.query<{ day: KstDay; steps: string }>(
        'SELECT day, steps FROM call_time WHERE account_id = $1 AND day >= $2 ORDER BY day',
        [accountId, fromDay],
      );
      const times = stored.flatMap(({ day, steps }) =>
        Object.entries<number>(JSON.parse(steps)).map(([step, count]) => ({
          day,
          step: Number(step),
          calls: count,
        })),
      );
      return { calls, times };
    },
    /** Calls of all instances, the oldest minute first. A minute without calls has zeros. */
    async minutes(): Promise<readonly MinuteCalls[]> {
      await batches.runOrReport();
      const firstMs = (Math.floor(clock.nowMs() / MINUTE_MS) - RATE_MINUTES + 1) * MINUTE_MS;
      const stored = await database.query<{ atMs: number; outcome: string; calls: number }>(
        'SELECT minute_ms AS "atMs", outcome, calls FROM call_minute WHERE minute_ms >= $1',
        [firstMs],
      );
      const byMinute = Map.groupBy(stored, ({ atMs }) => atMs);
      return Array.from({ length: RATE_MINUTES }, (_, index) => {
        const atMs = firstMs + index * MINUTE_MS;
        const calls = byMinute.get(atMs)?.map((one) => [one.outcome, one.calls]) ?? [];
        return { atMs, fine: 0, limited: 0, refused: 0, failed: 0, ...Object.fromEntries(calls) };
      });
    },
    deleteBefore: (day: KstDay): Promise<void> =>
      database.transaction(
        async ({ query }) => {
          for (const table of ['usage_total', 'usage_day', 'call_time'])
            await query(`DELETE FROM ${table} WHERE day < $1`, [day]);
          const yesterday = [clock.nowMs() - DAY_MS];
          await query('DELETE FROM call_minute WHERE minute_ms < $1', yesterday);
          await query('DELETE FROM count_writer WHERE wrote_at_ms < $1', yesterday);
        },
        { timeoutMs: DELETE_TIMEOUT_MS },
      ),
    /** Writes the collected calls. A batch that fails is reported and retried later. */
    async flush(): Promise<void> {
      await batches.runOrReport();
      batches.cancel();
    },
  };
}

type CallLogOptions = Pick<SqlOptions, 'database' | 'clock'>;
