import type { Reader, Writer } from '../sql-database.ts';

/** A call as shown to the account later: without body, and with keys masked. */
export interface RecentCall {
  /** When the call was answered, in Unix ms. */
  readonly atMs: number;
  readonly endpoint: string;
  /** The query string without "?". A text longer than QUERY_LENGTH_MAX is shortened and ends in "…". */
  readonly query: string;
  readonly status: number;
  readonly errorCode: string;
  readonly ms: number;
  readonly isTestRun?: true;
  /** The id that the response shows when the service failed. */
  readonly requestId?: string;
}

export const RECENT_CALLS_MAX = 200;
/** Stored calls per account: more than are shown, because batches of two instances overlap in time. */
const STORED_CALLS_MAX = 2 * RECENT_CALLS_MAX;
/** Accounts in `addedSince`; beyond this number, the map is cleared. */
const COUNTED_MAX = 20_000;

/** A call without the names of its fields, to save space. `rest` holds fields that few calls have. */
type StoredCall = readonly [
  ...[atMs: number, endpoint: string, query: string, status: number, errorCode: string, ms: number],
  rest?: Pick<RecentCall, 'isTestRun' | 'requestId'>,
];

function stored({ atMs, endpoint, query, status, errorCode, ms, ...rest }: RecentCall): StoredCall {
  // Pages show hundredths of a millisecond.
  const values = [atMs, endpoint, query, status, errorCode, Math.round(ms * 100) / 100] as const;
  return rest.isTestRun || rest.requestId ? [...values, rest] : values;
}

function restored([atMs, endpoint, query, status, errorCode, ms, rest]: StoredCall): RecentCall {
  return { atMs, endpoint, query, status, errorCode, ms, ...rest };
}

export async function listLatest({ query }: Reader, accountId: number): Promise<readonly RecentCall[]> {
  const rows = await query<{ list: string }>(
    'SELECT list FROM recent_calls WHERE account_id = $1 ORDER BY at_ms DESC, batch DESC',
    [accountId],
  );
  const calls = rows.flatMap((row) => (JSON.parse(row.list) as StoredCall[]).toReversed().map(restored));
  // The sort is stable: calls of one millisecond stay in the order in which they were recorded.
  return calls.sort((a, b) => b.atMs - a.atMs).slice(0, RECENT_CALLS_MAX);
}

type LatestCalls = ReadonlyMap<number, { readonly latest: readonly RecentCall[] }>;

/**
 * Adds one row per account and batch. Deletes an account's old rows at its first batch in this process, then after every
 * RECENT_CALLS_MAX calls.
 */
export function keepLatest() {
  const addedSince = new Map<number, number>();

  return {
    async add(transaction: Writer, accounts: LatestCalls, batch: readonly [writer: number, no: number]) {
      const added = [...accounts].flatMap(([accountId, { latest }]) =>
        latest.length === 0 ? [] : [{ accountId, latest: latest.slice(-RECENT_CALLS_MAX) }],
      );
      await transaction.insert({
        into: 'recent_calls',
        columns: 'account_id bigint, writer bigint, batch bigint, at_ms bigint, calls integer, list text',
        rows: added.map(({ accountId, latest }) => [
          ...[accountId, ...batch, latest.at(-1)?.atMs ?? 0, latest.length],
          JSON.stringify(latest.map(stored)),
        ]),
      });
      if (addedSince.size > COUNTED_MAX) addedSince.clear();
      const due = added.filter(({ accountId, latest }) => {
        const sum = (addedSince.get(accountId) ?? RECENT_CALLS_MAX) + latest.length;
        addedSince.set(accountId, sum >= RECENT_CALLS_MAX ? 0 : sum);
        return sum >= RECENT_CALLS_MAX;
      });
      if (due.length > 0) await deleteOld(transaction, due);
    },
  };
}

async function deleteOld({ query }: Writer, due: readonly { readonly accountId: number }[]): Promise<void> {
  await query(
    `DELETE FROM recent_calls
     WHERE account_id = ANY ($1)
       AND (account_id, writer, batch) IN (
         SELECT account_id, writer, batch
         FROM (
           SELECT account_id, writer, batch, calls, sum(calls) OVER (
             PARTITION BY account_id ORDER BY at_ms DESC, batch DESC, writer
           ) AS until
           FROM recent_calls
           WHERE account_id = ANY ($1)
         ) AS r
         WHERE until - calls >= $2
       )`,
    [due.map(({ accountId }) => accountId), STORED_CALLS_MAX],
  );
}
