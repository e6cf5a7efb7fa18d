import { oneAtATick } from '../../base/one-at-a-tick.ts';
import { firstWithout } from '../../base/typed-arrays.ts';
import type { LeftOut } from '../../catalog/catalog-store.ts';
import { perRevision, type Revision } from '../../catalog/revision.ts';
import type { Reader } from '../../sql-database.ts';
import type { EditionKind, RankedList } from '../edition.ts';
import { NOT_BEFORE } from '../ranked-lists.ts';

export const EDITION = 'kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs"';

type ListKey = readonly [kind: EditionKind, period: number, cell: number, categoryId: string];

/** For the chunks `first` to `last` of a list, both included. */
interface Wanted {
  readonly list: ListKey;
  readonly first: number;
  readonly last: number;
}

interface Chunk {
  readonly chunk: number;
  readonly length: number;
  readonly entries: Uint8Array | null;
}

/** The requested chunks that exist, ascending, and the list's last chunk without its entries (null = an empty list). */
interface Found {
  readonly chunks: readonly Chunk[];
  readonly last: Chunk | null;
}

const CHUNKS_MAX = 2 ** 30;
const CACHED_RANKS_MAX = 1_000_000;
/** Memory that the cache needs for a list without left-out items, expressed as a number of ranks. */
const LIST_RANKS = 64;

/**
 * Reads published lists. One statement reads the chunks that all calls of a tick need. A cache holds the ranks of each list's
 * left-out items until the revision changes, so that all pages of the list take the same time.
 */
export function createStoredLists(sql: Reader, revision: Revision) {
  const find = oneAtATick((wanted: readonly Wanted[]) => readWanted(sql, wanted));
  const cacheOfRanks = perRevision(revision, async () => ({
    ranks: new WeakMap<LeftOut, Map<string, readonly number[]>>(),
    count: 0,
  }));

  async function read(list: ListKey, first: number, last: number): Promise<Found> {
    const wanted = { list, first, last };
    return (await find([wanted])).get(wanted) ?? NOTHING;
  }

  async function ranksLeftOut(list: ListKey, leftOut: LeftOut): Promise<readonly number[]> {
    const cache = await cacheOfRanks();
    const known = cache.ranks.get(leftOut) ?? new Map<string, readonly number[]>();
    const name = list.join(' ');
    const found = known.get(name);
    if (found !== undefined) return found;
    const { chunks } = await read(list, 0, CHUNKS_MAX);
    const ranks = chunks.flatMap((chunk) => {
      const { itemIds } = decode(chunk);
      const first = chunk.chunk * CHUNK_ENTRIES;
      const hidden = itemIds.keys().filter((at) => leftOut.has(itemIds[at] ?? 0));
      return Array.from(hidden, (at) => first + at);
    });
    cache.count += ranks.length + LIST_RANKS;
    if (cache.count > CACHED_RANKS_MAX) {
      known.clear();
      cache.count = 0;
    }
    cache.ranks.set(leftOut, known.set(name, ranks));
    return ranks;
  }

  return {
    async read(list: ListKey, leftOut: LeftOut | null, offset: number, count: number): Promise<ListPart> {
      const hidden = leftOut === null || leftOut.isNothing ? [] : await ranksLeftOut(list, leftOut);
      // An entry's rank is its position plus the number of left-out ranks before it.
      const rankOf = (position: number) =>
        position + firstWithout(0, hidden.length, (one) => (hidden[one] ?? 0) - one <= position);
      const chunkOf = (rank: number) => Math.min(CHUNKS_MAX, Math.floor(rank / CHUNK_ENTRIES));
      const { chunks, last } = await read(list, chunkOf(rankOf(offset)), chunkOf(rankOf(offset + count - 1)));
      const totalCount = Math.max(0, lengthOf(last) - hidden.length);
      const itemIds: number[] = [];
      const upDowns: (number | null)[] = [];
      const decoded = chunks.map(decode);
      const changes = decoded.map((one) => one.upDowns());
      const end = Math.min(offset + count, totalCount);
      for (let position = offset; position < end; position++) {
        const rank = rankOf(position);
        const at = chunkOf(rank) - (chunks[0]?.chunk ?? 0);
        itemIds.push(decoded[at]?.itemIds[rank % CHUNK_ENTRIES] ?? 0);
        upDowns.push(changes[at]?.[rank % CHUNK_ENTRIES] ?? null);
      }
      return { totalCount, itemIds, upDowns };
    },
    isThinnedOut: async (list: ListKey): Promise<boolean> => (await read(list, 0, -1)).last?.length === 0,
    /** Binary search in a list by item number (RANKS_CELL): the rank of the item, or 0. */
    async findRank(list: ListKey, itemId: number): Promise<number> {
      const { last } = await read(list, 0, -1);
      // If the list has the item, its chunk is between `low` and `high` - 1.
      let [low, high] = [0, last === null ? 0 : last.chunk + 1];
      while (low < high) {
        const middle = (low + high) >>> 1;
        const [chunk] = (await read(list, middle, middle)).chunks;
        if (chunk === undefined) return 0;
        const { itemIds, upDowns } = decode(chunk);
        const at = itemIds.indexOf(itemId);
        if (at >= 0) return upDowns()[at] ?? 0;
        if ((itemIds[0] ?? 0) > itemId) high = middle;
        else if ((itemIds.at(-1) ?? 0) < itemId) low = middle + 1;
        else return 0;
      }
      return 0;
    },
  };
}

