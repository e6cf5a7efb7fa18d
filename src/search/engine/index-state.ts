import type { KstDay } from '../../clock.ts';
import type { TextQuery } from '../query.ts';
import type { SearchDocument } from '../search-document.ts';
import type { SearchRequest, SearchResult } from '../search-index.ts';
import { NO_NAMES } from '../whole-name.ts';
import type { DocFigures } from './doc-figures.ts';
import { isByFit } from './hit-keys.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './hits.ts';
import { conditionsOf, type HitConditions, type HitTotals, keepShown } from './keep-shown.ts';
import { ManyHits } from './many-hits.ts';
import { matchWords, tiersOf } from './match.ts';
import { mergeSegments } from './merge-segments.ts';
import { Scratch } from './scratch.ts';
import { partOf, type Segment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';
import { offerHits, SliceSelector } from './slice-selector.ts';

/** Documents of a new small segment: making one takes a few milliseconds of the thread that searches. */
const PART_DOCS = 500;
/** Small segments are merged up to so many documents, in some tens of milliseconds. */
const MERGED_DOCS_MAX = 4_000;

/** A changed item. */
export interface ItemChange {
  readonly itemId: number;
  /** Null when the item is gone. */
  readonly figures: DocFigures | null;
  /** Null when its words haven't changed. */
  readonly document: SearchDocument | null;
}

/** Changes that are prepared in steps and become visible all at once. */
export class ChangeBatch {
  readonly figures: { readonly itemId: number; readonly figures: DocFigures }[] = [];
  readonly gone: number[] = [];
  readonly #parts: Segment[] = [];
  readonly #documents = new Map<
    number,
    { readonly document: SearchDocument; readonly figures: DocFigures }
  >();

  add({ itemId, figures, document }: ItemChange): void {
    if (figures === null) this.gone.push(itemId);
    else if (document === null) this.figures.push({ itemId, figures });
    else this.#documents.set(itemId, { document, figures });
    if (this.#documents.size === PART_DOCS) this.#endPart();
  }

  /** The items with new words, in small segments. */
  finish(): readonly Segment[] {
    if (this.#documents.size > 0) this.#endPart();
    return this.#parts;
  }

  #endPart(): void {
    const builder = new SegmentBuilder();
    for (const [itemId, { document, figures }] of [...this.#documents].sort(([a], [b]) => a - b))
      builder.add(itemId, document, figures);
    addSmall(this.#parts, partOf(builder.finish()));
    this.#documents.clear();
  }
}

/** Adds a small segment, merged with those before it that are of similar size: so a query looks at few of them. */
function addSmall(segments: Segment[], added: Segment): void {
  let last = added;
  for (let before = segments.pop(); before !== undefined; before = segments.pop()) {
    const docCount = before.docCount + last.docCount;
    if (before.docCount > 2 * last.docCount || docCount > MERGED_DOCS_MAX) {
      segments.push(before);
      break;
    }
    last = partOf(mergeSegments([{ segment: before }, { segment: last }], new Map()));
  }
  segments.push(last);
}

/** The index for queries: a segment, and small ones with what changed since it was built. */
export class IndexState {
  readonly segment: Segment;
  readonly #manyHits: ManyHits;
  readonly #small: Segment[] = [];
  /** The segment, then the small ones. */
  #parts: readonly Segment[];
  /** The code of each part's first document. */
  #codeBases: readonly number[] = [0];
  readonly #scratch = new Scratch();
  readonly #selector = new SliceSelector();
  readonly #itemIdOf = (code: number): number => this.#itemId(code);
  /** Figures changed in place since the segment was made. */
  figureChanges = 0;

  constructor(segment: Segment) {
    this.segment = segment;
    this.#manyHits = new ManyHits(segment, this.#scratch);
    this.#parts = [segment];
  }

  /** Postings read for all queries so far. */
  get work(): number {
    return this.#scratch.work;
  }

  /** Documents of the small segments, dead ones included. */
  get smallDocCount(): number {
    return this.#small.reduce((sum, { docCount }) => sum + docCount, 0);
  }

  publish(batch: ChangeBatch): void {
    for (const itemId of batch.gone) this.#kill(itemId);
    for (const { itemId, figures } of batch.figures) {
      const place = this.#locate(itemId);
      place?.part.docs.setFigures(place.doc, figures);
    }
    this.figureChanges += batch.figures.length;
    for (const part of batch.finish()) {
      for (const itemId of part.arrays.itemIds) this.#kill(itemId);
      addSmall(this.#small, part);
      this.#parts = [this.segment, ...this.#small];
    }
    const bases = [0];
    for (const { docCount } of this.#parts) bases.push((bases.at(-1) ?? 0) + docCount);
    this.#codeBases = bases;
  }

  /** Items that hold the words. `today` decides which deals last. */
  searchText(asked: TextQuery, request: SearchRequest, today: KstDay): SearchResult {
    // A query for one field asks for its words, not for a person or a series.
    const text = request.target === 'all' ? asked : { ...asked, names: NO_NAMES };
    const asksTitles = request.target === 'all' || request.target === 'title';
    const tiers = tiersOf(request.target);
    const promotes = isByFit(request.sort) && asksTitles;
    const wanted = request.offset + request.limit;
    return this.#rank(request, today, (part, conditions, totals) => {
      if (part === this.segment) {
        const best = this.#manyHits.find(text, tiers, promotes, conditions, wanted, totals);
        if (best !== null) return best;
      }
      const hits = matchWords(part, text.words, tiers, this.#scratch);
      if (promotes && hits.count > 0) part.promote(text, hits);
      return keepShown(part.docs, hits, conditions, totals);
    });
  }

  /** Whether an item that passes the request's conditions has the text for its title, or for all of it before a subtitle. */
  isTitle(text: TextQuery, request: SearchRequest, today: KstDay): boolean {
    const conditions = conditionsOf(request, today);
    const totals: HitTotals = { shown: 0, withheld: 0 };
    return this.#parts.some((part) => {
      this.#scratch.reset();
      const hits = matchWords(part, text.words, tiersOf('title'), this.#scratch);
      part.promote({ ...text, names: NO_NAMES }, hits);
      const { packed, count } = keepShown(part.docs, hits, conditions, totals);
      const { headLengths } = part.docs.columns;
      return packed.subarray(0, count).some((hit) => {
        const tier = hit & TIER_MASK;
        const isHead = tier <= TIER.leading && headLengths[hit >>> TIER_BITS] === text.key.length;
        return tier === TIER.exact || isHead;
      });
    });
  }

  /** The given items that pass the request's conditions; all of them fit equally well. */
  searchItems(itemIds: readonly number[], request: SearchRequest, today: KstDay): SearchResult {
    return this.#rank(request, today, (part, conditions, totals) => {
      const docs = [...new Set(itemIds)].map((itemId) => part.locate(itemId)).filter((doc) => doc >= 0);
      docs.sort((a, b) => a - b);
      const packed = Uint32Array.from(docs, (doc) => (doc << TIER_BITS) | TIER.exact);
      return keepShown(part.docs, { packed, count: docs.length }, conditions, totals);
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
    this.#selector.start(request.offset, request.limit, this.#itemIdOf);
    for (const [at, part] of this.#parts.entries()) {
      this.#scratch.reset();
      const hits = find(part, conditions, totals);
      offerHits(part.docs.columns, hits, request.sort, this.#codeBases[at] ?? 0, this.#selector);
    }
    return {
      totalCount: totals.shown,
      itemIds: this.#selector.finish(),
      withheldCount: totals.withheld,
      correction: null,
      suggestion: null,
    };
  }

  #itemId(code: number): number {
    let at = this.#parts.length - 1;
    while (at > 0 && (this.#codeBases[at] ?? 0) > code) at--;
    return this.#parts[at]?.docs.columns.itemIds[code - (this.#codeBases[at] ?? 0)] ?? 0;
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
