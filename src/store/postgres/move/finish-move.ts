import type { Database, Queryable } from '../database.ts';
import { MoveRefused, type MoveSource, type StoreFiles } from './moved-tables.ts';

const FINISH_TIMEOUT_MS = 600_000;

/** Sets what follows from the rows, and opens the database to everybody, in one transaction. */
export async function finishMove(
  database: Database,
  { files, mails }: Pick<MoveSource, 'files' | 'mails'>,
  commitNo: number,
): Promise<void> {
  await database.transaction(
    async (transaction) => {
      await fillMeters(transaction);
      await continueNumbers(transaction, files);
      for (const { to, subject, text, createdAtMs } of mails) {
        await transaction.query(
          'INSERT INTO mail (recipient, subject, body, created_at_ms) VALUES ($1, $2, $3, $4)',
          [to, subject, text, createdAtMs],
        );
      }
      const moved = await transaction.query(
        'UPDATE catalog.state SET head = $1, urgent = $1 WHERE head = $1 - 1 RETURNING head',
        [commitNo],
      );
      if (moved.length === 0) throw new MoveRefused('Somebody else has written to the database meanwhile.');
      await transaction.query('DELETE FROM store_move_part');
      await transaction.query('DELETE FROM store_move');
    },
    { timeoutMs: FINISH_TIMEOUT_MS },
  );
}

/** The day on which an account called last is the meter's. */
async function fillMeters(transaction: Queryable): Promise<void> {
  await transaction.query(`
    WITH last AS (
      DELETE FROM usage_total AS t
      WHERE day = (SELECT max(day) FROM usage_total AS u WHERE u.account_id = t.account_id)
      RETURNING account_id, day, calls
    )
    UPDATE meter AS m
    SET day = last.day, used = last.calls
    FROM last
    WHERE m.account_id = last.account_id`);
}

/** Tables whose rows get numbers, with the column. */
const NUMBERED = {
  account: 'account_id',
  api_key: 'key_id',
  quota_request: 'request_id',
  audit: 'audit_id',
  operator_token: 'token_id',
} as const;

/** The next numbers follow those that were given out; the number of a closed account is not given again. */
async function continueNumbers(transaction: Queryable, { accounts }: StoreFiles): Promise<void> {
  const given = Number(
    accounts.prepare(`SELECT seq FROM sqlite_sequence WHERE name = 'account'`).get()?.seq ?? 0,
  );
  for (const [table, column] of Object.entries(NUMBERED)) {
    await transaction.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), greatest(last, 1), last > 0)
       FROM (SELECT greatest(max(${column}), $1) AS last FROM ${table}) AS t`,
      [table === 'account' ? given : 0],
    );
  }
}
