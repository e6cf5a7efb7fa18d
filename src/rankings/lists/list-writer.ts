import { grown } from '../../base/typed-arrays.ts';
import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay, kstWeekOfDay } from '../../clock.ts';
import type { LongTransaction, SqlScalar } from '../../sql-database.ts';
import { REALTIME_BUCKETS } from '../counted-lists.ts';
import type { DayCopies, MonthCopies, Months } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import type { CellLists, PublishedCell } from '../ranked-lists.ts';
import { findEdition, readCopies } from './editions.ts';
import { CHUNK_BYTES_MAX, CHUNK_ENTRIES, decodeChunk, encodeChunk } from './list-chunks.ts';

export interface EditionContent extends Omit<Edition, 'version'> {
  /** The catalogue that the indices in the lists refer to. */
  readonly catalog: Pick<RankCatalog, 'categoryIds' | 'itemIds'>;
  /** By cell (editionCell). */
  readonly cells: readonly CellLists[];
  /** Only for a month: the copies that its lists are made from, and the lists of its days and weeks, in order. */
  readonly ofMonth?: {
    readonly copies: DayCopies;
    readonly days: readonly CellLists[];
    readonly weeks: readonly CellLists[];
  };
}

/** Reads and writes lists in a run's transaction. Reads see what the same transaction wrote before. */
export function createListWriter(lists: LongTransaction) {
  const chunks = createChunkWriter(lists);
  // Several kinds of lists are made from the same last months.
  const latest = new Map<KstMonth, MonthCopies>();

  /** Returns how many chunks have changed, without a month's daily and weekly lists. */
  async function writeCells({ kind, period, catalog, cells, ofMonth }: EditionContent): Promise<number> {
    const firstDay = kstMonthFirstDay(period);
    for (const [at, day] of ofMonth?.days.entries() ?? [])
      await chunks.writeCell(['daily', firstDay + at, 0], catalog, day);
    for (const [at, week] of ofMonth?.weeks.entries() ?? [])
      await chunks.writeCell(['weekly', kstWeekOfDay(firstDay) + at, 0], catalog, week);
    let changes = 0;
    for (const [cell, one] of cells.entries())
      changes += await chunks.writeCell([kind, period, cell], catalog, one);
    await chunks.flush();
    const of = ofMonth?.copies;
    latest.delete(period);
    if (of !== undefined)
      await lists.query(PUT_COPIES, [period, ...[of.itemIds, of.start, of.codes, of.copies].map(bufferOf)]);
    return changes;
  }

  async function putInForce({ kind, period, untilDay, publishedAtMs }: EditionContent): Promise<Edition> {
    const put = await lists.query<{ version: number }>(PUT_EDITION, [kind, period, untilDay, publishedAtMs]);
    if (kind !== 'monthly')
      for (const table of ['edition', 'list'])
        await lists.query(`DELETE FROM ${table} WHERE kind = $1 AND period NOT BETWEEN $2 AND $3`, [
          kind,
          period - earlierPeriods(kind),
          period,
        ]);
    return { kind, period, version: put[0]?.version ?? 0, untilDay, publishedAtMs };
  }

  return {
    findEdition: (kind: EditionKind, period: number) => findEdition(lists, kind, period),
    /** The lists of all categories that have entries. */
    readCell: (kind: EditionKind, period: number, cell: number) => readCell(lists, [kind, period, cell]),
    /** The counted copies of the months that overlap a range of days. */
    listCopies: (fromDay: KstDay, untilDay: KstDay): Months => ({
      [Symbol.asyncIterator]: () =>
        readCopies(lists, kstMonthOfDay(fromDay), kstMonthOfDay(untilDay), latest),
    }),
    /** Replaces the lists of a kind and period, and deletes those of earlier periods that no reader needs any more. */
    async writeEdition(content: EditionContent): Promise<Edition> {
      await writeCells(content);
      return putInForce(content);
    },
    /**
     * Like writeEdition, but if lists and last day are unchanged, publishes nothing and returns null, so that nobody fetches them
     * again.
     */
    async writeIfChanged(content: EditionContent): Promise<Edition | null> {
      const inForce = await findEdition(lists, content.kind, content.period);
      const isSame = (await writeCells(content)) === 0 && inForce?.untilDay === content.untilDay;
      return isSame ? null : putInForce(content);
    },
  };
}

const PUT_EDITION = `
  INSERT INTO edition AS e (kind, period, version, until_day, published_at_ms)
  VALUES ($1, $2, 1, $3, $4)
  ON CONFLICT (kind, period) DO UPDATE
  SET version = e.version + 1, until_day = excluded.until_day, published_at_ms = excluded.published_at_ms
  RETURNING version`;

const PUT_COPIES = `
  INSERT INTO month_copies (month, item_ids, start, codes, copies)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (month) DO UPDATE
  SET item_ids = excluded.item_ids, start = excluded.start, codes = excluded.codes, copies = excluded.copies`;

