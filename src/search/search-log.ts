import { hasValidIsbn13Check } from '../catalog/isbn.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { type SqlOptions, type Transaction, valuesList } from '../sql-database.ts';
import { normaliseText } from './fold/fold-text.ts';
import { CORRECTION_KINDS, type Correction } from './search-index.ts';
import { textKey } from './tokenise.ts';

/** Days of counted queries that are kept, today included. */
export const QUERY_DAYS = 90;
/** Most different queries of a day that are kept by their text; further ones are counted together. */
export const QUERIES_A_DAY_MAX = 2000;
/** How long counts stay in memory: this much is lost if the process is killed. */
const WRITE_EVERY_MS = 5_000;
/** Rows per transaction, so that it blocks the thread for about a millisecond. */
const BATCH_MAX = 200;

/** How often a query found nothing, or was corrected in one way. */
interface QueryCount {
  /** As keptQuery writes it; empty for all together whose text is not kept. */
  readonly query: string;
  /** Null when nothing was found. `query` is empty like that of the whole. */
  readonly correction: Correction | null;
  readonly calls: number;
  readonly lastDay: KstDay;
}

/** A row of search_query_day. */
interface Row {
  readonly day: KstDay;
  /** Empty when nothing was found. */
  readonly kind: string;
  readonly query: string;
  readonly used: string;
  readonly calls: number;
}

export interface SearchLogOptions extends SqlOptions {
  /** Gets every failed attempt to write counts; they are kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

/**
 * Counts of queries that found nothing, or only after they were corrected (docs/search.md#search-log), added up in memory and
 * written in batches. They lead to no person: they contain no account, and no text that keptQuery omits.
 */
export function createSearchLog({ database, clock, onWriteError }: SearchLogOptions) {
  const pending = new Map<string, Row>();
  // One at a time: two would both write what neither has taken out of memory yet.
  const writing = createDelayedWork(WRITE_EVERY_MS, writeAll, onWriteError);

  async function writeAll(): Promise<void> {
    while (pending.size > 0) {
      const batch = [...pending.values()].slice(0, BATCH_MAX);
      await database.transaction(async (transaction) => {
        // One process adds at a time: the number of texts is a limit, and rows are locked in any order.
        await transaction.queryLocked('SELECT id FROM search_term_state');
        for (const rows of Map.groupBy(batch, ({ day }) => day).values()) await addRows(transaction, rows);
      });
      // Calls that were recorded since the commit stay for the next batch.
      for (const row of batch) addTo(pending, row, -row.calls);
    }
  }

  return {
    /** Counts a query for today, in memory. `correction` says what was found instead; null when nothing was. */
    recordQuery({ query, correction }: Pick<QueryCount, 'query' | 'correction'>): void {
      const kept = keptQuery(query);
      if (kept === null) return;
      const used = kept === '' ? '' : (keptQuery(correction?.query ?? '') ?? '');
      const row = { day: kstDayOf(clock.nowMs()), kind: correction?.kind ?? '', query: kept, used, calls: 0 };
      const isRoom = pending.has(keyOf(row)) || pending.size < QUERIES_A_DAY_MAX;
      addTo(pending, isRoom ? row : withoutText(row), 1);
      writing.later();
    },
    /** Writes the counts in memory; call it before the process ends. What can't be written is reported and kept. */
    flush: writing.settle,
    /** What is written of the days from one on, the most frequent first. */
    async listQueryCounts(fromDay: KstDay): Promise<readonly QueryCount[]> {
      const rows = await database.query<Omit<Row, 'day'> & { lastDay: KstDay }>(
        `SELECT kind, query, used, CAST(sum(calls) AS bigint) AS calls, CAST(max(day) AS integer) AS "lastDay"
         FROM search_query_day
         WHERE day >= $1
         GROUP BY kind, query, used
         ORDER BY sum(calls) DESC, query, kind, used`,
        [fromDay],
      );
      return rows.map(({ kind, query, used, calls, lastDay }) => {
        const known = CORRECTION_KINDS.find((one) => one === kind);
        return {
          query,
          correction: known === undefined ? null : { kind: known, query: used },
          calls,
          lastDay,
        };
      });
    },
    /** Deletes counts older than a day. Returns how many. */
    async deleteQueryCountsBefore(day: KstDay): Promise<number> {
      const sql = 'DELETE FROM search_query_day WHERE day < $1 RETURNING day';
      return (await database.query(sql, [day])).length;
    },
  };
}

/** Adds up the counts of a day. Once it has QUERIES_A_DAY_MAX texts, new ones are counted without their text. */
async function addRows(transaction: Transaction, rows: readonly Row[]): Promise<void> {
  const day = rows[0]?.day ?? 0;
  const stored = await transaction.query<Row>(
    `SELECT day, kind, query, used
     FROM search_query_day
     WHERE (kind, query, used) IN (VALUES ${valuesList(rows.length, 3)})
       AND day = $${rows.length * 3 + 1}`,
    [...rows.flatMap(({ kind, query, used }) => [kind, query, used]), day],
  );
  const known = new Set(stored.map(keyOf));
  const [count] = await transaction.query<{ queries: number }>(
    'SELECT count(*) AS queries FROM search_query_day WHERE day = $1',
    [day],
  );
  let room = QUERIES_A_DAY_MAX - (count?.queries ?? 0);
  const added = new Map<string, Row>();
  for (const row of rows) {
    const isKept = known.has(keyOf(row)) || room-- > 0;
    addTo(added, isKept ? row : withoutText(row), row.calls);
  }
  await transaction.query(
    `INSERT INTO search_query_day AS q (day, kind, query, used, calls)
     VALUES ${valuesList(added.size, 5)}
     ON CONFLICT (day, kind, query, used) DO UPDATE SET calls = q.calls + excluded.calls`,
    [...added.values()].flatMap(({ kind, query, used, calls }) => [day, kind, query, used, calls]),
  );
}

function keyOf({ day, kind, query, used }: Row): string {
  return JSON.stringify([day, kind, query, used]);
}

function withoutText(row: Row): Row {
  return { ...row, query: '', used: '' };
}

/** Adds calls to those of a row among others; without any left, it goes. */
function addTo(rows: Map<string, Row>, row: Row, more: number): void {
  const calls = (rows.get(keyOf(row))?.calls ?? 0) + more;
  if (calls > 0) rows.set(keyOf(row), { ...row, calls });
  else rows.delete(keyOf(row));
}

/** Longest query whose text is kept, in characters. */
const KEPT_QUERY_MAX = 50;

/**
 * A query as it is counted: without case, width and extra spaces. Empty if its text must not be
 * kept, because it is long or may identify a person; null if it contains nothing searchable, so that there is nothing
 * to learn from it.
 */
export function keptQuery(query: string): string | null {
  if (textKey(query) === '') return null;
  const text = normaliseText(query)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return [...text].length > KEPT_QUERY_MAX || mayTellOfPerson(text) ? '' : text;
}

/** Seven digits and more, however they are grouped: telephone, card, account and registration numbers. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{P}\p{S}]*\p{Nd}){6,}/u;

/** Long words of letters and digits: keys and passwords that were pasted into the wrong field. */
const KEY_LIKE = /(?=[a-z_-]*\d)[a-z0-9_-]{20,}/;

function mayTellOfPerson(text: string): boolean {
  if (text.includes('@') || KEY_LIKE.test(text)) return true;
  return LONG_NUMBER.test(text) && !isIsbn13(text);
}

/** The numbers that people look for are worth knowing, and no other number has this form. */
function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  return /^97[89]/.test(digits) && hasValidIsbn13Check(digits);
}
