import type {
  Edition,
  EditionKind,
  ListCell,
  RankedList,
  RankingStore,
} from '../../../src/rankings/ranking-store.ts';
import { REALTIME_BUCKETS } from '../../../src/rankings/realtime-lists.ts';

/** Lists with the cell that each is for. */
interface MemoryList extends RankedList {
  readonly cell: ListCell;
}

export interface MemoryRankingStore extends RankingStore {
  /** Publishes an edition; those that it supersedes can be read by whoever holds them. */
  publish(edition: Edition, lists: readonly MemoryList[]): void;
}

/** How many earlier periods of a kind stay in force; months stay for good. */
function earlierPeriodsOf(kind: EditionKind): number {
  if (kind === 'monthly') return Number.POSITIVE_INFINITY;
  return kind === 'realtime' ? REALTIME_BUCKETS : 1;
}

/** Published editions in memory. */
export function createMemoryRankingStore(): MemoryRankingStore {
  const inForce = new Map<string, Edition>();
  const contents = new Map<string, readonly MemoryList[]>();
  const periodKey = (kind: EditionKind, period: number) => `${kind} ${period}`;
  const contentKey = ({ kind, period, version }: Edition) => `${kind} ${period} ${version}`;
  const editionsOf = (wanted: EditionKind) =>
    [...inForce.values()].filter(({ kind }) => kind === wanted).sort((a, b) => a.period - b.period);
  const readList = async (edition: Edition, cell: ListCell): Promise<RankedList> => {
    const found = contents.get(contentKey(edition))?.find((list) => isSameCell(list.cell, cell));
    return { itemIds: found?.itemIds ?? [], upDowns: found?.upDowns ?? [] };
  };
  return {
    publish(edition, lists) {
      contents.set(contentKey(edition), lists);
      inForce.set(periodKey(edition.kind, edition.period), edition);
      const firstPeriod = edition.period - earlierPeriodsOf(edition.kind);
      for (const { kind, period } of editionsOf(edition.kind))
        if (period < firstPeriod) inForce.delete(periodKey(kind, period));
    },
    findEdition: async (kind, period) => inForce.get(periodKey(kind, period)) ?? null,
    findLatestEdition: async (kind) => editionsOf(kind).at(-1) ?? null,
    readList,
    async listRanksOfItem(itemId, categoryId) {
      const ranks: { month: number; rank: number }[] = [];
      for (const edition of editionsOf('monthly')) {
        const { itemIds } = await readList(edition, { categoryId, sex: 'A', age: 255 });
        const at = itemIds.indexOf(itemId);
        if (at >= 0) ranks.push({ month: edition.period, rank: at + 1 });
      }
      return ranks;
    },
  };
}

function isSameCell(a: ListCell, b: ListCell): boolean {
  return (
    a.categoryId === b.categoryId &&
    a.sex === b.sex &&
    a.age === b.age &&
    (a.sort ?? 'RegDate') === (b.sort ?? 'RegDate')
  );
}
