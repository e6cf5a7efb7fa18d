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

/** A built segment, and the number of the last change of the catalogue that is in it. */
export interface BuiltSegment {
  readonly arrays: SegmentArrays;
  readonly position: number;
}

/**
 * The items of a catalogue as of one commit, for queries: a built segment, and small ones with what changed since it was
 * built.
 */
export class ItemIndex {
  /** Number of the last change that the index shows. */
  position: number;
  /** Figures changed in place since the segment was made. */
  figureChanges = 0;
  /** The segment, as it is the base of the next one. */
  readonly built: BuiltSegment;
  readonly #segment: Segment;
  readonly #manyHits: ManyHits;
  readonly #small: Segment[] = [];
  /** The segment, then the small ones. */
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

  /** Documents of the segment, dead ones included. */
  get segmentDocCount(): number {
    return this.#segment.docCount;
  }

  /** Postings read for all queries so far. */
  get work(): number {
    return this.#scratch.work;
  }

  /** Documents of the small segments, dead ones included. */
  get smallDocCount(): number {
    return this.#parts.reduce((sum, { docCount }) => sum + docCount, -this.#segment.docCount);
  }

  /** Shows changes: all up to a number. */
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

  /** Items that hold the words, and those of the given numbers. `today` decides which deals last. */
  searchText(
    asked: TextQuery,
    request: SearchRequest,
    today: KstDay,
    itemIds: readonly number[] = [],
  ): SearchResult {
    const promotes = isByFit(request.sort) && (request.target === 'all' || request.target === 'title');
    const wanted = request.offset + request.limit;
    // A query for one field asks for its words, not for a person or a series.
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

  /** The documents of a part that hold the words, or whose whole title stands beside nothing but their own. */
  #match(part: Segment, text: TextQuery, { target }: SearchRequest, promotes: boolean): Hits {
    const held = matchWords(part, text.words, TIERS[target], this.#scratch);
    const hits = uniteHits(held, findWholeTitles(part, text, held, this.#scratch), this.#scratch);
    if (promotes && hits.count > 0) part.promote(text, hits);
    return hits;
  }

  /**
   * Whether an item that passes the request's conditions has the text for its whole title, alone or beside what else is its own,
   * or, without `isTitle`, for its title before a subtitle or for a name; and is of the series, where there is one.
   */
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

  /** The given items that pass the request's conditions; all of them fit equally well. */
  searchItems(itemIds: readonly number[], request: SearchRequest, today: KstDay): SearchResult {
    return this.#rank(request, today, (part, conditions, totals) => {
      return keepShown(part.docs, hitsOf(part, itemIds, TIER.exact), conditions, totals);
    });
  }

  /** `find` counts the hits of a part that pass, and returns those that may be shown and may be in the slice. */
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

/** The documents of items, in their order. */
function hitsOf(part: Segment, itemIds: readonly number[], tier: number): Hits {
  const docs = [...new Set(itemIds)].map((itemId) => part.locate(itemId)).filter((doc) => doc >= 0);
  const packed = Uint32Array.from(docs, (doc) => (doc << TIER_BITS) | tier).sort();
  return { packed, count: docs.length };
}
