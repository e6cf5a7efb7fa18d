import type { Deal } from '../../catalog/item.ts';
import { lowerBound } from '../../typed-arrays.ts';
import type { TextQuery } from '../query.ts';
import type { QueryTerm } from '../tokenise.ts';
import type { WholeNames } from '../whole-name.ts';
import { type BestArrays, bestArrays } from './best-docs.ts';
import { COLUMN_VIEWS, type DocColumns, DocTable } from './doc-table.ts';
import type { Hits } from './hits.ts';
import type { PostingSource, Tiers } from './match.ts';
import { docsOfName, type NameArrays, type NamedDocs, promoteNames } from './name-lists.ts';
import { intersectPostings, markPostings, type PostingArrays, readPostings } from './postings.ts';
import { type TermArrays, TermTable } from './term-table.ts';
import type { TierMarks } from './tier-marks.ts';
import { promoteTitles, type TitleArrays } from './title-order.ts';

/** Documents with a deal, ascending. */
interface DealArrays {
  readonly dealDocs: Uint32Array;
  /** Won. */
  readonly dealPrices: Float64Array;
  /** KST days. */
  readonly dealFroms: Int32Array;
  readonly dealUntils: Int32Array;
}

/**
 * All arrays of a segment, flat: they are saved to a file and passed from thread to thread. Documents are numbered in
 * the order of their item numbers, so that ties in item number are ties in document. Only the columns of figures ever
 * change.
 */
export type SegmentArrays = PartArrays & BestArrays;

/** A segment that will be merged. */
export type PartArrays = Readonly<DocColumns> &
  DealArrays &
  TermArrays &
  PostingArrays &
  TitleArrays &
  NameArrays;

/** Makes each array a view of a buffer. */
const SEGMENT_VIEWS = {
  ...COLUMN_VIEWS,
  nameHashes: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  nameDocs: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  dealDocs: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  dealPrices: (buffer: ArrayBufferLike) => new Float64Array(buffer),
  dealFroms: (buffer: ArrayBufferLike) => new Int32Array(buffer),
  dealUntils: (buffer: ArrayBufferLike) => new Int32Array(buffer),
  termUnits: (buffer: ArrayBufferLike) => new Uint16Array(buffer),
  termStarts: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  listChunks: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  listEntries: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  chunks: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  places: (buffer: ArrayBufferLike) => new Uint16Array(buffer),
  flags: (buffer: ArrayBufferLike) => new Uint8Array(buffer),
  titleRanks: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  titleBytes: (buffer: ArrayBufferLike) => new Uint8Array(buffer),
  titleBlocks: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
  bestDocs: (buffer: ArrayBufferLike) => new Uint32Array(buffer),
} as const satisfies Record<
  keyof SegmentArrays,
  (buffer: ArrayBufferLike, docCount: number) => ArrayBufferView
>;

/** A segment's arrays made from buffers by their names. */
export function viewSegment(bufferOf: (name: keyof SegmentArrays) => ArrayBufferLike): SegmentArrays {
  const views: Record<string, ArrayBufferView> = {};
  const docCount = bufferOf('bits').byteLength;
  for (const [name, view] of Object.entries(SEGMENT_VIEWS)) {
    views[name] = view(bufferOf(name as keyof SegmentArrays), docCount);
  }
  return views as unknown as SegmentArrays;
}

/** The same arrays in memory that threads share, and the arrays that only a complete segment has. */
export function shareSegment(arrays: PartArrays): SegmentArrays {
  const isNarrow = (arrays.itemIds.at(-1) ?? 0) < 2 ** 32;
  const itemIds = isNarrow ? Uint32Array.from(arrays.itemIds) : arrays.itemIds;
  const shared: Record<string, ArrayBufferView> = {
    ...arrays,
    itemIds,
    ...bestArrays(arrays, itemIds.length),
  };
  for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(shared)) {
    if (buffer instanceof SharedArrayBuffer) continue;
    const copy = new SharedArrayBuffer(byteLength);
    new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength));
    shared[name] = SEGMENT_VIEWS[name as keyof SegmentArrays](copy, itemIds.length);
  }
  return shared as unknown as SegmentArrays;
}

