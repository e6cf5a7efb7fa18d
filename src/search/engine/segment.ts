import {
  firstWithout,
  grown,
  inSharedMemory,
  lowerBound,
  type NamedArrays,
} from '../../base/typed-arrays.ts';
import type { Deal } from '../../catalog/item.ts';
import type { TextQuery } from '../query.ts';
import { HEAD, headToken, keyWithoutArticle } from '../search-document.ts';
import { bestDocsOf, type DocColumns, DocTable } from './doc-table.ts';
import { type Hits, type PostingArrays, PostingLists, TIER, TIER_BITS, TIER_MASK } from './postings.ts';

/**
 * A segment as flat arrays, which can be passed to another thread and saved. Documents are numbered in the order of their item
 * numbers. Only the columns of attributes ever change.
 */
export interface SegmentArrays extends Readonly<DocColumns>, PostingArrays {
  /** Four numbers per deal: the document, the price, the first and the last KST day. */
  readonly deals: Float64Array;
  readonly termUnits: Uint16Array;
  readonly termStarts: Uint32Array;
  /** The rank by title of each document. Titles with a common prefix have consecutive ranks. */
  readonly titleRanks: Uint32Array;
  readonly titleUnits: Uint16Array;
  readonly titleStarts: Uint32Array;
  /** The result of bestDocsOf; empty in small segments. */
  readonly bestDocs: Uint32Array;
}

/** Copies a built segment to shared memory, with bestDocs, and with item numbers of 32 bits if all fit. */
export function shareSegment(arrays: SegmentArrays): SegmentArrays {
  const isNarrow = (arrays.itemIds.at(-1) ?? 0) < 2 ** 32;
  const itemIds = isNarrow ? Uint32Array.from(arrays.itemIds) : arrays.itemIds;
  const all: NamedArrays = { ...arrays, itemIds, bestDocs: bestDocsOf(arrays, itemIds.length) };
  const shared = Object.entries(all).map(([name, array]) => [name, inSharedMemory(array)]);
  return Object.fromEntries(shared) as SegmentArrays;
}

export class Segment {
  readonly docs: DocTable;
  readonly arrays: SegmentArrays;
  readonly postings: PostingLists;
  readonly terms: SortedTexts;
  readonly titles: SortedTexts;
  readonly docCount: number;
  #docsByTitle: Uint32Array | null = null;

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.postings = new PostingLists(arrays);
    this.terms = new SortedTexts(arrays.termUnits, arrays.termStarts);
    this.titles = new SortedTexts(arrays.titleUnits, arrays.titleStarts);
    this.docCount = arrays.itemIds.length;
    this.docs = new DocTable({ ...arrays }, readDeals(arrays), this.docCount);
  }

  get docsByTitle(): Uint32Array {
    if (this.#docsByTitle === null) {
      this.#docsByTitle = new Uint32Array(this.docCount);
      for (const [doc, rank] of this.arrays.titleRanks.entries()) this.#docsByTitle[rank] = doc;
    }
    return this.#docsByTitle;
  }

  /** Whether the title at a rank begins with an article, which the title's key has at its end. */
  hasArticle(rank: number): boolean {
    const end = this.titles.lengthOf(rank);
    for (let at = Math.max(1, end - ARTICLE_LENGTH_MAX); at < end; at++)
      if (this.titles.unitAt(rank, at) === 0) return true;
    return false;
  }

  /** Improves the tiers of hits whose title, contributor or series is the query, or whose title begins with it. */
  promote({ key, names }: TextQuery, hits: Hits): void {
    const { titleRanks } = this.arrays;
    const { from, same, sameEnd, middle, end, article } = this.findTitles(key);
    const { packed } = hits;
    for (let i = 0; from < end && i < hits.count; i++) {
      const doc = (packed[i] ?? 0) >>> TIER_BITS;
      const rank = titleRanks[doc] ?? 0;
      if (rank < from || rank >= end) continue;
      if (rank >= middle && this.hasArticle(rank) !== article) continue;
      const isSame = rank >= same && rank < sameEnd;
      const tier = isSame ? TIER.exact : rank < middle ? TIER.titled : TIER.leading;
      if (tier < ((packed[i] ?? 0) & TIER_MASK)) packed[i] = (doc << TIER_BITS) | tier;
    }
    promoteDocs(this.docsOf(names.series), TIER.leading, hits);
    promoteDocs(this.headed(key, HEAD.isSingle), TIER.heading, hits);
    promoteDocs(this.docsOf(names.person), TIER.exact, hits);
  }

  /**
   * Ranges of title ranks. Titles at `from` .. `middle` equal the key if articles are ignored, titles at `middle` .. `end` begin
   * with the key. At `same` .. `sameEnd`, the article is the same, too. `article`: whether the key has an article.
   */
  findTitles(key: string) {
    const bare = keyWithoutArticle(key);
    const { from, end } = this.titles.findPrefix(bare);
    const middle = firstWithout(
      from,
      end,
      (rank) => this.titles.lengthOf(rank) === bare.length || this.titles.unitAt(rank, bare.length) === 0,
    );
    const same = firstWithout(from, middle, (rank) => this.titles.compare(rank, key) < 0);
    const sameEnd = firstWithout(same, middle, (rank) => this.titles.compare(rank, key) === 0);
    return { from, same, sameEnd, middle, end, article: key.length > bare.length };
  }

  /** Ascending documents whose title before a subtitle or a volume equals the key, with all HEAD flags of `wanted`. */
  headed(key: string, wanted: number): Uint32Array {
    return this.docsOf(headToken(key), wanted);
  }

  /** The live document of an item, or -1. */
  locate(itemId: number): number {
    const { itemIds } = this.arrays;
    const doc = lowerBound(itemIds, itemId);
    return itemIds[doc] === itemId && !this.docs.isDead(doc) ? doc : -1;
  }

  /** Ascending documents that have the token with all flags of `wanted`. */
  docsOf(token: string, wanted = 0): Uint32Array {
    const list = this.terms.find(token);
    if (list < 0) return NO_DOCS;
    const docs = new Uint32Array(this.postings.count(list));
    let count = 0;
    this.postings.each(list, (doc, flags) => {
      if ((flags & wanted) === wanted) docs[count++] = doc;
    });
    return docs.subarray(0, count);
  }
}

