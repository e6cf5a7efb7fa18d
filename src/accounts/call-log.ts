import { type KstDay, kstDayOf } from '../clock.ts';
import { stepOf } from '../gate/answer-times.ts';
import type { SqlOptions } from '../sql-database.ts';
import { REFUSED_CLASS, type UsageRow } from './account.ts';
import { createCallBatches } from './call-batches.ts';
import { listLatest, type RecentCall } from './latest-calls.ts';

/** Days of usage that are kept, today included (docs/accounts.md#usage-history). */
export const USAGE_DAYS = 90;
/** Length of a stored query string: enough for the numbers of a hundred products. */
export const QUERY_LENGTH_MAX = 1_000;
export const TOO_MANY = 429;

/** Usage by day, oldest first (docs/accounts.md#usage-history). */
export interface CallFigures {
  /** Calls refused with 429 included. */
  readonly calls: readonly UsageRow[];
  /** By step of the response time (src/gate/answer-times.ts). */
  readonly times: readonly { readonly day: KstDay; readonly step: number; readonly calls: number }[];
}

/** By status: 2xx or 3xx, 429, any other 4xx, 5xx. */
const OUTCOMES = ['fine', 'limited', 'refused', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Answered calls by outcome in the minute that began at `atMs`. */
export type MinuteCalls = Readonly<Record<Outcome | 'atMs', number>>;

/** The current minute included. */
export const RATE_MINUTES = 61;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Long enough for what a large service deletes in a night. */
const DELETE_TIMEOUT_MS = 60_000;

export type CallLog = ReturnType<typeof createCallLog>;

/**
 * How calls ended: counts by account, day, endpoint and outcome, by response time, and by minute; also each account's latest
 * calls. Calls are written in batches, and before anything is read. A kill loses half a second of them, but none of the gate's
 * totals. `onWriteError` gets the failure of a batch, which is tried again.
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
    /** `countedOn` = the day to whose quota the gate has counted the call; null if it hasn't. */
    record(accountId: number, call: RecentCall, countedOn: KstDay | null = null): void {
      const { status, endpoint } = call;
      const day = kstDayOf(call.atMs);
      batches.addLatest(accountId, call);
      if (countedOn !== null) batches.addUsage(accountId, countedOn, endpoint, Math.floor(status / 100));
      if (status === TOO_MANY) batches.addUsage(accountId, day, endpoint, REFUSED_CLASS);
      else batches.addTime(accountId, day, stepOf(call.ms));
    },
    /** Newest first. */
    async list(accountId: number): Promise<readonly RecentCall[]> {
      await batches.runOrReport();
      return listLatest(database, accountId);
    },
    /** Includes calls just recorded. */
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
    /** Over all instances, oldest first; a minute without calls has zeros. */
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
    /** Writes pending batches. A failure is reported, and its batch written later. */
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
