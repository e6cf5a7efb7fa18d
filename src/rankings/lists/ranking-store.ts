import { type CatalogStore, isPublic, type LeftOut, type StoredItem } from '../../catalog/catalog-store.ts';
import { perRevision, type Revision } from '../../catalog/revision.ts';
import { type Clock, type KstDay, kstDayOf, kstMonthFirstDay, kstMonthOfDay } from '../../clock.ts';
import { type Reader, StoreUnavailableError } from '../../sql-database.ts';
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

import { createStoredLists, EDITION, type ListPart } from './stored-lists.ts';

export type RankingStore = ReturnType<typeof createRankingStore>;

interface RankingSources {
  readonly lists: Reader;
  readonly catalog: Reader;
  readonly revision: Revision;
}

/** Every method throws StoreUnavailableError when the lists are damaged, can't be read, or were lost. */
export function createRankingStore({ lists, catalog, revision }: RankingSources) {
  const stored = createStoredLists(lists, revision);
  const editions = perRevision(revision, async () =>
    Map.groupBy(
      await lists.query<Edition>(`SELECT ${EDITION} FROM edition ORDER BY period`),
      ({ kind }) => kind,
    ),
  );
  const lastRuns = perRevision(revision, async () => {
    const [runs] = await catalog.query<Readonly<Record<'tally' | 'refresh', number | null>>>(
      'SELECT tallied_at_ms AS tally, refreshed_at_ms AS refresh FROM catalog_state',
    );
    return runs;
  });
  const storedOf = async (kind: EditionKind) => (await editions()).get(kind) ?? [];
  const ofKind = async (kind: EditionKind): Promise<readonly Edition[]> => {
    // Reads the runs first, because a run publishes its lists before the catalogue records the run.
    const runs = await lastRuns();
    const found = await storedOf(kind);
    if (found.length > 0) return found;
    // Every tally publishes an overall list, and every run a new-product list. If that list is missing, the lists were lost.
    const isFresh = FRESH_KINDS.includes(kind);
    const hasRun = runs?.[isFresh ? 'refresh' : 'tally'] !== null;
    if (hasRun && (await storedOf(isFresh ? 'newProduct' : 'overall')).length === 0)
      throw new StoreUnavailableError('the lists are gone, and not yet made again');
    return found;
  };
  /** The current edition of a kind and period, or null. */
  const findEdition = async (kind: EditionKind, period: number): Promise<Edition | null> => {
    if (kind !== 'weekly' && kind !== 'daily')
      return (await ofKind(kind)).find((edition) => edition.period === period) ?? null;
    const { firstDay } = DATED_KINDS[kind];
    const [first, last] = [firstDay(period), firstDay(period + 1) - 1];
    const overlapped = [first, last].map(kstMonthOfDay);
    const months = (await ofKind('monthly')).filter((month) => overlapped.includes(month.period));
    const latest = months.findLast(({ untilDay }) => untilDay >= first);
    // A week may end in a month without sales, and thus without a list: the last overall list shows how far the week is counted.
    const tallied = (await ofKind('overall')).at(-1)?.untilDay ?? 0;
    if (latest === undefined) return null;
    const version = months.reduce((sum, month) => sum + month.version, 0);
    return { ...latest, kind, period, version, untilDay: Math.min(last, Math.max(latest.untilDay, tallied)) };
  };
  return {
    /** Throws only when the lists are damaged or can't be read. */
    isPublished: async (kind: EditionKind): Promise<boolean> => (await storedOf(kind)).length > 0,
    findEdition,
    async findLatestEdition(kind: EditionKind): Promise<Edition | null> {
      if (!isDated(kind)) return (await ofKind(kind)).at(-1) ?? null;
      const month = (await ofKind('monthly')).at(-1);
      return month === undefined ? null : findEdition(kind, DATED_KINDS[kind].ofDay(month.untilDay));
    },
    async findPeriods(kind: DatedKind) {
      const months = await ofKind('monthly');
      const [first, last] = [months[0], months.at(-1)];
      if (first === undefined || last === undefined) return null;
      const { ofDay } = DATED_KINDS[kind];
      return { first: ofDay(kstMonthFirstDay(first.period)), last: ofDay(last.untilDay) };
    },
    /** A page of a published list, without the items in `leftOut`. `offset` is 0-based. */
    readList: (
      { kind, period }: Pick<Edition, 'kind' | 'period'>,
      cell: ListCell,
      leftOut: LeftOut | null = null,
      offset = 0,
      count = Number.POSITIVE_INFINITY,
    ): Promise<ListPart> =>
      stored.read([kind, period, editionCell(kind, cell), cell.categoryId], leftOut, offset, count),
    /** Whether a list is empty because all titles have fewer copies than lists by sex or age show. */
    isThinnedOut: ({ kind, period }: Edition, cell: ListCell): Promise<boolean> =>
      stored.isThinnedOut([kind, period, editionCell(kind, cell), cell.categoryId]),
    /** The item's rank in each month's list of all buyers, oldest first. */
    async listRanksOfItem(itemId: number, categoryId: string) {
      const ranks = (await ofKind('monthly')).map(async ({ period: month }) => {
        const rank = await stored.findRank(['monthly', month, RANKS_CELL, categoryId], itemId);
        return { month, rank };
      });
      return (await Promise.all(ranks)).filter(({ rank }) => rank > 0);
    },
  };
}

