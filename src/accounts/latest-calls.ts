import type { Reader, Writer } from '../sql-database.ts';

/** A call as its account can see it later: no body, and no key (keys in parameters were masked before). */
export interface RecentCall {
  /** Unix ms at which it was answered. */
  readonly atMs: number;
  readonly endpoint: string;
  /** The query string without "?", at most QUERY_LENGTH_MAX characters; a longer one is cut and ends in "…". */
  readonly query: string;
  readonly status: number;
  /** Code of the failure, empty on success. */
  readonly errorCode: string;
  readonly ms: number;
  /** Whether the test tool made it, without a key. */
  readonly isTestRun?: true;
  /** Identifies a failure of the service, like its message; others have none. */
  readonly requestId?: string;
}

export const RECENT_CALLS_MAX = 200;
/** Rows older than this many calls are deleted: not at once, because the batches of two instances overlap in time. */
const KEPT_CALLS = 2 * RECENT_CALLS_MAX;
/** Accounts of which this process remembers what it has added. */
const COUNTED_MAX = 20_000;

/** A stored call: values in this order; those that few calls have are at the end. */
type StoredCall = readonly [
  ...[atMs: number, endpoint: string, query: string, status: number, errorCode: string, ms: number],
  rest?: Pick<RecentCall, 'isTestRun' | 'requestId'>,
];

function stored({ atMs, endpoint, query, status, errorCode, ms, ...rest }: RecentCall): StoredCall {
  // Rounded to the hundredths that pages show.
  const values = [atMs, endpoint, query, status, errorCode, Math.round(ms * 100) / 100] as const;
  return rest.isTestRun || rest.requestId ? [...values, rest] : values;
}

function restored([atMs, endpoint, query, status, errorCode, ms, rest]: StoredCall): RecentCall {
  return { atMs, endpoint, query, status, errorCode, ms, ...rest };
}

/** The last RECENT_CALLS_MAX calls of an account, newest first. */
export async function listLatest({ query }: Reader, accountId: number): Promise<readonly RecentCall[]> {
  const rows = await query<{ list: string }>(
    'SELECT list FROM recent_calls WHERE account_id = $1 ORDER BY at_ms DESC, batch DESC',
    [accountId],
  );
  const calls = rows.flatMap((row) => (JSON.parse(row.list) as StoredCall[]).toReversed().map(restored));
  // The sort is stable: calls of one millisecond stay in the order in which their instance recorded them.
  return calls.sort((a, b) => b.atMs - a.atMs).slice(0, RECENT_CALLS_MAX);
}

type LatestCalls = ReadonlyMap<number, { readonly latest: readonly RecentCall[] }>;

/**
 * Adds a row for the calls of each account in a batch. Old rows of an account are deleted when this process has added RECENT_CALLS_MAX
 * calls since the last time, and at the first: so no row is written twice.
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
    [due.map(({ accountId }) => accountId), KEPT_CALLS],
  );
}
