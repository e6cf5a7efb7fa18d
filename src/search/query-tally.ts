import { type Clock, type KstDay, kstDayOf } from '../clock.ts';
import { createDelayedWork } from '../delayed-work.ts';
import { keptQuery } from './kept-query.ts';
import { CORRECTION_KINDS, type Correction } from './search-index.ts';
import type { QueryRecord } from './search-term-admin.ts';
import { QUERIES_A_DAY_MAX } from './search-term-bounds.ts';

/** How long counts stay in memory: this much is lost if the process is killed. */
const WRITE_EVERY_MS = 5_000;

/** Rows per transaction, so that it blocks the thread for about a millisecond. */
const BATCH_MAX = 200;

/** Calls of a day, by what was searched for and how it was corrected, to be added to the stored ones. */
export interface QueryCountRow {
  readonly day: KstDay;
  /** Empty when nothing was found. */
  readonly kind: string;
  readonly query: string;
  readonly used: string;
  readonly calls: number;
}

export interface QueryTallyOptions {
  readonly clock: Clock;
  /** Adds rows to the stored ones, all or none. */
  readonly addRows: (rows: readonly QueryCountRow[]) => Promise<void>;
  /** Gets every failed attempt to write; the rows are kept and tried again. */
  readonly onWriteError: (error: unknown) => void;
}

/** Counts of queries, added up in memory and written in batches. */
export function createQueryTally({ clock, addRows, onWriteError }: QueryTallyOptions) {
  const pending = new Map<string, QueryCountRow>();
  // One at a time: two would both write what neither has taken out of memory yet.
  const writing = createDelayedWork(WRITE_EVERY_MS, writeAll, onWriteError);

  async function writeAll(): Promise<void> {
    while (pending.size > 0) await writeBatch();
  }

  async function writeBatch(): Promise<void> {
    const batch = [...pending].slice(0, BATCH_MAX);
    await addRows(batch.map(([, row]) => row));
    for (const [key, written] of batch) {
      // Calls that were recorded since the commit stay for the next batch.
      const calls = (pending.get(key)?.calls ?? 0) - written.calls;
      if (calls > 0) pending.set(key, { ...written, calls });
      else pending.delete(key);
    }
  }

  return {
    /** Counts a query for today, in memory: counts are written every few seconds, and lost if the process is killed before. */
    recordQuery({ query, correction }: QueryRecord): void {
      const kept = keptQuery(query);
      if (kept === null) return;
      const used = kept === '' ? '' : (keptQuery(correction?.query ?? '') ?? '');
      const day = kstDayOf(clock.nowMs());
      const own = { day, kind: correction?.kind ?? '', query: kept, used, calls: 0 };
      const isRoom = pending.has(keyOf(own)) || pending.size < QUERIES_A_DAY_MAX;
      const row = isRoom ? own : { ...own, query: '', used: '' };
      const calls = (pending.get(keyOf(row))?.calls ?? 0) + 1;
      pending.set(keyOf(row), { ...row, calls });
      writing.later();
    },
    /** Writes the counts in memory. What can't be written is reported and kept. */
    flush: writing.settle,
  };
}

function keyOf({ day, kind, query, used }: QueryCountRow): string {
  return JSON.stringify([day, kind, query, used]);
}

/** The correction that a stored row tells of; null when nothing was found. */
export function correctionOf(kind: unknown, used: unknown): Correction | null {
  const known = CORRECTION_KINDS.find((one) => one === kind);
  return known === undefined ? null : { kind: known, query: String(used) };
}
