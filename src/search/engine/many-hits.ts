import { CATALOGS } from '../../catalog/item.ts';
import type { TextQuery } from '../query.ts';
import { HEAD } from '../search-document.ts';
import type { SearchSort } from '../search-index.ts';
import type { QueryTerm } from '../tokenise.ts';
import { bestDocsBy, DOC_BITS, type HitConditions, type HitTotals, isByFit } from './doc-table.ts';
import type { Scratch } from './match.ts';
import { type Hits, TIER, TIER_BITS, type TierMarks, type Tiers } from './postings.ts';
import type { Segment } from './segment.ts';

/** A query has many hits if at least one document in 64 matches. */
const SPARSE = 64;

/**
 * Finds the hits of one-word queries that match much of a segment, such as a single syllable, which begins thousands of tokens.
 * Combines bit sets instead of iterating over hits. Must be created before any attribute of the segment changes.
 */
export class ManyHits {
  readonly #segment: Segment;
  readonly #scratch: Scratch;
  readonly #blocks: DocBlocks;

  constructor(segment: Segment, scratch: Scratch) {
    this.#segment = segment;
    this.#scratch = scratch;
    this.#blocks = new DocBlocks(segment.docs.columns.bits.subarray(0, segment.docs.count));
    segment.docs.onBits = (doc, bits) => this.#blocks.update(doc, bits);
  }

  /**
   * Counts the hits that meet the conditions, and returns hits that may be among the first `wanted`. Null for several words, for
   * few hits, and for limits on days or prices. With `promotes`, titles that equal or begin with the query come first.
   */
  find(
    text: TextQuery,
    tiers: Tiers,
    promotes: boolean,
    conditions: HitConditions,
    wanted: number,
    totals: HitTotals,
  ): Hits | null {
    const { docCount, postings, terms } = this.#segment;
    const term = onlyTerm(text.words);
    if (term === null || conditions.ranges !== null) return null;
    const list = terms.find(term.token);
    const { from, end } = term.isPrefix ? terms.findPrefix(term.token) : { from: list, end: list + 1 };
    if (from < 0 || from === end || postings.count(from, end) * SPARSE < docCount) return null;
    const marks = this.#scratch.takeMarks(docCount);
    this.#scratch.work += postings.mark(from, end, tiers, marks);
    const shownCount = this.#blocks.countShown(marks, conditions, totals);
    const hits = this.#keepBest(promotes ? text : null, marks, shownCount, conditions.sort, wanted);
    marks.clear();
    return hits;
  }

