import type { DatabaseSync } from 'node:sqlite';
import { memoizeLast } from '../../base/memoize-last.ts';
import { firstWithout } from '../../base/typed-arrays.ts';
import type { LeftOut } from '../../catalog/left-out.ts';
import type { EditionKind, RankedList } from '../edition.ts';
import { CHUNK_ENTRIES, decodeChunk } from './list-chunks.ts';
import { bytesOf } from './lists-file.ts';

type ListKey = readonly [kind: EditionKind, period: number, cell: number, categoryId: string];

/** Ranks that are remembered of all lists together. */
const RANKS_KEPT_MAX = 1_000_000;
/** What remembering a list costs besides, in ranks. */
const LIST_RANKS = 64;

/**
 * Reads lists as they are published now; to be made anew with each publication. Of a list, the ranks that are left out are looked for
 * once, and again only when what is left out changes: any page then costs the same.
 */
export function createStoredLists(lists: DatabaseSync, inOneState: <T>(work: () => T) => T) {
  const OF_LIST = 'FROM list WHERE kind = ? AND period = ? AND cell = ? AND category_id = ?';
  const lastChunk = lists.prepare(`SELECT chunk, length ${OF_LIST} ORDER BY chunk DESC LIMIT 1`);
  const oneChunk = lists.prepare(`SELECT length, entries ${OF_LIST} AND chunk = ?`);
  const allChunks = lists.prepare(`SELECT chunk, length, entries ${OF_LIST} ORDER BY chunk`);
  const remembered = new WeakMap<LeftOut, Map<string, readonly number[]>>();
  let rankCount = 0;

  const chunksOf = (key: ListKey) =>
    memoizeLast((chunk: number) => {
      const row = oneChunk.get(...key, chunk);
      const { itemIds, upDowns } = decodeChunk(bytesOf(row?.entries), Number(row?.length));
      return { itemIds, upDowns: upDowns() };
    });

  function lengthOf(key: ListKey): number {
    const last = lastChunk.get(...key);
    return last === undefined ? 0 : Number(last.chunk) * CHUNK_ENTRIES + Number(last.length);
  }

  /** The 0-based ranks of the items that are left out, ascending. */
  function ranksLeftOut(key: ListKey, leftOut: LeftOut): readonly number[] {
    if (leftOut.isNothing) return [];
    const known = remembered.get(leftOut) ?? new Map<string, readonly number[]>();
    const name = key.join(' ');
    const found = known.get(name);
    if (found !== undefined) return found;
    const ranks: number[] = [];
    for (const { chunk, length, entries } of allChunks.iterate(...key)) {
      const { itemIds } = decodeChunk(bytesOf(entries), Number(length));
      for (let at = 0; at < itemIds.length; at++)
        if (leftOut.has(itemIds[at] ?? 0)) ranks.push(Number(chunk) * CHUNK_ENTRIES + at);
    }
    rankCount += ranks.length + LIST_RANKS;
    if (rankCount > RANKS_KEPT_MAX) {
      known.clear();
      rankCount = 0;
    }
    remembered.set(leftOut, known.set(name, ranks));
    return ranks;
  }

  return {
    read: (key: ListKey, leftOut: LeftOut | null, offset: number, count: number): ListPart =>
      inOneState(() => {
        const gone = leftOut === null ? [] : ranksLeftOut(key, leftOut);
        const totalCount = lengthOf(key) - gone.length;
        const chunkAt = chunksOf(key);
        const length = Math.max(0, Math.min(count, totalCount - offset));
        const entries = Array.from({ length }, (_, at) => {
          const place = offset + at;
          // Each that is left out before it moves it down by one.
          const rank = place + firstWithout(0, gone.length, (one) => (gone[one] ?? 0) - one <= place);
          const { itemIds, upDowns } = chunkAt(Math.floor(rank / CHUNK_ENTRIES));
          const entry = rank % CHUNK_ENTRIES;
          return { itemId: itemIds[entry] ?? 0, upDown: upDowns[entry] ?? null };
        });
        return {
          totalCount,
          itemIds: entries.map(({ itemId }) => itemId),
          upDowns: entries.map(({ upDown }) => upDown),
        };
      }),
    /** Whether it has no entries because lists by sex or age hide titles with few copies. */
    isThinnedOut: (key: ListKey): boolean => lastChunk.get(...key)?.length === 0,
    /** The rank of an item in lists by item number; 0 where it isn't in the list. */
    findRank: (key: ListKey, itemId: number): number =>
      inOneState(() => {
        const chunkAt = chunksOf(key);
        const chunks = Math.ceil(lengthOf(key) / CHUNK_ENTRIES);
        const next = firstWithout(0, chunks, (one) => (chunkAt(one).itemIds[0] ?? 0) <= itemId);
        if (next === 0) return 0;
        const { itemIds, upDowns } = chunkAt(next - 1);
        return upDowns[itemIds.indexOf(itemId)] ?? 0;
      }),
  };
}

/** Entries of a list, and the length of the whole list, both without what is left out. */
export interface ListPart extends RankedList {
  readonly totalCount: number;
}
