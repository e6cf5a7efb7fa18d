import type { KstDay } from '../../../clock.ts';
import type { AnsweredInStep, CallFigures, RefusedCalls } from '../../../gate/recent-calls.ts';
import type { Queryable } from '../database.ts';

interface AccountFigures {
  readonly accountId: number;
  readonly figures: CallFigures;
}

/** Adds figures of days, in a transaction that holds the accounts' rows. Closed accounts get none. */
export async function appendFigures(
  transaction: Queryable,
  accounts: readonly AccountFigures[],
): Promise<void> {
  const refused = accounts.flatMap(({ accountId, figures }) =>
    figures.refused.map((row) => ({ accountId, ...row })),
  );
  const times = accounts.flatMap(({ accountId, figures }) =>
    figures.times.map((row) => ({ accountId, ...row })),
  );
  // In the order of the key, so that two instances never wait for each other.
  await transaction.query(
    `INSERT INTO refused_call AS r (account_id, day, endpoint, calls)
     SELECT n.*
     FROM unnest($1::bigint[], $2::integer[], $3::text[], $4::bigint[]) AS n (account_id, day, endpoint, calls)
     JOIN account a ON a.account_id = n.account_id
     ORDER BY n.account_id, n.day, n.endpoint COLLATE "C"
     ON CONFLICT (account_id, day, endpoint) DO UPDATE SET calls = r.calls + excluded.calls`,
    [...keysOf(refused), refused.map(({ endpoint }) => endpoint), refused.map(({ calls }) => calls)],
  );
  await transaction.query(
    `INSERT INTO call_time AS t (account_id, day, step, calls)
     SELECT n.*
     FROM unnest($1::bigint[], $2::integer[], $3::smallint[], $4::bigint[]) AS n (account_id, day, step, calls)
     JOIN account a ON a.account_id = n.account_id
     ORDER BY n.account_id, n.day, n.step
     ON CONFLICT (account_id, day, step) DO UPDATE SET calls = t.calls + excluded.calls`,
    [...keysOf(times), times.map(({ step }) => step), times.map(({ calls }) => calls)],
  );
}

function keysOf(rows: readonly { readonly accountId: number; readonly day: KstDay }[]): number[][] {
  return [rows.map(({ accountId }) => accountId), rows.map(({ day }) => day)];
}

/** The figures of an account that are written, from a day on. */
export async function listFigures(
  database: Queryable,
  accountId: number,
  fromDay: KstDay,
): Promise<CallFigures> {
  const own = 'WHERE account_id = $1 AND day >= $2';
  return {
    refused: await database.query<RefusedCalls>(`SELECT day, endpoint, calls FROM refused_call ${own}`, [
      accountId,
      fromDay,
    ]),
    times: await database.query<AnsweredInStep>(`SELECT day, step, calls FROM call_time ${own}`, [
      accountId,
      fromDay,
    ]),
  };
}
