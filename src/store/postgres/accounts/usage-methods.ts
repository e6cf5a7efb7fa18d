import type { AccountStore } from '../../../accounts/account-store.ts';
import type { Database } from '../database.ts';

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
export function usageMethods(database: Database): UsageMethods {
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
    async deleteUsageBefore(day) {
      const [row] = await database.queryWithin<{ deleted: number }>(
        DELETE_TIMEOUT_MS,
        `WITH rows AS (DELETE FROM usage_day WHERE day < $1 RETURNING day),
           totals AS (DELETE FROM usage_total WHERE day < $1),
           refused AS (DELETE FROM refused_call WHERE day < $1),
           times AS (DELETE FROM call_time WHERE day < $1),
           writers AS (DELETE FROM usage_writer WHERE wrote_at < now() - interval '1 day')
         SELECT count(*) AS deleted FROM rows`,
        [day],
      );
      return row?.deleted ?? 0;
    },
    async recordAddOnClick(accountId, itemId, day) {
      await database.query(
        `INSERT INTO add_on_click AS c (account_id, day, item_id, clicks)
         VALUES ($1, $2, $3, 1)
         ON CONFLICT (account_id, day, item_id) DO UPDATE SET clicks = c.clicks + 1`,
        [accountId, day, itemId],
      );
    },
    listAddOnClicks: (accountId, fromDay) =>
      database.query<{ day: number; clicks: number }>(
        `SELECT day, sum(clicks)::bigint AS clicks
         FROM add_on_click
         WHERE account_id = $1
           AND day >= $2
         GROUP BY day
         ORDER BY day`,
        [accountId, fromDay],
      ),
  };
}

/** A night's deletions of a large service. */
const DELETE_TIMEOUT_MS = 60_000;