type CellKey = readonly [kind: EditionKind, period: number, cell: number];

const OF_CELL = 'FROM list WHERE kind = $1 AND period = $2 AND cell = $3';

const BATCH_CHUNKS = 500;

function createChunkWriter(lists: LongTransaction) {
  // The chunks of the batch, one after the other.
  const room = Buffer.alloc(BATCH_CHUNKS * CHUNK_BYTES_MAX);
  let used = 0;
  let batch: SqlScalar[][] = [];

  async function flush(): Promise<void> {
    const rows = batch;
    [batch, used] = [[], 0];
    await lists.insert({
      into: 'list',
      columns:
        'kind text, period bigint, cell integer, category_id text, chunk integer, length integer, entries bytea',
      rows,
      conflict: `ON CONFLICT (kind, period, cell, category_id, chunk) DO UPDATE
        SET length = excluded.length, entries = excluded.entries`,
    });
  }

  async function readChunks(at: CellKey): Promise<Map<string, Uint8Array[]>> {
    const chunks = new Map<string, Uint8Array[]>();
    const rows = lists.rows<Record<'category_id', string> & Record<'entries', Uint8Array>>(
      `SELECT category_id, entries ${OF_CELL} ORDER BY category_id, chunk`,
      at,
    );
    for await (const portion of rows)
      for (const { category_id, entries } of portion) {
        const known = chunks.get(category_id);
        if (known === undefined) chunks.set(category_id, [entries]);
        else known.push(entries);
      }
    return chunks;
  }

  return {
    flush,
    /** Writes the chunks that differ from the stored ones, and returns how many differ. */
    async writeCell(at: CellKey, { categoryIds, itemIds }: EditionContent['catalog'], cell: CellLists) {
      const before = await readChunks(at);
      const gone: { readonly categoryId: string; readonly chunk: number }[] = [];
      let changes = 0;
      for (const [category, categoryId] of categoryIds.entries()) {
        const known = before.get(categoryId) ?? [];
        before.delete(categoryId);
        const end = cell.start[category + 1] ?? 0;
        let from = cell.start[category] ?? 0;
        // A list whose titles all have too few copies is stored as one chunk without entries.
        const isThinned = cell.isThinned?.[category] === 1;
        let chunk = 0;
        for (; from < end || (chunk === 0 && isThinned); chunk++) {
          const until = Math.min(from + CHUNK_ENTRIES, end);
          const [items, upDowns] = [cell.items.subarray(from, until), cell.upDowns.subarray(from, until)];
          const entries = room.subarray(used, encodeChunk(room, used, items, upDowns, itemIds));
          const stored = known[chunk];
          if (stored === undefined || Buffer.compare(stored, entries) !== 0) {
            used += entries.length;
            changes++;
            if (batch.push([...at, categoryId, chunk, until - from, entries]) === BATCH_CHUNKS) await flush();
          }
          from = until;
        }
        for (; chunk < known.length; chunk++) gone.push({ categoryId, chunk });
      }
      for (const [categoryId, known] of before)
        for (const chunk of known.keys()) gone.push({ categoryId, chunk });
      for (const [chunk, ofLists] of Map.groupBy(gone, (one) => one.chunk)) {
        const categories = ofLists.map(({ categoryId }) => categoryId);
        const remove = `DELETE ${OF_CELL} AND chunk = $4 AND category_id = ANY ($5)`;
        await lists.query(remove, [...at, chunk, categories]);
      }
      return changes + gone.length;
    },
  };
}

/** All lists share one array, which grows while rows are read. */
async function readCell(reader: LongTransaction, at: CellKey): Promise<PublishedCell> {
  let itemIds = new Float64Array(CHUNK_ENTRIES);
  let end = 0;
  const lists = new Map<string, { readonly from: number; end: number }>();
  const rows = reader.rows<{ category_id: string; length: number; entries: Uint8Array }>(
    `SELECT category_id, length, entries ${OF_CELL} ORDER BY category_id, chunk`,
    at,
  );
  for await (const portion of rows)
    for (const { category_id, length, entries } of portion) {
      if (end + CHUNK_ENTRIES > itemIds.length) itemIds = grown(itemIds);
      itemIds.set(decodeChunk(entries, length).itemIds, end);
      const list = lists.get(category_id) ?? { from: end, end };
      end += length;
      list.end = end;
      lists.set(category_id, list);
    }
  return new Map(lists.entries().map(([id, list]) => [id, itemIds.subarray(list.from, list.end)]));
}

/**
 * One, because readers may still use it and the next lists are compared with it. Realtime lists are compared with those of a day
 * earlier, so they stay for a day (docs/lists.md#realtime).
 */
function earlierPeriods(kind: EditionKind): number {
  return kind === 'realtime' ? REALTIME_BUCKETS : 1;
}

function bufferOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
