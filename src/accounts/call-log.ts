import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf } from '../gate/answer-times.ts';
import type { SqlOptions } from '../sql-database.ts';
import { REFUSED_CLASS, type UsageRow } from './account.ts';
import { createCallBatches } from './call-batches.ts';
import { listLatest, type RecentCall } from './latest-calls.ts';

/** Days of usage that are kept and can be queried, today included (docs/accounts.md#usage-history). */
export const USAGE_DAYS = 90;
/**
 * Length of a stored query string: a hundred products by number fit, and the row of a busy account stays below 200 KB.
 */
export const QUERY_LENGTH_MAX = 1_000;
export const TOO_MANY = 429;

/** Usage of an account by day (docs/accounts.md#usage-history), oldest first. */
export interface CallFigures {
  /** The breakdown of its calls, those that were refused with 429 included. */
  readonly calls: readonly UsageRow[];
  /** Answered calls of a day by step of time (src/gate/answer-times.ts). */
  readonly times: readonly { readonly day: KstDay; readonly step: number; readonly calls: number }[];
}

/** Outcomes of calls as they are stored: 2xx and 3xx, 429, any other 4xx, 5xx. */
const OUTCOMES = ['fine', 'limited', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Calls of the public API answered within the minute of the wall clock that began then. */
export type MinuteCalls = Readonly<Record<Outcome | 'atMs', number>>;

/** Minutes that are kept, the current one included. */
export const RATE_MINUTES = 61;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Long enough for the nightly deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * How calls ended: counts by account, day, endpoint and outcome, by time, and by minute, and the latest calls of every account.
 * Recording uses only memory; everything is written in batches, and before it is read. So a kill may lose the last half second,
 * unlike the totals, which the gate keeps. `onWriteError` gets the failure of a batch, which is tried again.
 */
export function createCallLog(options: CallLogOptions, onWriteError: (error: unknown) => void) {
  const { database, clock } = options;
  const batches = createCallBatches(options, onWriteError);
  return {
    count(status: number): void {
      const nowMs = clock.nowMs();
      const minuteMs = nowMs - (nowMs % MINUTE_MS);
      const outcome = outcomeOf(status);
      batches.addMinute(minuteMs + OUTCOMES.indexOf(outcome), minuteMs, outcome);
    },
    /** Records a call of an account, and the day against which the gate has counted it, or null. */
    record(accountId: number, call: RecentCall, countedOn: KstDay | null = null): void {
      const { status, endpoint } = call;
      const day = kstDayOf(call.atMs);
      batches.addLatest(accountId, call);
      if (countedOn !== null) batches.addUsage(accountId, countedOn, endpoint, Math.floor(status / 100));
      if (status === TOO_MANY) batches.addUsage(accountId, day, endpoint, REFUSED_CLASS);
      else batches.addTime(accountId, day, stepOf(call.ms));
    },
    /** The latest calls, newest first, including those just recorded. */
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await batches.runOrReport();
      return listLatest(database, accountId);
    },
    /** Figures from a day on, including calls just recorded. `deleteBefore` deletes old ones. */
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
    /** RATE_MINUTES minutes of all instances, oldest first, the current one last; minutes without calls are zeros. */
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
    /** Deletes usage before `day` (docs/accounts.md#usage-history). */
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
    /** Writes pending batches. Failures are reported, and their batches retried later. */
    async flush(): Promise<void> {
      await batches.runOrReport();
      batches.cancel();
    },
  };
}

type CallLogOptions = Pick<SqlOptions, 'database' | 'clock'>;

export function outcomeOf(status: number): Outcome {
  if (status < 400) return 'fine';
  if (status === TOO_MANY) return 'limited';
  return status < 500 ? 'refused' : 'failed';
}
