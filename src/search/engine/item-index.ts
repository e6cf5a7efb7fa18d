import type { KstDay } from '../../clock.ts';
import type { TextQuery } from '../query.ts';
import { HEAD, NO_NAMES } from '../search-document.ts';
import type { SearchRequest, SearchResult } from '../search-index.ts';
import { FirstHits, isByFit, offerHits } from './hit-order.ts';
import { addSmall, type ChangeBatch } from './item-changes.ts';
import { ManyHits } from './many-hits.ts';
import {
  conditionsOf,
  type HitConditions,
  type HitTotals,
  keepShown,
  matchWords,
  Scratch,
  TIERS,
  uniteHits,
} from './match.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './postings.ts';
import { Segment, type SegmentArrays } from './segment.ts';
import { findWholeTitles } from './whole-titles.ts';

/** A segment made by a build, and the number of the last change of the catalogue in it. */
export interface BuiltSegment {
  readonly arrays: SegmentArrays;
  readonly position: number;
}

/**
 * Answers queries about a catalogue as of one commit. It consists of a built segment, and of small segments with the items whose
 * words have changed since.
 */
export class ItemIndex {
  /** Number of the last change that the index shows. */
  position: number;
  /** How many figures were changed in place since the segment was built. */
  figureChanges = 0;
  /** The built segment, from which the next build starts. */
  readonly built: BuiltSegment;
  readonly #segment: Segment;
  readonly #manyHits: ManyHits;
  readonly #small: Segment[] = [];
  /** The built segment, then the small ones. */
  #parts: readonly Segment[];
  readonly #scratch = new Scratch();
  readonly #first = new FirstHits();

  constructor(built: BuiltSegment) {
    this.built = built;
    this.#segment = new Segment(built.arrays);
    this.#manyHits = new ManyHits(this.#segment, this.#scratch);
    this.#parts = [this.#segment];
    this.position = built.position;
  }

  /** Documents of the built segment, dead ones included. */
  get segmentDocCount(): number {
    return this.#segment.docCount;
  }

  /** How many postings all queries have read so far. */
  get work(): number {
    return this.#scratch.work;
  }

  /** Documents of the small segments, dead ones included. */
  get smallDocCount(): number {
    return this.#parts.reduce((sum, { docCount }) => sum + docCount, -this.#segment.docCount);
  }

  /** Shows a batch of changes, the last of which has the number `position`. */
  publish(batch: ChangeBatch, position: number): void {
    for (const itemId of batch.gone) this.#kill(itemId);
    for (const [itemId, figures] of batch.figures) {
      const place = this.#locate(itemId);
      place?.part.docs.setFigures(place.doc, figures);
    }
    this.figureChanges += batch.figures.size;
    const added = batch.finish();
    for (const { arrays } of added) for (const itemId of arrays.itemIds) this.#kill(itemId);
    for (const part of added) addSmall(this.#small, part);
    this.#parts = [this.#segment, ...this.#small];
    this.position = position;
  }

  /** Finds the items that have all words of a query, and those with the given numbers. `today` decides which deals hold. */
  searchText(
    asked: TextQuery,
    request: SearchRequest,
    today: KstDay,
    itemIds: readonly number[] = [],
  ): SearchResult {
    const promotes = isByFit(request.sort) && (request.target === 'all' || request.target === 'title');
    const wanted = request.offset + request.limit;
    // A search in one field is for words, not for a person, a series or a whole title.
    const text = request.target === 'all' ? asked : { ...asked, names: NO_NAMES, asked: [] };
    return this.#rank(request, today, (part, conditions, totals) => {
      const numbered = hitsOf(part, itemIds, TIER.titled);
      if (part === this.#segment && numbered.count === 0) {
        const best = this.#manyHits.find(text, TIERS[request.target], promotes, conditions, wanted, totals);
        if (best !== null) return best;
      }
      const hits = uniteHits(this.#match(part, text, request, promotes), numbered, this.#scratch);
      return keepShown(part.docs, hits, conditions, totals);
    });
  }

  /** The documents of a segment that have all words, or that a whole title in the query means (whole-titles.ts). */
  #match(part: Segment, text: TextQuery, { target }: SearchRequest, promotes: boolean): Hits {
    const held = matchWords(part, text.words, TIERS[target], this.#scratch);
    const hits = uniteHits(held, findWholeTitles(part, text, held, this.#scratch), this.#scratch);
    if (promotes && hits.count > 0) part.promote(text, hits);
    return hits;
  }

  /** What QueryHits.isMeant says (correction/correction.ts), about items that meet the request's conditions. */
  isMeant(
    text: TextQuery,
    { isTitle, series }: { readonly isTitle: boolean; readonly series: TextQuery },
    request: SearchRequest,
    today: KstDay,
  ): boolean {
    const conditions = conditionsOf(request, today);
    return this.#parts.some((part) => {
      this.#scratch.reset();
      const hits = this.#match(part, isTitle ? { ...text, names: NO_NAMES } : text, request, true);
      const { packed, count } = keepShown(part.docs, hits, conditions, { shown: 0, withheld: 0 });
      const headed = new Set(part.headed(text.key, isTitle ? HEAD.inBrackets : 0));
      return packed.subarray(0, count).some((hit) => {
        const doc = hit >>> TIER_BITS;
        return (
          ((hit & TIER_MASK) <= TIER.titled || headed.has(doc)) && part.isOfSeries(doc, series, text.key)
        );
      });
    });
  }

  /** The given items, as far as they meet the request's conditions. All fit equally well. */
  searchItems(itemIds: readonly number[], request: SearchRequest, today: KstDay): SearchResult {
    return this.#rank(request, today, (part, conditions, totals) => {
      return keepShown(part.docs, hitsOf(part, itemIds, TIER.exact), conditions, totals);
    });
  }

  /** Puts the hits of all segments in order. `find` counts those of one segment, and returns the ones that may be on the page. */
  #rank(
    request: SearchRequest,
    today: KstDay,
    find: (part: Segment, conditions: HitConditions, totals: HitTotals) => Hits,
  ): SearchResult {
    const conditions = conditionsOf(request, today);
    const totals: HitTotals = { shown: 0, withheld: 0 };
    this.#first.start(request.offset + request.limit);
    for (const part of this.#parts) {
      this.#scratch.reset();
      offerHits(part.docs.columns, find(part, conditions, totals), request.sort, this.#first);
    }
    return {
      totalCount: totals.shown,
      itemIds: this.#first.finish(request.offset),
      withheldCount: totals.withheld,
      correction: null,
      suggestion: null,
    };
  }

  #locate(itemId: number): { readonly part: Segment; readonly doc: number } | null {
    for (const part of this.#parts) {
      const doc = part.locate(itemId);
      if (doc >= 0) return { part, doc };
    }
    return null;
  }

  #kill(itemId: number): void {
    const place = this.#locate(itemId);
    place?.part.docs.kill(place.doc);
  }
}

/** The documents of items, ascending. */
function hitsOf(part: Segment, itemIds: readonly number[], tier: number): Hits {
  const docs = [...new Set(itemIds)].map((itemId) => part.locate(itemId)).filter((doc) => doc >= 0);
  const packed = Uint32Array.from(docs, (doc) => (doc << TIER_BITS) | tier).sort();
  return { packed, count: docs.length };
}