/** Entries of a list, and the length of the whole list, both without left-out items. */
export interface ListPart extends RankedList {
  readonly totalCount: number;
}

const NOTHING: Found = { chunks: [], last: null };

function lengthOf(last: Chunk | null): number {
  return last === null ? 0 : last.chunk * CHUNK_ENTRIES + last.length;
}

function decode({ entries, length }: Chunk) {
  return decodeChunk(entries ?? new Uint8Array(0), length);
}

async function readWanted(sql: Reader, wanted: readonly Wanted[]): Promise<ReadonlyMap<Wanted, Found>> {
  const asked = wanted.map(({ list, first, last }, no) => [no, ...list, first, last]);
  const columns = Array.from({ length: 7 }, (_, column) => asked.map((one) => one[column] ?? 0));
  const rows = await sql.query<Chunk & { readonly no: number; readonly isLast: number }>(
    SELECT_CHUNKS,
    columns,
  );
  const found = wanted.map(() => ({ chunks: [] as Chunk[], last: null as Chunk | null }));
  for (const row of rows) {
    const into = found[row.no];
    if (into === undefined) continue;
    if (row.isLast === 1) into.last = row;
    else into.chunks.push(row);
  }
  return new Map(wanted.map((one, at) => [one, found[at] ?? NOTHING]));
}

const OF_LIST =
  'l.kind = w.kind AND l.period = w.period AND l.cell = w.cell AND l.category_id = w.category_id';

const SELECT_CHUNKS = `
  WITH w AS (
    SELECT *
    FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::integer[], $5::text[], $6::integer[], $7::integer[]) AS k (no, kind, period, cell, category_id, first, last))
  SELECT w.no, 0 AS "isLast", l.chunk, l.length, l.entries
  FROM w
  JOIN list AS l ON ${OF_LIST} AND l.chunk BETWEEN w.first AND w.last
  UNION ALL
  SELECT w.no, 1, l.chunk, l.length, CAST(NULL AS bytea)
  FROM w
  JOIN list AS l ON ${OF_LIST} AND l.chunk = (SELECT max(m.chunk) FROM list AS m WHERE ${OF_LIST.replaceAll('l.', 'm.')})
  ORDER BY 1, 3`;

/*
 * Lists are stored in chunks, so that a page far down is found as fast as the first one. A chunk is a sequence of varints: first the
 * item numbers by rank, each as the difference from the one before it, then the rank changes. The first byte of a varint has the
 * lowest six bits, the sign (64) and whether a byte follows (128); each further byte has seven bits and that flag.
 */

/** A page of a list needs one or two chunks, and a chunk fits into a page of the SQLite file. */
export const CHUNK_ENTRIES = 256;

/** The varint of minus zero: the rank change of an item that wasn't in the list before. */
const NEW = 64;

const NUMBER_BYTES_MAX = 8;

export const CHUNK_BYTES_MAX = CHUNK_ENTRIES * 2 * NUMBER_BYTES_MAX;

/** Writes entries into `room` from a position on, and returns the end. `items` are indices of `itemIds`. */
export function encodeChunk(
  room: Uint8Array,
  from: number,
  items: Int32Array,
  upDowns: Int32Array,
  itemIds: Float64Array,
): number {
  let end = from;
  let before = 0;
  for (let at = 0; at < items.length; at++) {
    const itemId = itemIds[items[at] ?? 0] ?? 0;
    end = writeNumber(room, end, itemId - before);
    before = itemId;
  }
  for (let at = 0; at < items.length; at++) {
    const change = upDowns[at] ?? 0;
    if (change === NOT_BEFORE) room[end++] = NEW;
    else end = writeNumber(room, end, change);
  }
  return end;
}

function writeNumber(room: Uint8Array, from: number, value: number): number {
  let at = from;
  let rest = Math.abs(value);
  let byte = (rest & 63) | (value < 0 ? 64 : 0);
  let bits = 64;
  for (; rest >= bits; bits = 128) {
    rest = Math.floor(rest / bits);
    room[at++] = byte | 128;
    byte = rest & 127;
  }
  room[at++] = byte;
  return at;
}

/** Decodes the item numbers of a chunk of `count` entries. Call `upDowns` to decode the rank changes, at most once. */
export function decodeChunk(bytes: Uint8Array, count: number) {
  let at = 0;
  const next = (): number => {
    let byte = bytes[at++] ?? 0;
    const isNegative = (byte & 64) !== 0;
    let value = byte & 63;
    for (let unit = 64; byte >= 128; unit *= 128) {
      byte = bytes[at++] ?? 0;
      value += (byte & 127) * unit;
    }
    return isNegative ? -value : value;
  };
  const itemIds = new Float64Array(count);
  let itemId = 0;
  for (let entry = 0; entry < count; entry++) {
    itemId += next();
    itemIds[entry] = itemId;
  }
  return {
    itemIds,
    upDowns: () =>
      Array.from({ length: count }, () => {
        const change = next();
        return Object.is(change, -0) ? null : change;
      }),
  };
}
