import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { grown } from '../../base/typed-arrays.ts';
import { type KstDay, kstMonthFirstDay, kstMonthOfDay, kstWeekOfDay } from '../../clock.ts';
import { cutRecordings } from '../../store/sqlite/changeset.ts';
import { REALTIME_BUCKETS } from '../counted-lists.ts';
import type { DayCopies, MonthCopies } from '../day-copies.ts';
import type { Edition, EditionKind } from '../edition.ts';
import type { RankCatalog } from '../rank-catalog.ts';
import type { CellLists, PublishedCell } from '../ranked-lists.ts';
import { CHUNK_ENTRIES, decodeChunk, encodeChunk } from './list-chunks.ts';
import { bytesOf, findEdition, readCopies } from './lists-file.ts';

export interface EditionContent extends Omit<Edition, 'version'> {
  /** Whose categories and items the lists are of. */
  readonly catalog: Pick<RankCatalog, 'categoryIds' | 'itemIds'>;
  /** By `editionCell`. */
  readonly cells: readonly CellLists[];
  /** Of a month, what its lists were made from, and the lists of its days and of the weeks that it has days of, in order. */
  readonly ofMonth?: {
    readonly copies: DayCopies;
    readonly days: readonly CellLists[];
    readonly weeks: readonly CellLists[];
  };
}

