import type { ItemChange } from './change-batch.ts';
import type { DocFigures } from './doc-figures.ts';
import { mergeSegments } from './merge-segments.ts';
import { partOf, Segment, type SegmentArrays, shareSegment } from './segment.ts';
import { SegmentBuilder } from './segment-builder.ts';

/** Items that are indexed in one go; more would cost memory without saving time. */
const PART_DOCS = 250_000;

/** Makes a segment from an existing one and what changed since. */
export class NextSegment {
  readonly #base: Segment;
  readonly #partDocs: number;
  readonly #baseLeftOut: Uint8Array;
  readonly #figures = new Map<number, DocFigures>();
  readonly #parts: Segment[] = [];
  #builder = new SegmentBuilder();

  constructor(base: Segment, partDocs = PART_DOCS) {
    this.#base = base;
    this.#partDocs = partDocs;
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
    if (this.#builder.docCount === this.#partDocs) this.#endPart();
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
