import { grown } from '../../base/typed-arrays.ts';
import type { KstDay } from '../../clock.ts';
import type { TextQuery } from '../query.ts';
import { HEAD, NO_NAMES } from '../search-document.ts';
import type { SearchRequest, SearchResult, SearchSort, SearchTarget } from '../search-index.ts';
import {
  conditionsOf,
  type DocColumns,
  type HitTotals,
  isByFit,
  keepShown,
  WRITE_KEYS,
} from './doc-table.ts';
import { addSmall, type ChangeBatch } from './item-changes.ts';
import { ManyHits } from './many-hits.ts';
import { findWholeTitles, matchWords, Scratch, TIERS, uniteHits } from './match.ts';
import { type Hits, TIER, TIER_BITS, TIER_MASK } from './postings.ts';
import { Segment, type SegmentArrays } from './segment.ts';

/** Answers queries about a catalogue as of one commit: a built segment, and small segments with the items changed since. */
export class ItemIndex {
  /** The number of the catalogue's last change in the index. */
  position: number;
  figureChanges = 0;
  readonly #main: Segment;
  readonly #manyHits: ManyHits;
  readonly #small: Segment[] = [];
  #segments: readonly Segment[];
  readonly #scratch = new Scratch();
  readonly #first = new FirstHits();

  constructor(built: SegmentArrays, position = 0) {
    this.#main = new Segment(built);
    this.#manyHits = new ManyHits(this.#main, this.#scratch);
    this.#segments = [this.#main];
    this.position = position;
  }

  get segmentDocCount(): number {
    return this.#main.docCount;
  }

  get work(): number {
    return this.#scratch.work;
  }

  get smallDocCount(): number {
    return this.#segments.reduce((sum, { docCount }) => sum + docCount, -this.#main.docCount);
  }

  publish(batch: ChangeBatch, position: number): void {
    for (const itemId of batch.gone) this.#kill(itemId);
    for (const [itemId, figures] of batch.figures) {
      const found = this.#locate(itemId);
      found?.segment.docs.setFigures(found.doc, figures);
    }
    this.figureChanges += batch.figures.size;
    const added = batch.finish();
    for (const { arrays } of added) for (const itemId of arrays.itemIds) this.#kill(itemId);
    for (const segment of added) addSmall(this.#small, segment);
    this.#segments = [this.#main, ...this.#small];
    this.position = position;
  }

  /**
   * Finds the items that match the query or are among `itemIds`, if they meet the request's conditions. `today` decides which deals
   * apply.
   */
  search(
    asked: TextQuery,
    request: SearchRequest,
    today: KstDay,
    itemIds: readonly number[] = [],
  ): SearchResult {
    const { sort, target, offset, limit } = request;
    // A search in one field ignores whole names, and whole titles beside other words.
    const text = target === 'all' ? asked : { ...asked, names: NO_NAMES, asked: [] };
    const promotes = isByFit(sort) && (target === 'all' || target === 'title');
    const conditions = conditionsOf(request, today);
    const totals: HitTotals = { shown: 0, withheld: 0 };
    this.#first.start(offset + limit);
    for (const segment of this.#segments) {
      this.#scratch.reset();
      const named = hitsOf(segment, itemIds);
      const mayBeMany = segment === this.#main && named.count === 0;
      const many = mayBeMany
        ? this.#manyHits.find(text, TIERS[target], promotes, conditions, offset + limit, totals)
        : null;
      const hits = () => uniteHits(this.#match(segment, text, target, promotes), named, this.#scratch);
      const shown = many ?? keepShown(segment.docs, hits(), conditions, totals);
      this.#first.offer(segment.docs.columns, shown, sort);
    }
    return {
      totalCount: totals.shown,
      itemIds: this.#first.finish(offset),
      withheldCount: totals.withheld,
      correction: null,
      suggestion: null,
    };
  }

  #match(segment: Segment, text: TextQuery, target: SearchTarget, promotes: boolean): Hits {
    const held = matchWords(segment, text.words, TIERS[target], this.#scratch);
    const hits = uniteHits(held, findWholeTitles(segment, text, held, this.#scratch), this.#scratch);
    if (promotes && hits.count > 0) segment.promote(text, hits);
    return hits;
  }

  /** Like QueryHits.isMeant (correction/likely-queries.ts), for items that meet the request's conditions. */
  isMeant(text: TextQuery, isTitle: boolean, request: SearchRequest, today: KstDay): boolean {
    const conditions = conditionsOf(request, today);
    return this.#segments.some((segment) => {
      this.#scratch.reset();
      const hits = this.#match(segment, isTitle ? { ...text, names: NO_NAMES } : text, request.target, true);
      const { packed, count } = keepShown(segment.docs, hits, conditions, { shown: 0, withheld: 0 });
      const headed = new Set(segment.headed(text.key, isTitle ? HEAD.inBrackets : 0));
      return packed
        .subarray(0, count)
        .some((hit) => (hit & TIER_MASK) <= TIER.titled || headed.has(hit >>> TIER_BITS));
    });
  }

  #locate(itemId: number): { readonly segment: Segment; readonly doc: number } | null {
    for (const segment of this.#segments) {
      const doc = segment.locate(itemId);
      if (doc >= 0) return { segment, doc };
    }
    return null;
  }

  #kill(itemId: number): void {
    const found = this.#locate(itemId);
    found?.segment.docs.kill(found.doc);
  }
}