/** Writes lists in the transaction of a connection to the lists file, whose statements see what was written before. */
export function createListWriter(lists: DatabaseSync) {
  const ofCell = lists.prepare(`
    SELECT category_id, chunk, length, entries
    FROM list
    WHERE kind = ? AND period = ? AND cell = ?
    ORDER BY category_id, chunk`);
  const put = lists.prepare(`
    INSERT INTO list (kind, period, cell, category_id, chunk, length, entries)
    VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (kind, period, cell, category_id, chunk) DO UPDATE SET length = excluded.length, entries = excluded.entries`);
  const remove = lists.prepare(
    'DELETE FROM list WHERE kind = ? AND period = ? AND cell = ? AND category_id = ? AND chunk = ?',
  );
  const point = lists.prepare(
    'INSERT OR REPLACE INTO edition (kind, period, version, until_day, published_at_ms) VALUES (?, ?, ?, ?, ?)',
  );
  const putCopies = lists.prepare(
    'INSERT OR REPLACE INTO month_copies (month, item_ids, start, codes, copies) VALUES (?, ?, ?, ?, ?)',
  );
  const retire = ['edition', 'list'].map((table) =>
    lists.prepare(`DELETE FROM ${table} WHERE kind = ?1 AND period NOT BETWEEN ?2 - ?3 AND ?2`),
  );

  /** Writes what differs from the lists that are there. Returns how many do. */
  function writeCell(at: CellKey, { categoryIds, itemIds }: EditionContent['catalog'], cell: CellLists) {
    const before = new Map(
      ofCell.all(...at).map((row) => [`${row.chunk} ${row.category_id}`, bytesOf(row.entries)]),
    );
    let changes = 0;
    for (const [category, categoryId] of categoryIds.entries()) {
      const end = cell.start[category + 1] ?? 0;
      let from = cell.start[category] ?? 0;
      // Of a list that is left without entries, the row says so.
      const isThinned = cell.isThinned?.[category] === 1;
      for (let chunk = 0; from < end || (chunk === 0 && isThinned); chunk++) {
        const until = Math.min(from + CHUNK_ENTRIES, end);
        const entries = encodeChunk(
          cell.items.subarray(from, until),
          cell.upDowns.subarray(from, until),
          itemIds,
        );
        const key = `${chunk} ${categoryId}`;
        const known = before.get(key);
        before.delete(key);
        if (known === undefined || Buffer.compare(known, entries) !== 0) {
          put.run(...at, categoryId, chunk, until - from, entries);
          changes++;
        }
        from = until;
      }
    }
    for (const key of before.keys()) {
      const [chunk = ''] = key.split(' ', 1);
      remove.run(...at, key.slice(chunk.length + 1), Number(chunk));
    }
    cutRecordings(lists);
    return changes + before.size;
  }

  function writeCells({ kind, period, catalog, cells, ofMonth }: EditionContent): number {
    const firstDay = kstMonthFirstDay(period);
    for (const [at, day] of ofMonth?.days.entries() ?? [])
      writeCell(['daily', firstDay + at, 0], catalog, day);
    for (const [at, week] of ofMonth?.weeks.entries() ?? [])
      writeCell(['weekly', kstWeekOfDay(firstDay) + at, 0], catalog, week);
    const of = ofMonth?.copies;
    if (of !== undefined) putCopies.run(period, of.itemIds, of.start, of.codes, of.copies);
    return cells.reduce((sum, one, cell) => sum + writeCell([kind, period, cell], catalog, one), 0);
  }

  function putInForce({ kind, period, untilDay, publishedAtMs }: EditionContent): Edition {
    const version = (findEdition(lists, kind, period)?.version ?? 0) + 1;
    point.run(kind, period, version, untilDay, publishedAtMs);
    if (kind !== 'monthly') for (const one of retire) one.run(kind, period, periodsKept(kind));
    return { kind, period, version, untilDay, publishedAtMs };
  }

  return {
    findEdition: (kind: EditionKind, period: number) => findEdition(lists, kind, period),
    /** The lists of all categories in a cell (editionCell) that have entries. */
    readCell: (kind: EditionKind, period: number, cell: number): PublishedCell =>
      readCell(ofCell.iterate(kind, period, cell)),
    /**
     * The copies that the editions of the months of some days were made from. They are read again each time: they are millions of
     * numbers that are needed only briefly.
     */
    listCopies: (fromDay: KstDay, untilDay: KstDay): Iterable<MonthCopies> => ({
      [Symbol.iterator]: () => readCopies(lists, kstMonthOfDay(fromDay), kstMonthOfDay(untilDay)),
    }),
    /**
     * Puts lists in the place of those of their kind and period, and drops those of earlier periods that no reader needs. Readers
     * see them from the commit on.
     */
    writeEdition(content: EditionContent): Edition {
      writeCells(content);
      return putInForce(content);
    },
    /** The same, or null, with nothing written, if the edition in force has these lists: nobody has to fetch them again. */
    writeIfChanged(content: EditionContent): Edition | null {
      const inForce = findEdition(lists, content.kind, content.period);
      const isSame = writeCells(content) === 0 && inForce?.untilDay === content.untilDay;
      return isSame ? null : putInForce(content);
    },
  };
}

/** Reads rows in the order of categories and chunks: one array has the items of all, and each list is a part of it. */
function readCell(rows: Iterable<Readonly<Record<string, SQLOutputValue>>>): PublishedCell {
  let itemIds = new Float64Array(CHUNK_ENTRIES);
  let end = 0;
  const lists = new Map<string, { readonly from: number; end: number }>();
  for (const { category_id, length, entries } of rows) {
    if (end + CHUNK_ENTRIES > itemIds.length) itemIds = grown(itemIds);
    itemIds.set(decodeChunk(bytesOf(entries), Number(length)).itemIds, end);
    const list = lists.get(String(category_id)) ?? { from: end, end };
    end += Number(length);
    list.end = end;
    lists.set(String(category_id), list);
  }
  return new Map(lists.entries().map(([id, list]) => [id, itemIds.subarray(list.from, list.end)]));
}

type CellKey = readonly [kind: EditionKind, period: number, cell: number];

/**
 * How many earlier periods stay: a reader may have found the last one, and the next lists are compared with it. Realtime lists
 * are compared with those published a day earlier (docs/lists.md#realtime).
 */
function periodsKept(kind: EditionKind): number {
  return kind === 'realtime' ? REALTIME_BUCKETS : 1;
}