  /**
   * Returns the marked documents that may be among the first `wanted`. For each tier, it takes hits from the segment's best
   * documents; if these hits are too few, it takes all hits of the tier. Changes the marks.
   */
  #keepBest(
    promoted: TextQuery | null,
    marks: TierMarks,
    shownCount: number,
    sort: SearchSort,
    wanted: number,
  ): Hits {
    const { arrays, docs, docsByTitle } = this.#segment;
    const bestDocs = bestDocsBy(sort, arrays.bestDocs);
    const left = marks.row(TIER.anywhere);
    const taken = new TakenHits(this.#scratch.take(shownCount));
    let before = 0;
    const takeTitles = (titles: Uint32Array, tier: number) => {
      before -= taken.count;
      taken.takeListed(titles, left, titles.length, tier);
      before += taken.count;
    };
    const takeBest = (hits: Int32Array, hitCount: number, tier: number) => {
      // The order of bestDocs doesn't hold for documents whose attributes changed after the build.
      if (this.#blocks.hasChanged) taken.takeMarked(hits, this.#blocks.changed, tier);
      const enough = taken.count + wanted - before;
      const isAmongBest = hitCount * bestDocs.length > (wanted - before) * docs.count;
      if (isAmongBest) taken.takeListed(bestDocs, hits, wanted - before, tier);
      if (taken.count < enough) taken.takeMarked(hits, hits, tier);
      before += hitCount;
    };
    if (promoted !== null) {
      const { key, names } = promoted;
      const { from, same, sameEnd, middle, end, article } = this.#segment.findTitles(key);
      takeTitles(docsByTitle.subarray(same, sameEnd), TIER.exact);
      takeTitles(this.#segment.docsOf(names.person), TIER.exact);
      takeTitles(docsByTitle.subarray(from, middle), TIER.titled);
      takeTitles(this.#segment.headed(key, HEAD.isSingle), TIER.heading);
      if (before < wanted) {
        const isAlike = (_doc: number, at: number) => this.#segment.hasArticle(middle + at) === article;
        takeTitles(docsByTitle.subarray(middle, end).filter(isAlike), TIER.leading);
        takeTitles(this.#segment.docsOf(names.series), TIER.leading);
      }
    }
    for (const tier of isByFit(sort) ? [TIER.titles, TIER.names] : []) {
      if (before >= wanted) break;
      const hits = marks.row(tier);
      takeBest(hits, takeCommon(left, hits), tier);
    }
    if (before < wanted) takeBest(left, shownCount - before, TIER.anywhere);
    return { packed: taken.packed, count: taken.count };
  }
}

function onlyTerm(words: TextQuery['words']): QueryTerm | null {
  const [[terms = [], ...others] = [], ...more] = words;
  const isOnly = terms.length === 1 && others.length === 0 && more.length === 0;
  return isOnly ? (terms[0] ?? null) : null;
}

/** Removes from `row` the documents that `left` lacks, and from `left` the documents of `row`. Returns the number in both. */
function takeCommon(left: Int32Array, row: Int32Array): number {
  let count = 0;
  for (let block = 0; block < left.length; block++) {
    const common = (left[block] ?? 0) & (row[block] ?? 0);
    left[block] = (left[block] ?? 0) ^ common;
    row[block] = common;
    count += bitCount(common);
  }
  return count;
}

class TakenHits implements Hits {
  readonly packed: Uint32Array;
  count = 0;

  constructor(packed: Uint32Array) {
    this.packed = packed;
  }

  /** Moves up to `countMax` documents from the bit set `hits` to `packed`: documents that are also in the list `listed`. */
  takeListed(listed: Uint32Array, hits: Int32Array, countMax: number, tier: number): void {
    const { packed } = this;
    const end = this.count + countMax;
    let at = this.count;
    for (let i = 0; i < listed.length && at < end; i++) {
      const doc = listed[i] ?? 0;
      const bits = hits[doc >>> BLOCK_BITS] ?? 0;
      if (((bits >>> doc) & 1) === 0) continue;
      hits[doc >>> BLOCK_BITS] = bits ^ (1 << doc);
      packed[at++] = (doc << TIER_BITS) | tier;
    }
    this.count = at;
  }

  /** Moves the documents that are in both bit sets, `hits` and `row`, from `hits` to `packed`. */
  takeMarked(hits: Int32Array, row: Int32Array, tier: number): void {
    const { packed } = this;
    let at = this.count;
    for (let block = 0; block < hits.length; block++) {
      let bits = (hits[block] ?? 0) & (row[block] ?? 0);
      if (bits === 0) continue;
      hits[block] = (hits[block] ?? 0) ^ bits;
      for (; bits !== 0; bits &= bits - 1) {
        packed[at++] = (((block << BLOCK_BITS) + 31 - Math.clz32(bits & -bits)) << TIER_BITS) | tier;
      }
    }
    this.count = at;
  }
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const BLOCK_BITS = 5;

/** Attributes of documents as bit sets, so that a search tests 32 documents at once. */
class DocBlocks {
  readonly count: number;
  readonly alive: Int32Array;
  readonly catalogs: readonly Int32Array[];
  readonly inStock: Int32Array;
  readonly withheld: Int32Array;
  readonly changed: Int32Array;
  hasChanged = false;
  readonly #sets: { readonly set: Int32Array; readonly mask: number; readonly wanted: number }[] = [];

  constructor(bits: Uint8Array) {
    this.count = (bits.length + 31) >>> BLOCK_BITS;
    const setOf = (mask: number, wanted: number) => {
      const set = new Int32Array(this.count);
      this.#sets.push({ set, mask, wanted });
      return set;
    };
    this.alive = setOf(DOC_BITS.dead, 0);
    this.catalogs = CATALOGS.map((_, at) => setOf(DOC_BITS.dead | DOC_BITS.catalog, at));
    this.inStock = setOf(DOC_BITS.inStock, DOC_BITS.inStock);
    this.withheld = setOf(DOC_BITS.withheld, DOC_BITS.withheld);
    this.changed = new Int32Array(this.count);
    for (let doc = 0; doc < bits.length; doc++) this.#put(doc, bits[doc] ?? 0);
  }

  update(doc: number, bits: number): void {
    this.#put(doc, bits);
    setBit(this.changed, doc, true);
    this.hasChanged = true;
  }

  /** Sets the row of TIER.anywhere to the marked documents that meet the conditions and aren't withheld. Returns their number. */
  countShown(marks: TierMarks, { mask, wanted }: HitConditions, totals: HitTotals): number {
    const { alive, withheld } = this;
    const inCatalog = (mask & DOC_BITS.catalog ? this.catalogs[wanted & DOC_BITS.catalog] : null) ?? alive;
    const inStock = mask & DOC_BITS.inStock ? this.inStock : alive;
    const [titles, names, anywhere] = [
      marks.row(TIER.titles),
      marks.row(TIER.names),
      marks.row(TIER.anywhere),
    ];
    let shownCount = 0;
    for (let block = 0; block < this.count; block++) {
      const any = (titles[block] ?? 0) | (names[block] ?? 0) | (anywhere[block] ?? 0);
      const passing = any & (inCatalog[block] ?? 0) & (inStock[block] ?? 0);
      const shown = passing & ~(withheld[block] ?? 0);
      anywhere[block] = shown;
      shownCount += bitCount(shown);
      if (shown !== passing) totals.withheld += bitCount(passing ^ shown);
    }
    totals.shown += shownCount;
    return shownCount;
  }

  #put(doc: number, bits: number): void {
    for (const { set, mask, wanted } of this.#sets) setBit(set, doc, (bits & mask) === wanted);
  }
}

function setBit(set: Int32Array, doc: number, isSet: boolean): void {
  const others = (set[doc >>> BLOCK_BITS] ?? 0) & ~(1 << doc);
  set[doc >>> BLOCK_BITS] = isSet ? others | (1 << doc) : others;
}
