import type { SearchDocument } from '../search-document.ts';
import type { DocFigures } from './doc-table.ts';
import { partOf, Segment, type SegmentArrays, shareSegment } from './segment.ts';
import { mergeSegments, SegmentBuilder } from './segment-writer.ts';

/** A changed item. */
export interface ItemChange {
  readonly itemId: number;
  /** Null when the item is gone. */
  readonly figures: DocFigures | null;
  /** Null when its words haven't changed. */
  readonly document: SearchDocument | null;
}

/** Documents of a new small segment: making one takes a few milliseconds of the thread that searches. */
const SMALL_DOCS = 500;
/** Small segments are merged up to so many documents, in some tens of milliseconds. */
const MERGED_DOCS_MAX = 4_000;

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
    if (this.#documents.size === SMALL_DOCS) this.#endPart();
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
export function addSmall(segments: Segment[], added: Segment): void {
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

/** Items that are indexed in one go; more would cost memory without saving time. */
const PART_DOCS = 250_000;

/** Makes a segment from an existing one and what changed since. */
export class NextSegment {
  readonly #base: Segment;
  readonly #baseLeftOut: Uint8Array;
  readonly #figures = new Map<number, DocFigures>();
  readonly #parts: Segment[] = [];
  #builder = new SegmentBuilder();

  constructor(base: Segment) {
    this.#base = base;
    this.#baseLeftOut = new Uint8Array(base.docCount);
  }

  /** Each changed item once, by ascending number. */
  add({ itemId, figures, document }: ItemChange): void {
    if (figures !== null && document === null) {
      this.#figures.set(itemId, figures);
      return;
    }
    const doc = this.#base.locate(itemId);
    if (doc >= 0) this.#baseLeftOut[doc] = 1;
    if (figures === null || document === null) return;
    this.#builder.add(itemId, document, figures);
    if (this.#builder.docCount === PART_DOCS) this.#endPart();
  }

  /** The new segment, in memory that threads share. */
  finish(): SegmentArrays {
    if (this.#builder.docCount > 0) this.#endPart();
    const [only] = this.#parts;
    if (only !== undefined && this.#parts.length === 1 && this.#base.docCount === 0)
      return shareSegment(only.arrays);
    const base = { segment: this.#base, leftOut: this.#baseLeftOut };
    const parts = this.#parts.map((segment) => ({ segment }));
    return shareSegment(mergeSegments([base, ...parts], this.#figures));
  }

  #endPart(): void {
    this.#parts.push(partOf(this.#builder.finish()));
    this.#builder = new SegmentBuilder();
  }
}

/** A segment without documents. */
export function emptySegment(): Segment {
  return new Segment(shareSegment(new SegmentBuilder().finish()));
}
