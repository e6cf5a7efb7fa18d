import type { AccountStore, DayClicks, UsageRow } from '../../../accounts/account-store.ts';
import type { SqlDatabase } from '../../../sql-database.ts';

/** Usage, and clicks on add-on links. */
export function usageMethods(database: SqlDatabase) {
  return {
    async findLastDay(accountId) {
      const [row] = await database.query<{ day: number; calls: number }>(
        'SELECT day, calls FROM call_total WHERE account_id = $1 ORDER BY day DESC LIMIT 1',
        [accountId],
      );
      return row ?? null;
    },
    listUsage: (accountId, fromDay) =>
      database.query<UsageRow>(
        `SELECT day, endpoint, status_class AS "statusClass", calls
         FROM usage_day
         WHERE account_id = $1
           AND day >= $2
         ORDER BY day, endpoint, status_class`,
        [accountId, fromDay],
      ),
    deleteUsageBefore: (day) =>
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
    async recordAddOnClick(accountId, itemId, day) {
      await database.query(
        `INSERT INTO add_on_click AS c (account_id, day, item_id, clicks)
         VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, day, item_id) DO UPDATE SET clicks = c.clicks + 1`,
        [accountId, day, itemId],
      );
    },
    listAddOnClicks: (accountId, fromDay) =>
      database.query<DayClicks>(
        `SELECT day, CAST(sum(clicks) AS bigint) AS clicks
         FROM add_on_click
         WHERE account_id = $1
           AND day >= $2
         GROUP BY day
         ORDER BY day`,
        [accountId, fromDay],
      ),
  } satisfies Partial<AccountStore>;
}

/** What is kept by day, of calls. */
const USAGE_TABLES = ['usage_total', 'usage_day', 'refused_call', 'call_time'];

/** A night's deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;
