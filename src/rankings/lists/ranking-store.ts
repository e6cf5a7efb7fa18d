import type { DatabaseSync } from 'node:sqlite';
import { type KstDay, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { dataVersionOf } from '../../store/sqlite/database.ts';
import { readSafely } from '../../store/sqlite/file-faults.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import { untilChanged } from '../../until-changed.ts';
import {
  DATED_KINDS,
  type DatedKind,
  type DatedPeriod,
  type Edition,
  type EditionKind,
  editionCell,
  isDated,
  type ListCell,
  type RankedList,
} from '../edition.ts';
import { bytesOf, decodeEntries, decodeItemIds, EDITION, inodeOf, openLists } from './lists-file.ts';

export type RankingStore = ReturnType<typeof createRankingStore>;

/** Where published lists are: the lists file, made when there is none, and a connection of the reading thread to the catalogue. */
interface ListsPlace {
  readonly path: string;
  readonly catalog: DatabaseSync;
}

/**
 * Serves published lists. Editions are remembered until another connection commits; lists are read by key, in microseconds, so the
 * methods finish without waiting. Every method but `version` throws StoreUnavailableError when the file is damaged or can't be read.
 */
export function createRankingStore(place: ListsPlace) {
  const file = createOpenFile(place);
  const read = <T>(work: (lists: OpenLists) => T): T => readSafely(() => work(file.current()));
  const ofKind = (kind: EditionKind) => read(({ editions }) => editions().get(kind) ?? []);
  const findStored = (kind: EditionKind, period: number) =>
    ofKind(kind).find((edition) => edition.period === period) ?? null;
  const findEdition = (kind: EditionKind, period: number) => {
    if (kind !== 'weekly' && kind !== 'daily') return findStored(kind, period);
    const { firstDay } = DATED_KINDS[kind];
    const days = [firstDay(period), firstDay(period + 1) - 1] as const;
    const months = new Set(days.map(kstMonthOfDay)).values().map((month) => findStored('monthly', month));
    const tallied = ofKind('overall').at(-1)?.untilDay ?? 0;
    return editionWithin({ kind, period }, days, months.filter((month) => month !== null).toArray(), tallied);
  };
  return {
    /** Changes (by `!==`) with each publication. Never throws. */
    version(): unknown {
      try {
        return file.current().editions();
      } catch {
        return null;
      }
    },
    /** The current edition of a kind and period, or null if none was ever published. */
    findEdition: async (kind: EditionKind, period: number): Promise<Edition | null> =>
      findEdition(kind, period),
    /** That of the latest period of a kind, or null. */
    async findLatestEdition(kind: EditionKind): Promise<Edition | null> {
      if (!isDated(kind)) return ofKind(kind).at(-1) ?? null;
      const month = ofKind('monthly').at(-1);
      return month === undefined ? null : findEdition(kind, DATED_KINDS[kind].ofDay(month.untilDay));
    },
    /** The first and the last period that have an edition, or null if there is none. */
    async findPeriods(kind: DatedKind): Promise<{ readonly first: number; readonly last: number } | null> {
      const months = ofKind('monthly');
      const [first, last] = [months[0], months.at(-1)];
      if (first === undefined || last === undefined) return null;
      const { ofDay } = DATED_KINDS[kind];
      return { first: ofDay(kstMonthFirstDay(first.period)), last: ofDay(last.untilDay) };
    },
    /** The whole list of a cell as it is published now, empty if nothing in it sold. */
    async readList({ kind, period }: Pick<Edition, 'kind' | 'period'>, cell: ListCell): Promise<RankedList> {
      return read(({ readList }) => {
        const row = readList.get(kind, period, editionCell(kind, cell), cell.categoryId);
        if (row === undefined) return { itemIds: [], upDowns: [] };
        return decodeEntries(Number(row.length), bytesOf(row.entries));
      });
    },
    /** The list of every month, oldest first, in which the item stands in the list of all buyers: used by the product page. */
    async listRanksOfItem(itemId: number, categoryId: string) {
      const cell = editionCell('monthly', { categoryId });
      const ranks = ofKind('monthly').map(({ period }) => {
        const row = read(({ readList }) => readList.get('monthly', period, cell, categoryId));
        const itemIds = row && decodeItemIds(Number(row.length), bytesOf(row.entries));
        return { month: period, rank: (itemIds?.indexOf(itemId) ?? -1) + 1 };
      });
      return ranks.filter(({ rank }) => rank > 0);
    },
    close: file.close,
  };
}

/**
 * The edition of a week or a day, which is published with its months; null if none of them counts one of its days. The
 * last tally may have counted further than the months, if nothing has been sold since.
 */
function editionWithin(
  dated: DatedPeriod,
  [firstDay, lastDay]: readonly [KstDay, KstDay],
  months: readonly Edition[],
  tallied: KstDay,
): Edition | null {
  const latest = months.findLast(({ untilDay }) => untilDay >= firstDay);
  if (latest === undefined) return null;
  const version = months.reduce((sum, month) => sum + month.version, 0);
  return { ...latest, ...dated, version, untilDay: Math.min(lastDay, Math.max(latest.untilDay, tallied)) };
}

/** The lists file, opened when it is first read, and again when a run has put it aside and made another one. */
function createOpenFile({ path, catalog }: ListsPlace) {
  let opened: OpenLists | null = null;
  const close = () => {
    opened?.close();
    opened = null;
  };
  const version = dataVersionOf(catalog);
  // Such a run changes the catalogue, too.
  const lookAgain = untilChanged((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
  });
  return {
    /** Throws SQLite's error when the file can't be opened. */
    current(): OpenLists {
      lookAgain(version());
      opened ??= openForReading(path);
      return opened;
    },
    close,
  };
}

type OpenLists = ReturnType<typeof openForReading>;

function openForReading(path: string) {
  // A first start has no file yet.
  openLists(path).close();
  const lists = openLists(path, { readOnly: true });
  const select = lists.prepare(`SELECT ${EDITION} FROM edition ORDER BY period`);
  const editionsAt = untilChanged((_version: unknown) =>
    Map.groupBy(rowsOf<Edition>(select), ({ kind }) => kind),
  );
  const version = dataVersionOf(lists);
  return {
    inode: inodeOf(path),
    /** By kind, periods ascending. */
    editions: () => editionsAt(version()),
    readList: lists.prepare(`
      SELECT length, entries
      FROM list
      WHERE kind = ? AND period = ? AND cell = ? AND category_id = ?`),
    close: () => lists.close(),
  };
}
