import type { AccountStore } from '../../../accounts/account-store.ts';
import type { SqlDatabase } from '../sql-database.ts';

interface UsageDayRow {
  readonly day: number;
  readonly endpoint: string;
  readonly status_class: number;
  readonly calls: number;
}

type UsageMethods = Pick<
  AccountStore,
  'listUsage' | 'deleteUsageBefore' | 'recordAddOnClick' | 'listAddOnClicks'
>;

/** What accounts have called, and the clicks on their add-on links. */
export function usageMethods(database: SqlDatabase): UsageMethods {
  return {
    async listUsage(accountId, fromDay) {
      const rows = await database.query<UsageDayRow>(
        `SELECT day, endpoint, status_class, calls
         FROM usage_day
         WHERE account_id = $1
           AND day >= $2
         ORDER BY day, endpoint, status_class`,
        [accountId, fromDay],
      );
      return rows.map(({ day, endpoint, status_class, calls }) => ({
        day,
        endpoint,
        statusClass: status_class,
        calls,
      }));
    },
    deleteUsageBefore: (day) =>
      database.transaction(
        async (transaction) => {
          const [row] = await transaction.query<{ rows: number }>(
            'SELECT count(*) AS rows FROM usage_day WHERE day < $1',
            [day],
          );
          for (const table of database.usageTables) {
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
    async listAddOnClicks(accountId, fromDay) {
      const rows = await database.query<{ day: number; clicks: number }>(
        `SELECT day, CAST(sum(clicks) AS bigint) AS clicks
         FROM add_on_click
         WHERE account_id = $1
           AND day >= $2
         GROUP BY day
         ORDER BY day`,
        [accountId, fromDay],
      );
      return rows.map(({ day, clicks }) => ({ day, clicks }));
    },
  };
}

/** A night's deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;