function hitsOf(segment: Segment, itemIds: readonly number[]): Hits {
  const docs = [...new Set(itemIds)].map((itemId) => segment.locate(itemId)).filter((doc) => doc >= 0);
  const packed = Uint32Array.from(docs, (doc) => (doc << TIER_BITS) | TIER.titled).sort();
  return { packed, count: docs.length };
}

const COLLECTED_MIN = 512;
const KEYS_AT_ONCE = 1024;

/**
 * Collects the hits with the smallest keys; ties go to the lower item number. It uses quickselect, because a heap takes four
 * times as long when each hit is better than the one before.
 */
class FirstHits {
  readonly #newKeys = new Float64Array(KEYS_AT_ONCE);
  #keys = new Float64Array(4096);
  #itemIds = new Float64Array(4096);
  #count = 0;
  #countMax = 0;
  #cutAt = 0;
  /** Hits with a greater key can't be among the first. */
  #threshold = Number.POSITIVE_INFINITY;

  start(countMax: number): void {
    this.#count = 0;
    this.#countMax = countMax;
    this.#cutAt = Math.max(countMax * 4, COLLECTED_MIN);
    this.#threshold = Number.POSITIVE_INFINITY;
  }

  offer(columns: DocColumns, { packed, count }: Hits, sort: SearchSort): void {
    const keys = this.#newKeys;
    for (let from = 0; from < count; from += KEYS_AT_ONCE) {
      const some = packed.subarray(from, Math.min(from + KEYS_AT_ONCE, count));
      WRITE_KEYS[sort](columns, some, keys);
      let threshold = this.#threshold;
      for (let i = 0; i < some.length; i++) {
        const key = keys[i] ?? 0;
        if (key > threshold) continue;
        this.#add(key, columns.itemIds[(some[i] ?? 0) >>> TIER_BITS] ?? 0);
        threshold = this.#threshold;
      }
    }
  }

  #add(key: number, itemId: number): void {
    if (this.#count === this.#keys.length) {
      this.#keys = grown(this.#keys);
      this.#itemIds = grown(this.#itemIds);
    }
    this.#keys[this.#count] = key;
    this.#itemIds[this.#count++] = itemId;
    if (this.#count < this.#cutAt) return;
    this.#partition(this.#countMax);
    this.#count = this.#countMax;
    this.#threshold = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#count; at++) this.#threshold = Math.max(this.#threshold, this.#keys[at] ?? 0);
  }

  finish(offset: number): number[] {
    const end = Math.min(this.#countMax, this.#count);
    if (offset >= end) return [];
    this.#partition(end);
    if (offset > 0) this.#partition(offset, end);
    const indices = Array.from({ length: end - offset }, (_, at) => offset + at);
    return indices.sort((a, b) => (this.#isBefore(a, b) ? -1 : 1)).map((at) => this.#itemIds[at] ?? 0);
  }

  #partition(wanted: number, high = this.#count): void {
    let low = 0;
    let last = high - 1;
    while (low < last) {
      const pivot = this.#movePivot(low, last);
      if (pivot === wanted || pivot === wanted - 1) return;
      if (pivot < wanted) low = pivot + 1;
      else last = pivot - 1;
    }
  }

  /** Partitions `low` .. `last` around the median of three, and returns the pivot's position. */
  #movePivot(low: number, last: number): number {
    const middle = (low + last) >>> 1;
    if (this.#isBefore(middle, low)) this.#swap(middle, low);
    if (this.#isBefore(last, low)) this.#swap(last, low);
    if (this.#isBefore(last, middle)) this.#swap(last, middle);
    this.#swap(middle, last);
    let boundary = low;
    for (let at = low; at < last; at++) if (this.#isBefore(at, last)) this.#swap(at, boundary++);
    this.#swap(boundary, last);
    return boundary;
  }

  #isBefore(a: number, b: number): boolean {
    const key = this.#keys[a] ?? 0;
    const other = this.#keys[b] ?? 0;
    return key < other || (key === other && (this.#itemIds[a] ?? 0) < (this.#itemIds[b] ?? 0));
  }

  #swap(a: number, b: number): void {
    const key = this.#keys[a] ?? 0;
    const itemId = this.#itemIds[a] ?? 0;
    this.#keys[a] = this.#keys[b] ?? 0;
    this.#itemIds[a] = this.#itemIds[b] ?? 0;
    this.#keys[b] = key;
    this.#itemIds[b] = itemId;
  }
}
