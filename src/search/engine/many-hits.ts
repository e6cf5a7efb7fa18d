import type { TextQuery } from '../query.ts';
import type { QueryTerm } from '../tokenise.ts';
import { bestDocsBy } from './best-docs.ts';
import { DocBlocks } from './doc-blocks.ts';
import { isByFit } from './hit-keys.ts';
import { type Hits, NO_MATCH, TIER, type Tiers } from './hits.ts';
import { keepBest } from './keep-best.ts';
import type { HitConditions, HitTotals } from './keep-shown.ts';
import { markPostings } from './postings.ts';
import type { Scratch } from './scratch.ts';
import type { Segment } from './segment.ts';
import { docsByTitle, findTitles } from './title-order.ts';

/** All documents are marked and counted at once when at least one in this many is a hit. */
const SPARSE = 64;

/**
 * Finds the hits of a query of one word that a good part of a segment holds: a single syllable, which begins
 * thousands of tokens, or one of the commonest words. The segment's figures must not have changed before.
 */
export class ManyHits {
  readonly #segment: Segment;
  readonly #scratch: Scratch;
  readonly #blocks: DocBlocks;
  readonly #docsByTitle: Uint32Array;

  constructor(segment: Segment, scratch: Scratch) {
    this.#segment = segment;
    this.#scratch = scratch;
    this.#blocks = new DocBlocks(segment.docs.columns.bits.subarray(0, segment.docs.count));
    segment.docs.blocks = this.#blocks;
    this.#docsByTitle = docsByTitle(segment.arrays);
  }

  /**
   * Counts the hits that pass, and returns those that may be shown and may be among the first `wanted`; null when the
   * query is none of these. `promotes` says whether exact and leading titles go before others.
   */
  find(
    { words, key, names }: TextQuery,
    tiers: Tiers,
    promotes: boolean,
    conditions: HitConditions,
    wanted: number,
    totals: HitTotals,
  ): Hits | null {
    const { arrays, docs, docCount } = this.#segment;
    const term = onlyTerm(words);
    if (term === null || conditions.ranges !== null) return null;
    const { from, end } = this.#segment.findLists(term);
    const postingCount = (arrays.listEntries[end] ?? 0) - (arrays.listEntries[from] ?? 0);
    if (postingCount === 0 || postingCount * SPARSE < docCount) return null;
    const marks = this.#scratch.takeMarks(docCount);
    const needsTiers = tiers.includes(NO_MATCH) || isByFit(conditions.sort);
    this.#scratch.work += markPostings(arrays, from, end, needsTiers ? tiers : null, marks);
    const titles = promotes ? findTitles(this.#segment.titles, key) : NO_TITLES;
    const byName = promotes ? this.#segment.named(names) : NO_NAMES;
    const leading = this.#docsByTitle.subarray(titles.middle, titles.end);
    const { headLengths, volumes } = docs.columns;
    const ranking = {
      docs,
      blocks: this.#blocks,
      bestDocs: bestDocsBy(conditions.sort, arrays),
      exactTitles: concat(this.#docsByTitle.subarray(titles.from, titles.middle), byName.person),
      headingTitles: leading.filter((doc) => headLengths[doc] === key.length && volumes[doc] === 0),
      leadingTitles: concat(leading, byName.series),
      conditions,
    };
    const hits = keepBest(ranking, marks, wanted, this.#scratch, totals);
    marks.clear(needsTiers ? TIER.leading : TIER.anywhere);
    return hits;
  }
}

function onlyTerm(words: TextQuery['words']): QueryTerm | null {
  const [alternatives = []] = words;
  const [terms = []] = alternatives;
  const isOnly = words.length === 1 && alternatives.length === 1 && terms.length === 1;
  return isOnly ? (terms[0] ?? null) : null;
}

const NO_TITLES = { from: 0, middle: 0, end: 0 };
const NO_NAMES = { person: new Uint32Array(0), series: new Uint32Array(0) };

function concat(one: Uint32Array, other: Uint32Array): Uint32Array {
  if (other.length === 0) return one;
  const both = new Uint32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
