import { firstWithout, inSharedMemory, lowerBound, type NamedArrays } from '../../base/typed-arrays.ts';
import type { Deal } from '../../catalog/item.ts';
import { IS_VOLUME, type TextQuery } from '../query.ts';
import { FIELD, HEAD, headToken, keyWithoutArticle, type WholeNames } from '../search-document.ts';
import type { QueryTerm } from '../tokenise.ts';
import { type DocColumns, DocTable } from './doc-table.ts';
import { type BestArrays, bestArrays } from './hit-order.ts';
import {
  eachPosting,
  flagsAt,
  type Hits,
  type PostingArrays,
  TIER,
  TIER_BITS,
  TIER_MASK,
} from './postings.ts';
import { SortedTexts } from './sorted-texts.ts';

/**
 * The arrays of a segment that will be merged, flat: they are passed from thread to thread. Documents are numbered in the order
 * of their item numbers, so that ties in item number are ties in document. Only the columns of figures ever change.
 */
export interface PartArrays extends Readonly<DocColumns>, PostingArrays {
  /** Four numbers a deal, by document: the document, the price, the first and the last KST day. */
  readonly deals: Float64Array;
  /** Every token once, as SortedTexts takes them. */
  readonly termUnits: Uint16Array;
  readonly termStarts: Uint32Array;
  /** Title keys in order, so that the titles that are a query, or start with it, are one range of ranks. Ranks are by document. */
  readonly titleRanks: Uint32Array;
  readonly titleUnits: Uint16Array;
  readonly titleStarts: Uint32Array;
}

