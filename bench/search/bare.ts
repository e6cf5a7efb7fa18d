/**
 * The floor of a search: sorted raw arrays of documents in memory, galloping AND, one precomputed rank array for
 * each order, the first page by insertion, an exact total. No fields, no tiers, no changes, nothing saved.
 */
import { CATALOGS } from '../../src/catalog/item.ts';
import { DAY_UNKNOWN } from '../../src/search/engine/doc-table.ts';
import { eachPosting } from '../../src/search/engine/postings.ts';
import type { Segment } from '../../src/search/engine/segment.ts';
import type { TextQuery } from '../../src/search/query.ts';
import { SEARCH_SORTS, type SearchSort } from '../../src/search/search-index.ts';
import type { Shape } from './queries.ts';

type BareIndex = ReturnType<typeof makeBare>;

/** The same documents and tokens as a segment. */
export function makeBare(segment: Segment) {
  const lists = new Map<string, Uint32Array>();
  for (let term = 0; term < segment.terms.count; term++) {
    const list = new Uint32Array(segment.countOf(term));
    let at = 0;
    eachPosting(segment.arrays, term, (doc) => {
      list[at++] = doc;
    });
    lists.set(segment.terms.at(term), list);
  }
  const { salePoints, titleLengths, publishDays, registeredAtMs, bits } = segment.arrays;
  const keys: Record<SearchSort, (doc: number) => number> = {
    DEFAULT: (doc) => -(salePoints[doc] ?? 0) * 65_536 + (titleLengths[doc] ?? 0),
    RELATION: (doc) => titleLengths[doc] ?? 0,
    RECENT: (doc) => -(publishDays[doc] ?? DAY_UNKNOWN),
    REG_DTS: (doc) => -(registeredAtMs[doc] ?? 0),
  };
  const ranks = Object.fromEntries(
    SEARCH_SORTS.map((sort) => {
      const order = Float64Array.from({ length: segment.docCount }, (_, doc) => keys[sort](doc));
      const docs = Uint32Array.from({ length: segment.docCount }, (_, doc) => doc);
      docs.sort((a, b) => (order[a] ?? 0) - (order[b] ?? 0) || a - b);
      const rank = new Uint32Array(segment.docCount);
      docs.forEach((doc, at) => {
        rank[doc] = at;
      });
      return [sort, rank];
    }),
  ) as Record<SearchSort, Uint32Array>;
  const prefixes = Map.groupBy(lists.keys(), (token) => token.charAt(0));
  return { lists, ranks, catalogs: Uint8Array.from(bits, (bit) => bit & 7), prefixes };
}

let hits = new Uint32Array(1 << 20);
let marks = new Uint8Array(0);

/** Total and documents of the page. */
export function searchBare(
  index: BareIndex,
  text: TextQuery,
  shape: Shape,
): { total: number; docs: number[] } {
  let count = -1;
  const lists: Uint32Array[] = [];
  for (const [terms = []] of text.words) {
    for (const { token, isPrefix } of terms) {
      const list = isPrefix ? null : index.lists.get(token);
      if (list === undefined) return { total: 0, docs: [] };
      if (list !== null) lists.push(list);
      else count = unite(index, index.prefixes.get(token) ?? []);
    }
  }
  if (count > 0 && lists.length > 0) hits.subarray(0, count).sort();
  lists.sort((a, b) => a.length - b.length);
  for (const list of lists) {
    if (count < 0) {
      if (hits.length < list.length) hits = new Uint32Array(list.length * 2);
      hits.set(list);
      count = list.length;
    } else count = intersect(list, count);
  }
  return pageOf(index, Math.max(count, 0), shape);
}

function unite({ lists, catalogs }: BareIndex, tokens: readonly string[]): number {
  if (marks.length < catalogs.length) marks = new Uint8Array(catalogs.length);
  if (hits.length < catalogs.length) hits = new Uint32Array(catalogs.length);
  let count = 0;
  for (const token of tokens) {
    for (const doc of lists.get(token) ?? []) {
      if (marks[doc] === 1) continue;
      marks[doc] = 1;
      hits[count++] = doc;
    }
  }
  for (let at = 0; at < count; at++) marks[hits[at] ?? 0] = 0;
  return count;
}

function intersect(list: Uint32Array, count: number): number {
  let kept = 0;
  let from = 0;
  for (let at = 0; at < count; at++) {
    const doc = hits[at] ?? 0;
    let step = 1;
    while (from + step < list.length && (list[from + step] ?? 0) < doc) {
      from += step;
      step *= 2;
    }
    let high = Math.min(from + step, list.length);
    while (from < high) {
      const middle = (from + high) >>> 1;
      if ((list[middle] ?? 0) < doc) from = middle + 1;
      else high = middle;
    }
    if (from === list.length) break;
    if (list[from] === doc) hits[kept++] = doc;
  }
  return kept;
}

/** The best of the hits in a sorted window of ranks. */
function pageOf(index: BareIndex, count: number, shape: Shape): { total: number; docs: number[] } {
  const rank = index.ranks[shape.sort];
  const catalog = shape.category === 'ALL' ? -1 : CATALOGS.indexOf(shape.category);
  const size = shape.offset + shape.limit;
  const best = new Float64Array(Math.min(size * 2, count));
  let filled = 0;
  let worst = Number.POSITIVE_INFINITY;
  let total = 0;
  for (let at = 0; at < count; at++) {
    const doc = hits[at] ?? 0;
    if (catalog >= 0 && index.catalogs[doc] !== catalog) continue;
    total++;
    const key = rank[doc] ?? 0;
    if (key > worst) continue;
    best[filled++] = key * 2 ** 24 + doc;
    if (filled < best.length || filled < size * 2) continue;
    best.sort();
    filled = size;
    worst = Math.floor((best[size - 1] ?? 0) / 2 ** 24);
  }
  const sorted = best.subarray(0, filled).sort();
  return { total, docs: Array.from(sorted.subarray(shape.offset, size), (key) => key % 2 ** 24) };
}
