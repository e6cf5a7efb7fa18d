import type { Deal } from '../../catalog/item.ts';
import { firstWithout, inSharedMemory, lowerBound, type NamedArrays } from '../../typed-arrays.ts';
import type { TextQuery } from '../query.ts';
import type { WholeNames } from '../search-document.ts';
import type { QueryTerm } from '../tokenise.ts';
import { type DocColumns, DocTable } from './doc-table.ts';
import { type BestArrays, bestArrays } from './hit-order.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';
import { eachPosting, type PostingArrays } from './postings.ts';
import { promoteTitles, SortedTexts, type TitleArrays } from './sorted-texts.ts';

interface DealArrays {
  /** Four numbers a deal, by document: the document, the price, the first and the last KST day. */
  readonly deals: Float64Array;
}

/**
 * All arrays of a segment, flat: they are saved to a file and passed from thread to thread. Documents are numbered in
 * the order of their item numbers, so that ties in item number are ties in document. Only the columns of figures ever
 * change.
 */
export type SegmentArrays = PartArrays & BestArrays;

/** Every token once, as SortedTexts takes them. */
interface TermArrays {
  readonly termUnits: Uint16Array;
  readonly termStarts: Uint32Array;
}

/** A segment that will be merged. */
export type PartArrays = Readonly<DocColumns> & DealArrays & TermArrays & PostingArrays & TitleArrays;

/** The same arrays in memory that threads share, and the arrays that only a complete segment has. */
export function shareSegment(arrays: PartArrays): SegmentArrays {
  const isNarrow = (arrays.itemIds.at(-1) ?? 0) < 2 ** 32;
  const itemIds = isNarrow ? Uint32Array.from(arrays.itemIds) : arrays.itemIds;
  const all: NamedArrays = { ...arrays, itemIds, ...bestArrays(arrays, itemIds.length) };
  const shared = Object.entries(all).map(([name, array]) => [name, inSharedMemory(array)]);
  return Object.fromEntries(shared) as SegmentArrays;
}

/** A segment that is neither saved nor searched for the best of many hits. */
export function partOf(arrays: PartArrays): Segment {
  return new Segment({ ...arrays, bestDocs: new Uint32Array(0) });
}

/** Documents, their figures, and the lists of their words. */
export class Segment {
  readonly docs: DocTable;
  readonly arrays: SegmentArrays;
  readonly terms: SortedTexts;
  readonly titles: SortedTexts;
  readonly docCount: number;

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.terms = new SortedTexts(arrays.termUnits, arrays.termStarts);
    this.titles = new SortedTexts(arrays.titleUnits, arrays.titleStarts);
    this.docCount = arrays.itemIds.length;
    this.docs = new DocTable({ ...arrays }, readDeals(arrays), this.docCount);
  }

  /** The lists of a term of a query, `from` .. `end - 1`. */
  findLists({ token, isPrefix }: QueryTerm): { readonly from: number; readonly end: number } {
    if (isPrefix) return this.terms.findPrefix(token);
    const list = this.terms.find(token);
    return list < 0 ? { from: 0, end: 0 } : { from: list, end: list + 1 };
  }

  /** Length of a list. */
  countOf(list: number): number {
    const { listEntries } = this.arrays;
    return (listEntries[list + 1] ?? 0) - (listEntries[list] ?? 0);
  }

  /** Gives hits whose title or one of whose names is the query, or whose title starts with it, their better tiers. */
  promote({ key, names }: TextQuery, hits: Hits): void {
    promoteTitles(this.titles, this.arrays, key, hits);
    const { person, series } = this.named(names);
    promoteDocs(series, TIER.leading, hits);
    promoteDocs(person, TIER.exact, hits);
  }

  /** The documents that hold the query's name as that of a person and as that of a series, ascending. */
  named({ person, series }: WholeNames) {
    return { person: this.#docsOf(person), series: this.#docsOf(series) };
  }

  /** The document of an item that is not dead, or -1. */
  locate(itemId: number): number {
    const { itemIds } = this.arrays;
    const doc = lowerBound(itemIds, itemId);
    return itemIds[doc] === itemId && !this.docs.isDead(doc) ? doc : -1;
  }

  #docsOf(token: string): Uint32Array {
    const list = this.terms.find(token);
    if (list < 0) return NO_DOCS;
    const docs = new Uint32Array(this.countOf(list));
    let count = 0;
    eachPosting(this.arrays, list, (doc) => {
      docs[count++] = doc;
    });
    return docs;
  }
}

const NO_DOCS = new Uint32Array(0);

/** Gives those of the listed documents that are hits a tier, where it is better than theirs. */
function promoteDocs(docs: Uint32Array, tier: number, { packed, count }: Hits): void {
  let from = 0;
  for (let at = 0; at < docs.length && from < count; at++) {
    const doc = docs[at] ?? 0;
    from = firstWithout(from, count, (place) => (packed[place] ?? 0) >>> TIER_BITS < doc);
    const hit = packed[from] ?? 0;
    if (from < count && hit >>> TIER_BITS === doc && tier < (hit & TIER_MASK))
      packed[from] = (doc << TIER_BITS) | tier;
  }
}

function readDeals({ deals }: DealArrays): Map<number, Deal> {
  const byDoc = new Map<number, Deal>();
  for (let at = 0; at < deals.length; at += 4) {
    const [doc = 0, salePrice = 0, from = 0, until = 0] = deals.subarray(at, at + 4);
    byDoc.set(doc, { salePrice, from, until });
  }
  return byDoc;
}

/** The deals of a table, as numbers. */
export function dealNumbers(deals: ReadonlyMap<number, Deal>): Float64Array {
  const sorted = [...deals].sort(([a], [b]) => a - b);
  return Float64Array.from(
    sorted.flatMap(([doc, { salePrice, from, until }]) => [doc, salePrice, from, until]),
  );
}