const ARTICLE_LENGTH_MAX = 6;
const NO_DOCS = new Uint32Array(0);

function promoteDocs(docs: Uint32Array, tier: number, { packed, count }: Hits): void {
  let from = 0;
  for (let at = 0; at < docs.length && from < count; at++) {
    const doc = docs[at] ?? 0;
    from = firstWithout(from, count, (at) => (packed[at] ?? 0) >>> TIER_BITS < doc);
    const hit = packed[from] ?? 0;
    if (from < count && hit >>> TIER_BITS === doc && tier < (hit & TIER_MASK))
      packed[from] = (doc << TIER_BITS) | tier;
  }
}

function readDeals({ deals }: SegmentArrays): Map<number, Deal> {
  const byDoc = new Map<number, Deal>();
  for (let at = 0; at < deals.length; at += 4) {
    const [doc = 0, salePrice = 0, from = 0, until = 0] = deals.subarray(at, at + 4);
    byDoc.set(doc, { salePrice, from, until });
  }
  return byDoc;
}

export function dealNumbers(deals: ReadonlyMap<number, Deal>): Float64Array {
  const sorted = [...deals].sort(([a], [b]) => a - b);
  return Float64Array.from(sorted.flatMap(([doc, deal]) => [doc, deal.salePrice, deal.from, deal.until]));
}

/**
 * A sorted list of texts. `units` are their UTF-16 code units, concatenated; `starts` are the offsets of the texts and of the
 * end. Look-ups use binary search among texts with an equal first unit.
 */
class SortedTexts {
  readonly #units: Uint16Array;
  readonly #starts: Uint32Array;
  /** By code unit: the index of the first text that starts with this unit or a greater one. */
  readonly #firsts: Uint32Array;
  readonly count: number;

  constructor(units: Uint16Array, starts: Uint32Array) {
    this.#units = units;
    this.#starts = starts;
    this.count = starts.length - 1;
    this.#firsts = new Uint32Array(65_537);
    for (let index = this.count - 1, unit = 65_536; unit >= 0; unit--) {
      this.#firsts[unit] = index + 1;
      while (unit > 0 && index >= 0 && units[starts[index] ?? 0] === unit - 1) index--;
    }
  }

  /** The first of equal texts; -1 if there is none. */
  find(text: string): number {
    const index = this.#firstNotBelow(text);
    return index < this.count && this.compare(index, text) === 0 ? index : -1;
  }

  /** The range of texts that begin with the prefix. A text that equals the prefix comes first. */
  findPrefix(prefix: string): { readonly from: number; readonly end: number } {
    const from = this.#firstNotBelow(prefix);
    const beyond = this.#firsts[prefix.charCodeAt(0) + 1] ?? 0;
    return { from, end: firstWithout(from, beyond, (index) => this.isWith(index, prefix)) };
  }

  firstWith(prefix: string): number {
    const index = this.#firstNotBelow(prefix);
    return index < this.count && this.isWith(index, prefix) ? index : -1;
  }

  lengthOf(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }

  unitAt(index: number, at: number): number {
    return this.#units[(this.#starts[index] ?? 0) + at] ?? 0;
  }

  at(index: number): string {
    const from = this.#starts[index] ?? 0;
    return String.fromCharCode(...this.#units.subarray(from, this.#starts[index + 1]));
  }

  #firstNotBelow(text: string): number {
    const unit = text.charCodeAt(0);
    const [from, end] = [this.#firsts[unit] ?? 0, this.#firsts[unit + 1] ?? 0];
    return firstWithout(from, end, (index) => this.compare(index, text) < 0);
  }

  /** Negative if the text at an index, or its first `length` units, sort before `text`; 0 if they are equal. */
  compare(index: number, text: string, length = this.lengthOf(index)): number {
    const from = this.#starts[index] ?? 0;
    const shared = Math.min(length, text.length);
    for (let i = 0; i < shared; i++) {
      const difference = (this.#units[from + i] ?? 0) - text.charCodeAt(i);
      if (difference !== 0) return difference;
    }
    return length - text.length;
  }

  isWith(index: number, prefix: string): boolean {
    return this.compare(index, prefix, Math.min(this.lengthOf(index), prefix.length)) === 0;
  }
}

/** Builds arrays for SortedTexts; texts must be added in sorted order. */
export class TextWriter {
  #units = new Uint16Array(4096);
  #starts = new Uint32Array(1024);
  #unitCount = 0;
  #count = 0;

  add(text: string): void {
    const end = this.#unitCount + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end * 2);
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts);
    for (let i = 0; i < text.length; i++) this.#units[this.#unitCount++] = text.charCodeAt(i);
    this.#starts[++this.#count] = this.#unitCount;
  }

  finish(): { readonly units: Uint16Array; readonly starts: Uint32Array } {
    return {
      units: this.#units.subarray(0, this.#unitCount),
      starts: this.#starts.subarray(0, this.#count + 1),
    };
  }
}