export interface ItemEntry {
  readonly item: StoredItem;
  readonly sortOrder: number;
  /** Null in lists without rank changes, and for items without a previous rank. */
  readonly upDown: number | null;
}

/** A page of a list without items that are withheld or removed and deals that have ended (docs/lists.md#visible-items). */
export async function readVisibleList(
  edition: Edition,
  cell: ListCell,
  { catalog, rankings, clock }: { catalog: CatalogStore; rankings: RankingStore; clock: Clock },
  [offset, count]: readonly [offset: number, count: number],
): Promise<{ readonly totalCount: number; readonly entries: readonly ItemEntry[] }> {
  const leftOut = await catalog.leftOut(edition.kind === 'deal' ? kstDayOf(clock.nowMs()) : null);
  const { totalCount, itemIds, upDowns } = await rankings.readList(edition, cell, leftOut, offset, count);
  const items = await catalog.findItems(itemIds);
  const entries = items.flatMap((item, at) =>
    isPublic(item) ? [{ item, sortOrder: offset + at + 1, upDown: upDowns[at] ?? null }] : [],
  );
  return { totalCount, entries };
}

/**
 * The list of the month, week or day that contains a date; without a date, yesterday's (docs/api.md#parameters). From midnight
 * until the nightly tally is published, the previous list is used (docs/lists.md#when-lists-appear). `dated` is the selected
 * period.
 */
export async function findEditionOfDate(
  kind: DatedKind,
  date: KstDay | null,
  { rankings, clock }: { rankings: RankingStore; clock: Clock },
): Promise<{ readonly edition: Edition | null; readonly dated: DatedPeriod }> {
  const { ofDay } = DATED_KINDS[kind];
  const yesterday = kstDayOf(clock.nowMs()) - 1;
  const dated = { kind, period: ofDay(date ?? yesterday) };
  const edition = await rankings.findEdition(kind, dated.period);
  // A date in yesterday's month or week selects the same list as no date.
  const isYesterdays = kind !== 'daily' && dated.period === ofDay(yesterday);
  if (edition !== null || !(date === null || isYesterdays)) return { edition, dated };
  // Every tally publishes an overall list, which therefore shows how far the last tally counted.
  const tallied = await rankings.findLatestEdition('overall');
  if (tallied !== null && tallied.untilDay >= yesterday) return { edition, dated };
  return { edition: await rankings.findLatestEdition(kind), dated };
}
