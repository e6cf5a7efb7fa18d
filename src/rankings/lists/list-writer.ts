import { grown } from '../../base/typed-arrays.ts';
import { type KstDay, type KstMonth, kstMonthFirstDay, kstMonthOfDay, kstWeekOfDay } from '../../clock.ts';
import type { LongTransaction, Reader, SqlScalar } from '../../sql-database.ts';
import { REALTIME_BUCKETS } from '../counted-lists.ts';
import type { DayCopies, MonthCopies, Months } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import type { CellLists, PublishedCell } from '../ranked-lists.ts';
import { CHUNK_BYTES_MAX, CHUNK_ENTRIES, decodeChunk, EDITION, encodeChunk } from './stored-lists.ts';

export interface EditionContent extends Omit<Edition, 'version'> {
  /** The catalogue that the indices in the lists refer to. */
  readonly catalog: Pick<RankCatalog, 'categoryIds' | 'itemIds'>;
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
  const latest = new Map<KstMonth, MonthCopies>();

  /** Returns the number of changed chunks, without chunks of a month's daily and weekly lists. */
  async function writeCells({ kind, period, catalog, cells, ofMonth }: EditionContent): Promise<number> {
    if (ofMonth !== undefined) {
      const { copies, days, weeks } = ofMonth;
      const firstDay = kstMonthFirstDay(period);
      for (const [at, day] of days.entries())
        await chunks.writeCell(['daily', firstDay + at, 0], catalog, day);
      for (const [at, week] of weeks.entries())
        await chunks.writeCell(['weekly', kstWeekOfDay(firstDay) + at, 0], catalog, week);
      latest.delete(period);
      const columns = [copies.itemIds, copies.start, copies.codes, copies.copies];
      await lists.query(PUT_COPIES, [period, ...columns.map(bufferOf)]);
    }
    let changes = 0;
    for (const [cell, one] of cells.entries())
      changes += await chunks.writeCell([kind, period, cell], catalog, one);
    await chunks.flush();
    return changes;
  }

  async function findEdition(kind: EditionKind, period: number): Promise<Edition | null> {
    const select = `SELECT ${EDITION} FROM edition WHERE kind = $1 AND period = $2`;
    return (await lists.query<Edition>(select, [kind, period]))[0] ?? null;
  }

  async function putInForce({ kind, period, untilDay, publishedAtMs }: EditionContent): Promise<Edition> {
    const put = await lists.query<{ version: number }>(PUT_EDITION, [kind, period, untilDay, publishedAtMs]);
    const { [kind]: earlier = 1 } = EARLIER_PERIODS;
    for (const table of ['edition', 'list']) {
      const remove = `DELETE FROM ${table} WHERE kind = $1 AND period NOT BETWEEN $2 AND $3`;
      if (kind !== 'monthly') await lists.query(remove, [kind, period - earlier, period]);
    }
    return { kind, period, version: put[0]?.version ?? 0, untilDay, publishedAtMs };
  }

  return {
    findEdition,
    readCell: (kind: EditionKind, period: number, cell: number) => readCell(lists, [kind, period, cell]),
    /** The counted copies of the months that overlap a range of days. */
    listCopies: (fromDay: KstDay, untilDay: KstDay): Months => ({
      [Symbol.asyncIterator]: () =>
        readCopies(lists, kstMonthOfDay(fromDay), kstMonthOfDay(untilDay), latest),
    }),
    /** Replaces the lists of a kind and period. Deletes lists of earlier periods that no reader needs any more. */
    async writeEdition(content: EditionContent): Promise<Edition> {
      await writeCells(content);
      return putInForce(content);
    },
    /** Publishes nothing and returns null if lists and last day are unchanged, so that readers keep what they have loaded. */
    async writeIfChanged(content: EditionContent): Promise<Edition | null> {
      const inForce = await findEdition(content.kind, content.period);
      const isSame = (await writeCells(content)) === 0 && inForce?.untilDay === content.untilDay;
      return isSame ? null : putInForce(content);
    },
  };
}

/** How many earlier periods aren't deleted, by default one. Realtime lists are compared with the list of a day earlier. */
const EARLIER_PERIODS: Partial<Record<EditionKind, number>> = { realtime: REALTIME_BUCKETS };

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

function bufferOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const MONTHS_CACHED = 2;

/** The counted copies of the months `firstMonth` to `lastMonth`, ascending. `latest` caches the months read last. */
export async function* readCopies(
  lists: Reader,
  firstMonth: KstMonth,
  lastMonth: KstMonth = firstMonth,
  latest = new Map<KstMonth, MonthCopies>(),
): AsyncGenerator<MonthCopies, void> {
  const months = await lists.query<Pick<MonthCopies, 'month'>>(
    'SELECT month FROM month_copies WHERE month BETWEEN $1 AND $2 ORDER BY month',
    [firstMonth, lastMonth],
  );
  for (const { month } of months) {
    const copies = latest.get(month) ?? (await readMonth(lists, month));
    latest.set(month, copies);
    for (const old of latest.keys()) if (latest.size > MONTHS_CACHED) latest.delete(old);
    yield copies;
  }
}

async function readMonth({ query }: Reader, month: KstMonth): Promise<MonthCopies> {
  const select = 'SELECT item_ids, start, codes, copies FROM month_copies WHERE month = $1';
  const [row] = await query<Record<'item_ids' | 'start' | 'codes' | 'copies', Uint8Array>>(select, [month]);
  if (row === undefined) throw new Error('the copies of a month are gone');
  const days = {
    itemIds: new Float64Array(wholeBuffer(row.item_ids)),
    start: new Uint32Array(wholeBuffer(row.start)),
    codes: new Uint16Array(wholeBuffer(row.codes)),
    copies: new Uint32Array(wholeBuffer(row.copies)),
  };
  return { month, days };
}

function wholeBuffer({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  return isWhole ? buffer : new Uint8Array(new Uint8Array(buffer, byteOffset, byteLength)).buffer;
}