/** A segment that is neither saved nor searched for the best of many hits. */
export function partOf(arrays: PartArrays): Segment {
  return new Segment({ ...arrays, bestDocs: new Uint32Array(0) });
}

/** Documents, their figures, and the lists of their words. */
export class Segment implements PostingSource {
  readonly docs: DocTable;
  readonly arrays: SegmentArrays;
  readonly terms: TermTable;
  readonly docCount: number;

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.terms = new TermTable(arrays);
    this.docCount = arrays.itemIds.length;
    this.docs = new DocTable({ ...arrays }, readDeals(arrays), this.docCount);
  }

  find(token: string): number {
    return this.terms.find(token);
  }

  /** The lists of a term of a query, `from` .. `end - 1`. */
  findLists({ token, isPrefix }: QueryTerm): { readonly from: number; readonly end: number } {
    if (isPrefix) return this.terms.findPrefix(token);
    const list = this.terms.find(token);
    return list < 0 ? { from: 0, end: 0 } : { from: list, end: list + 1 };
  }

  markPrefix(prefix: string, tiers: Tiers, marks: TierMarks): number {
    const { from, end } = this.terms.findPrefix(prefix);
    return markPostings(this.arrays, from, end, tiers, marks);
  }

  countOf(list: number): number {
    const { listEntries } = this.arrays;
    return (listEntries[list + 1] ?? 0) - (listEntries[list] ?? 0);
  }

  read(list: number, tiers: Tiers, packed: Uint32Array): number {
    return readPostings(this.arrays, list, tiers, packed);
  }

  intersect(list: number, tiers: Tiers, packed: Uint32Array, count: number): number {
    return intersectPostings(this.arrays, list, tiers, packed, count);
  }

  /** Gives hits whose title or one of whose names is the query, or whose title starts with it, their better tiers. */
  promote({ key, names }: TextQuery, hits: Hits): void {
    promoteTitles(this.arrays, this.arrays, key, hits);
    promoteNames(this.named(names), hits);
  }

  /** Who holds the query as a name. */
  named({ person, series }: WholeNames): NamedDocs {
    return { person: docsOfName(this.arrays, person), series: docsOfName(this.arrays, series) };
  }

  /** The document of an item that is not dead, or -1. */
  locate(itemId: number): number {
    const { itemIds } = this.arrays;
    const doc = lowerBound(itemIds, itemId);
    return itemIds[doc] === itemId && !this.docs.isDead(doc) ? doc : -1;
  }

  /** Bytes of all arrays. */
  get byteLength(): number {
    return Object.values(this.arrays).reduce((sum, array) => sum + array.byteLength, 0);
  }
}

function readDeals({ dealDocs, dealPrices, dealFroms, dealUntils }: DealArrays): Map<number, Deal> {
  const deals = new Map<number, Deal>();
  for (const [at, doc] of dealDocs.entries()) {
    const deal = { salePrice: dealPrices[at] ?? 0, from: dealFroms[at] ?? 0, until: dealUntils[at] ?? 0 };
    deals.set(doc, deal);
  }
  return deals;
}

/** The deals of a table, as arrays. */
export function dealArrays(deals: ReadonlyMap<number, Deal>): DealArrays {
  const sorted = [...deals].sort(([a], [b]) => a - b);
  return {
    dealDocs: Uint32Array.from(sorted, ([doc]) => doc),
    dealPrices: Float64Array.from(sorted, ([, deal]) => deal.salePrice),
    dealFroms: Int32Array.from(sorted, ([, deal]) => deal.from),
    dealUntils: Int32Array.from(sorted, ([, deal]) => deal.until),
  };
}
