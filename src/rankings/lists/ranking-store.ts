import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import type { LeftOut } from '../../catalog/left-out.ts';
import { type KstDay, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { StoreUnavailableError } from '../../sql-database.ts';
import { dataVersionOf } from '../../store/sqlite/database.ts';
import { createReading, readSafely } from '../../store/sqlite/file-faults.ts';
import { rowsOf } from '../../store/sqlite/rows.ts';
import {
  DATED_KINDS,
  type DatedKind,
  type DatedPeriod,
  type Edition,
  type EditionKind,
  editionCell,
  FRESH_KINDS,
  isDated,
  type ListCell,
  RANKS_CELL,
} from '../edition.ts';
import { EDITION, inodeOf, openLists } from './lists-file.ts';
import { createStoredLists, type ListPart } from './stored-lists.ts';

export type RankingStore = ReturnType<typeof createRankingStore>;

/** Where published lists are: the lists file, made when there is none, and a connection of the reading thread to the catalogue. */
interface ListsPlace {
  readonly path: string;
  readonly catalog: DatabaseSync;
}

/**
 * Serves published lists. Editions are remembered until another connection commits; lists are read by key, in microseconds, so the
 * methods finish without waiting. Every method but `version` throws StoreUnavailableError when the file is damaged, can't be read, or
 * lacks what runs have published.
 */
export function createRankingStore(place: ListsPlace) {
  const file = createOpenFile(place);
  const read = <T>(work: (lists: OpenLists) => T): T => readSafely(() => work(file.current()));
  const stored = (kind: EditionKind) => read(({ editions }) => editions().get(kind) ?? []);
  const ofKind = (kind: EditionKind): readonly Edition[] => {
    // First: a run that ends in between publishes its lists before the catalogue says so.
    const runs = readSafely(file.lastRuns);
    const found = stored(kind);
    if (found.length > 0) return found;
    // Every run publishes these, so without them the file was lost, and none of its lists is known to be empty.
    const isFresh = FRESH_KINDS.includes(kind);
    const hasRun = runs?.[isFresh ? 'refresh' : 'tally'] !== null;
    if (hasRun && stored(isFresh ? 'newProduct' : 'overall').length === 0)
      throw new StoreUnavailableError('the lists are gone, and not yet made again');
    return found;
  };
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
    /** Whether the file has editions of a kind. Throws only when it is damaged or can't be read. */
    isPublished: async (kind: EditionKind): Promise<boolean> => stored(kind).length > 0,
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
    /**
     * Entries of the list of a cell as it is published now, from a 0-based offset on, without the items that are left out; all by
     * default.
     */
    readList: async (
      { kind, period }: Pick<Edition, 'kind' | 'period'>,
      cell: ListCell,
      leftOut: LeftOut | null = null,
      offset = 0,
      count = Number.POSITIVE_INFINITY,
    ): Promise<ListPart> =>
      read(({ lists }) =>
        lists().read([kind, period, editionCell(kind, cell), cell.categoryId], leftOut, offset, count),
      ),
    /** Whether a list is empty because all of its titles have fewer copies than lists by sex or age show. */
    isThinnedOut: async ({ kind, period }: Edition, cell: ListCell): Promise<boolean> =>
      read(({ lists }) => lists().isThinnedOut([kind, period, editionCell(kind, cell), cell.categoryId])),
    /** Every month, oldest first, in which the item stands in the list of all buyers, with its rank: used by the product page. */
    listRanksOfItem: async (itemId: number, categoryId: string) =>
      ofKind('monthly')
        .map(({ period: month }) => ({
          month,
          rank: read(({ lists }) => lists().findRank(['monthly', month, RANKS_CELL, categoryId], itemId)),
        }))
        .filter(({ rank }) => rank > 0),
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
  const selectRuns = catalog.prepare(
    'SELECT tallied_at_ms AS tally, refreshed_at_ms AS refresh FROM catalog_state',
  );
  // Such a run changes the catalogue, too.
  const lookAgain = memoizeLast((_version: unknown) => {
    if (opened?.inode !== inodeOf(path)) close();
    return selectRuns.get();
  });
  return {
    /** When the catalogue says that the last runs were; null for none. */
    lastRuns: () => lookAgain(version()),
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
  const editionsAt = memoizeLast((_version: unknown) =>
    Map.groupBy(rowsOf<Edition>(select), ({ kind }) => kind),
  );
  const version = dataVersionOf(lists);
  const inOneState = createReading(lists);
  const listsAt = memoizeLast((_version: unknown) => createStoredLists(lists, inOneState));
  return {
    inode: inodeOf(path),
    /** By kind, periods ascending. */
    editions: () => editionsAt(version()),
    lists: () => listsAt(version()),
    close: () => lists.close(),
  };
}
