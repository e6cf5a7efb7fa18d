import { createDelayedWork } from '../base/delayed-work.ts';
import { hasValidIsbn13Check } from '../catalog/isbn.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { type SqlOptions, valuesList } from '../sql-database.ts';
import { normaliseText } from './fold/fold-text.ts';
import type { Correction, CorrectionKind } from './search-index.ts';
import { textKey } from './tokenise.ts';

export const QUERY_DAYS = 90;
/** Maximum number of distinct queries of a day that are stored as text. Further queries are counted without their text. */
export const QUERIES_A_DAY_MAX = 2000;
/** How long counts stay in memory. If the process is killed, counts in memory are lost. */
const WRITE_EVERY_MS = 5_000;
/** Rows per transaction, so that a transaction blocks the thread for about a millisecond. */
const BATCH_MAX = 200;

interface Row {
  readonly day: KstDay;
  /** Empty for a query without hits, even corrected. */
  readonly kind: CorrectionKind | '';
  /** Normalized by loggedText; empty for the sum of queries whose text isn't stored. */
  readonly query: string;
  /** The query searched instead, normalized by loggedText, or empty. */
  readonly used: string;
  readonly calls: number;
}

export interface SearchLogOptions extends SqlOptions {
  readonly onWriteError: (error: unknown) => void;
}

/**
 * Counts queries without hits, or with hits only after a correction (docs/search.md#search-log), in memory, and writes the counts
 * in batches. The counts have no account, and no text that loggedText omits.
 */
export function createSearchLog({ database, clock, onWriteError }: SearchLogOptions) {
  const pending = new Map<string, Row>();
  // One write at a time: two would write the same counts.
  const writing = createDelayedWork(WRITE_EVERY_MS, writeAll, onWriteError);

  async function writeAll(): Promise<void> {
    while (pending.size > 0) {
      const batch = [...pending.values()].slice(0, BATCH_MAX);
      await database.transaction(async (transaction) => {
        // Only one process writes at a time: two could store too many texts, and deadlock because rows are locked in any order.
        await transaction.queryLocked('SELECT id FROM search_term_state');
        await transaction.query(
          addRows(batch.length),
          batch.flatMap(({ day, kind, query, used, calls }) => [day, kind, query, used, calls]),
        );
      });
      // Calls recorded during the transaction stay for the next batch.
      for (const row of batch) addTo(pending, row, -row.calls);
    }
  }

  return {
    recordQuery({ query, correction }: { query: string; correction: Correction | null }): void {
      const text = loggedText(query);
      if (text === null) return;
      const used = text === '' ? '' : (loggedText(correction?.query ?? '') ?? '');
      const day = kstDayOf(clock.nowMs());
      const row: Row = { day, kind: correction?.kind ?? '', query: text, used, calls: 0 };
      const isRoom = pending.has(keyOf(row)) || pending.size < QUERIES_A_DAY_MAX;
      addTo(pending, isRoom ? row : { ...row, query: '', used: '' }, 1);
      writing.schedule();
    },
    /** Writes the counts; call it before the process ends. Counts that can't be written are reported and stay in memory. */
    flush: writing.runOrReport,
    listQueryCounts: (fromDay: KstDay) =>
      database.query<Omit<Row, 'day'> & { readonly lastDay: KstDay }>(
        `SELECT kind, query, used, CAST(sum(calls) AS bigint) AS calls, CAST(max(day) AS integer) AS "lastDay"
         FROM search_query_day
         WHERE day >= $1
         GROUP BY kind, query, used
         ORDER BY sum(calls) DESC, query, kind, used`,
        [fromDay],
      ),
    async deleteQueryCountsBefore(day: KstDay): Promise<number> {
      const sql = 'DELETE FROM search_query_day WHERE day < $1 RETURNING day';
      return (await database.query(sql, [day])).length;
    },
  };
}

/** Adds counts. Once a day has QUERIES_A_DAY_MAX texts, new ones are counted without their text. */
const addRows = (rows: number) => `
  WITH given (day, kind, query, used, calls) AS (
    VALUES ${valuesList(rows, 5)}
  ),
  added AS (
    SELECT CAST(g.day AS integer) AS day, g.kind, g.query, g.used, CAST(g.calls AS bigint) AS calls, q.day AS known
    FROM given AS g
    LEFT JOIN search_query_day AS q ON (q.day, q.kind, q.query, q.used) = (CAST(g.day AS integer), g.kind, g.query, g.used)
  ),
  ranked AS (
    SELECT a.*, known IS NOT NULL OR row_number() OVER (PARTITION BY day, known)
      <= ${QUERIES_A_DAY_MAX} - (SELECT count(*) FROM search_query_day AS q WHERE q.day = a.day) AS is_kept
    FROM added AS a
  )
  INSERT INTO search_query_day AS q (day, kind, query, used, calls)
  SELECT
    day,
    kind,
    CASE WHEN is_kept THEN query ELSE '' END AS kept_query,
    CASE WHEN is_kept THEN used ELSE '' END AS kept_used,
    CAST(sum(calls) AS bigint)
  FROM ranked
  GROUP BY day, kind, kept_query, kept_used
  ON CONFLICT (day, kind, query, used) DO UPDATE SET calls = q.calls + excluded.calls`;

function keyOf({ day, kind, query, used }: Row): string {
  return JSON.stringify([day, kind, query, used]);
}

function addTo(rows: Map<string, Row>, row: Row, more: number): void {
  const calls = (rows.get(keyOf(row))?.calls ?? 0) + more;
  if (calls > 0) rows.set(keyOf(row), { ...row, calls });
  else rows.delete(keyOf(row));
}

const LOGGED_LENGTH_MAX = 50;

/** A query without case, width and extra spaces. Empty if it is long or may identify a person; null if nothing is searchable. */
export function loggedText(query: string): string | null {
  if (textKey(query) === '') return null;
  const text = normaliseText(query)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return [...text].length > LOGGED_LENGTH_MAX || mayTellOfPerson(text) ? '' : text;
}

/** Seven digits and more, however they are grouped: telephone, card, account and registration numbers. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd}){6,}/u;

/** Long words of letters and digits: keys and passwords that were pasted into the wrong field. */
const KEY_LIKE = /(?=[a-z_-]*\d)[a-z0-9_-]{20,}/;

function mayTellOfPerson(text: string): boolean {
  if (text.includes('@') || KEY_LIKE.test(text)) return true;
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  // No other number has the form of an ISBN.
  const isIsbn = /^97[89]/.test(digits) && hasValidIsbn13Check(digits);
  return LONG_NUMBER.test(text) && !isIsbn;
}