/** All arrays of a segment; they are saved to a file. */
export type SegmentArrays = PartArrays & BestArrays;

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
  #docsByTitle: Uint32Array | null = null;
  #articles: Uint8Array | null = null;

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.terms = new SortedTexts(arrays.termUnits, arrays.termStarts);
    this.titles = new SortedTexts(arrays.titleUnits, arrays.titleStarts);
    this.docCount = arrays.itemIds.length;
    this.docs = new DocTable({ ...arrays }, readDeals(arrays), this.docCount);
  }

  /** Documents by the rank of their title. */
  get docsByTitle(): Uint32Array {
    this.#docsByTitle ??= docsByTitle(this.arrays);
    return this.#docsByTitle;
  }

  /** By document: 1 where the title has an article at its start, which its key has at the end. */
  get articles(): Uint8Array {
    if (this.#articles !== null) return this.#articles;
    const { titles, docsByTitle: docs } = this;
    const articles = new Uint8Array(this.docCount);
    for (let rank = 0; rank < this.docCount; rank++) {
      const end = titles.lengthOf(rank);
      for (let at = Math.max(1, end - ARTICLE_LENGTH_MAX); at < end; at++)
        if (titles.unitAt(rank, at) === 0) articles[docs[rank] ?? 0] = 1;
    }
    this.#articles = articles;
    return articles;
  }

  /** Length of a list. */
  countOf(list: number): number {
    const { listEntries } = this.arrays;
    return (listEntries[list + 1] ?? 0) - (listEntries[list] ?? 0);
  }

  /** Gives hits whose title or one of whose names is the query, or whose title starts with it, their better tiers. */
  promote({ key, names }: TextQuery, hits: Hits): void {
    const { titleRanks } = this.arrays;
    const { from, same, sameEnd, middle, end, article } = this.findTitles(key);
    const { packed } = hits;
    const { articles } = this;
    for (let i = 0; from < end && i < hits.count; i++) {
      const doc = (packed[i] ?? 0) >>> TIER_BITS;
      const rank = titleRanks[doc] ?? 0;
      if (rank < from || rank >= end) continue;
      if (rank >= middle && articles[doc] !== article) continue;
      const isSame = rank >= same && rank < sameEnd;
      const tier = isSame ? TIER.exact : rank < middle ? TIER.titled : TIER.leading;
      if (tier < ((packed[i] ?? 0) & TIER_MASK)) packed[i] = (doc << TIER_BITS) | tier;
    }
    const { person, series } = this.named(names);
    promoteDocs(series, TIER.leading, hits);
    promoteDocs(this.headed(key, HEAD.isSingle), TIER.heading, hits);
    promoteDocs(person, TIER.exact, hits);
  }

  /**
   * Ranks of the titles that are the key but for an article (from, middle), among them those with the same one
   * (same, sameEnd), and of those that continue after it (middle, end); and what `articles` has of such.
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
    return { from, same, sameEnd, middle, end, article: Number(key.length > bare.length) };
  }

  /** The documents that hold the query's name as that of a person and as that of a series, ascending. */
  named({ person, series }: WholeNames) {
    return { person: this.#docsOf(person), series: this.#docsOf(series) };
  }

  /** The documents whose title before its subtitle or its volume is the key, and that have all of the HEAD flags; ascending. */
  headed(key: string, wanted: number): Uint32Array {
    return this.#docsOf(headToken(key), wanted);
  }

  /**
   * Whether a document has some word of a series, in its own series where the word stands in its title (`key`) anyway, and no other
   * volume than the series names; true without a series.
   */
  isOfSeries(doc: number, { asked, words }: TextQuery, key: string): boolean {
    if (words.length === 0) return true;
    const flagsOf = (tokens: readonly QueryTerm[]) =>
      tokens.reduce((flags, { token }) => flags & this.flagsAt(token, doc), 15);
    const isOwn = words.flat(2).every((term) => !IS_VOLUME.test(term.token) || flagsOf([term]) > 0);
    if (this.arrays.volumes[doc] !== 0 && !isOwn) return false;
    return asked.some(({ role, key: word, words: ways }) => {
      const fields = key.includes(word) ? FIELD.series : 15;
      return (
        role === 'word' && /\p{L}{2}/u.test(word) && ways.some((tokens) => (flagsOf(tokens) & fields) !== 0)
      );
    });
  }

  /** The flags that a token has in a document, 0 where it isn't there. */
  flagsAt(token: string, doc: number): number {
    const list = this.terms.find(token);
    return list < 0 ? 0 : Math.max(0, flagsAt(this.arrays, list, doc));
  }

  /** The document of an item that is not dead, or -1. */
  locate(itemId: number): number {
    const { itemIds } = this.arrays;
    const doc = lowerBound(itemIds, itemId);
    return itemIds[doc] === itemId && !this.docs.isDead(doc) ? doc : -1;
  }

  #docsOf(token: string, wanted = 0): Uint32Array {
    const list = this.terms.find(token);
    if (list < 0) return NO_DOCS;
    const docs = new Uint32Array(this.countOf(list));
    let count = 0;
    eachPosting(this.arrays, list, (doc, flags) => {
      if ((flags & wanted) === wanted) docs[count++] = doc;
    });
    return docs.subarray(0, count);
  }
}

/** With its joint. */
const ARTICLE_LENGTH_MAX = 6;
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

function readDeals({ deals }: PartArrays): Map<number, Deal> {
  const byDoc = new Map<number, Deal>();
  for (let at = 0; at < deals.length; at += 4) {
    const [doc = 0, salePrice = 0, from = 0, until = 0] = deals.subarray(at, at + 4);
    byDoc.set(doc, { salePrice, from, until });
  }
  return byDoc;
}

export function dealNumbers(deals: ReadonlyMap<number, Deal>): Float64Array {
  const sorted = [...deals].sort(([a], [b]) => a - b);
  return Float64Array.from(
    sorted.flatMap(([doc, { salePrice, from, until }]) => [doc, salePrice, from, until]),
  );
}

/** Documents by their rank. */
export function docsByTitle({ titleRanks }: PartArrays): Uint32Array {
  const docs = new Uint32Array(titleRanks.length);
  for (let doc = 0; doc < docs.length; doc++) docs[titleRanks[doc] ?? 0] = doc;
  return docs;
}
