import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type KstDay, kstDayOf } from '../../../clock.ts';
import { keptQuery } from '../../../search/kept-query.ts';
import { CORRECTION_KINDS, type Correction } from '../../../search/search-index.ts';
import { QUERIES_A_DAY_MAX, type SearchTermAdmin } from '../../../search/search-term-admin.ts';
import { writeWhenFree } from '../write-when-free.ts';
import type { SqliteSearchTermAdmin, SqliteSearchTermAdminOptions } from './search-term-admin.ts';

type QueryCounter = Pick<SearchTermAdmin, 'recordQuery' | 'listQueryCounts' | 'deleteQueryCountsBefore'> &
  Pick<SqliteSearchTermAdmin, 'flush'>;

/** How long counts stay in memory: as much is lost when the process is killed. */
const WRITE_EVERY_MS = 5_000;

/** Rows of one transaction, which must not keep the thread from answering: about a millisecond. */
const BATCH_MAX = 200;

/** A row of search_query_day, to be added. */
interface Pending {
  readonly day: KstDay;
  readonly kind: string;
  readonly query: string;
  readonly used: string;
  calls: number;
}

/** Counts of queries, added up in memory and written in batches. */
export function createQueryCounter({ db, clock, onWriteError }: SqliteSearchTermAdminOptions): QueryCounter {
  const addRows = addStatement(db);
  const pending = new Map<string, Pending>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | null = null;

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // One at a time: two would both write what neither has taken out of memory yet.
    writing ??= writeAll().finally(() => {
      writing = null;
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    try {
      while (pending.size > 0) await writeBatch();
    } catch (error) {
      onWriteError(error);
      writeLater();
    }
  }

  async function writeBatch(): Promise<void> {
    const batch = await writeWhenFree(db, () => {
      const rows = [...pending.values()].slice(0, BATCH_MAX).map((row) => ({ ...row }));
      addRows(rows);
      return rows;
    });
    for (const { calls, ...written } of batch) {
      const row = pending.get(keyOf(written));
      if (row === undefined) continue;
      // Calls that were noted since the commit stay for the next batch.
      row.calls -= calls;
      if (row.calls === 0) pending.delete(keyOf(written));
    }
  }

  function writeLater(): void {
    timer ??= setTimeout(flush, WRITE_EVERY_MS).unref();
  }

  return {
    recordQuery({ query, correction }) {
      const kept = keptQuery(query);
      if (kept === null) return;
      const own = newRow(kstDayOf(clock.nowMs()), kept, correction);
      const isRoom = pending.has(keyOf(own)) || pending.size < QUERIES_A_DAY_MAX;
      const row = isRoom ? own : { ...own, query: '', used: '' };
      const known = pending.get(keyOf(row)) ?? row;
      known.calls += 1;
      pending.set(keyOf(row), known);
      writeLater();
    },
    ...storedCounts(db),
    flush,
  };
}

function newRow(day: KstDay, query: string, correction: Correction | null): Pending {
  const used = query === '' ? '' : (keptQuery(correction?.query ?? '') ?? '');
  return { day, kind: correction?.kind ?? '', query, used, calls: 0 };
}

function keyOf({ day, kind, query, used }: Omit<Pending, 'calls'>): string {
  return JSON.stringify([day, kind, query, used]);
}

/** Adds rows; new texts of a day that has enough of them are added up without their text. */
function addStatement(db: DatabaseSync) {
  const update = db.prepare(`
    UPDATE search_query_day
    SET calls = calls + ?
    WHERE day = ? AND kind = ? AND query = ? AND used = ?`);
  const insert = db.prepare(`
    INSERT INTO search_query_day (day, kind, query, used, calls)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET calls = calls + excluded.calls`);
  const count = db.prepare('SELECT count(*) AS queries FROM search_query_day WHERE day = ?');

  return (rows: readonly Pending[]): void => {
    const queriesOf = new Map<KstDay, number>();
    for (const { day, kind, query, used, calls } of rows) {
      if (update.run(calls, day, kind, query, used).changes > 0) continue;
      const queries = queriesOf.get(day) ?? Number(count.get(day)?.queries);
      const isRoom = queries < QUERIES_A_DAY_MAX;
      insert.run(day, kind, isRoom ? query : '', isRoom ? used : '', calls);
      queriesOf.set(day, queries + 1);
    }
  };
}

function storedCounts(
  db: DatabaseSync,
): Pick<SearchTermAdmin, 'listQueryCounts' | 'deleteQueryCountsBefore'> {
  const list = db.prepare(`
    SELECT day, kind, query, used, calls
    FROM search_query_day
    WHERE day >= ?
    ORDER BY day DESC, calls DESC, query, kind, used`);
  const removeBefore = db.prepare('DELETE FROM search_query_day WHERE day < ?');
  return {
    async listQueryCounts(fromDay) {
      return list.all(fromDay).map((row) => ({
        day: Number(row.day),
        query: String(row.query),
        correction: correctionOf(row.kind, row.used),
        calls: Number(row.calls),
      }));
    },
    deleteQueryCountsBefore: (day) => writeWhenFree(db, () => Number(removeBefore.run(day).changes)),
  };
}

function correctionOf(kind: SQLOutputValue | undefined, used: SQLOutputValue | undefined): Correction | null {
  const known = CORRECTION_KINDS.find((one) => one === kind);
  return known === undefined ? null : { kind: known, query: String(used) };
}
