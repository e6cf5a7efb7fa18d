import type { KstDay } from '../clock.ts';
import type { SqlDatabase } from '../sql-database.ts';
import type { DayClicks, UsageRow } from './account.ts';

/** Usage, and clicks on add-on links. */
export function usageMethods(database: SqlDatabase) {
  return {
    /** The last day on which the account called, and its calls on that day, up to this moment; null without any. */
    async findLastDay(accountId: number): Promise<{ readonly day: KstDay; readonly calls: number } | null> {
      const [row] = await database.query<{ day: number; calls: number }>(
        'SELECT day, calls FROM call_total WHERE account_id = $1 ORDER BY day DESC LIMIT 1',
        [accountId],
      );
      return row ?? null;
    },
    /** The breakdown of calls from a day on, oldest first. Calls of the last half second may be missing. */
    listUsage: (accountId: number, fromDay: KstDay): Promise<readonly UsageRow[]> =>
      database.query<UsageRow>(
        `SELECT day, endpoint, status_class AS "statusClass", calls
         FROM usage_day
         WHERE account_id = $1
           AND day >= $2
         ORDER BY day, endpoint, status_class`,
        [accountId, fromDay],
      ),
    /** Deletes usage and call figures older than a day (docs/accounts.md#usage-history). Returns how many usage rows. */
    deleteUsageBefore: (day: KstDay): Promise<number> =>
      database.transaction(
        async (transaction) => {
          const [row] = await transaction.query<{ rows: number }>(
            'SELECT count(*) AS rows FROM usage_day WHERE day < $1',
            [day],
          );
          for (const table of USAGE_TABLES) {
            await transaction.query(`DELETE FROM ${table} WHERE day < $1`, [day]);
          }
          return row?.rows ?? 0;
        },
        { timeoutMs: DELETE_TIMEOUT_MS },
      ),
    /** Counts a click on an add-on link. */
    async recordAddOnClick(accountId: number, itemId: number, day: KstDay): Promise<void> {
      await database.query(
        `INSERT INTO add_on_click AS c (account_id, day, item_id, clicks)
         VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, day, item_id) DO UPDATE SET clicks = c.clicks + 1`,
        [accountId, day, itemId],
      );
    },
    /** Clicks by day from a day on, oldest first, without days that have none. */
    listAddOnClicks: (accountId: number, fromDay: KstDay): Promise<readonly DayClicks[]> =>
      database.query<DayClicks>(
        `SELECT day, CAST(sum(clicks) AS bigint) AS clicks
         FROM add_on_click
         WHERE account_id = $1
           AND day >= $2
         GROUP BY day
         ORDER BY day`,
        [accountId, fromDay],
      ),
  };
}

/** What is kept by day, of calls. */
const USAGE_TABLES = ['usage_total', 'usage_day', 'refused_call', 'call_time'];

/** A night's deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;
