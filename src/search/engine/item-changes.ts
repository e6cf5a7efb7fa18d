import type { SearchDocument } from '../search-document.ts';
import type { DocFigures } from './doc-table.ts';
import { Segment, type SegmentArrays, shareSegment } from './segment.ts';
import { mergeSegments, SegmentBuilder } from './segment-builder.ts';

export interface ItemChange {
  readonly itemId: number;
  /** Null when the item was deleted. */
  readonly figures: DocFigures | null;
  /** Null when its texts haven't changed. */
  readonly document: SearchDocument | null;
}

/** The most documents of a merged small segment, which takes some tens of milliseconds. */
const MERGED_DOCS_MAX = 4_000;

/** Changes that become visible at once, added by ascending item number. */
export class ChangeBatch {
  readonly figures = new Map<number, DocFigures>();
  readonly gone: number[] = [];
  readonly #partDocs: number;
  readonly #parts: Segment[] = [];
  #builder = new SegmentBuilder();

  /** A segment has `partDocs` documents at most, so that finishing it takes little time. */
  constructor(partDocs = Number.POSITIVE_INFINITY) {
    this.#partDocs = partDocs;
  }

  addAll(changes: Iterable<ItemChange>): this {
    for (const change of changes) this.add(change);
    return this;
  }

  add({ itemId, figures, document }: ItemChange): void {
    if (figures === null) this.gone.push(itemId);
    else if (document === null) this.figures.set(itemId, figures);
    else this.#builder.add(itemId, document, figures);
    if (this.#builder.docCount === this.#partDocs) this.#endPart();
  }

  /** The items with changed texts, as segments. */
  finish(): readonly Segment[] {
    this.#endPart();
    return this.#parts;
  }

  #endPart(): void {
    if (this.#builder.docCount > 0) addSmall(this.#parts, new Segment(this.#builder.finish()));
    this.#builder = new SegmentBuilder();
  }
}

/** Adds a small segment, and merges it with earlier ones of similar size, so that queries read few segments. */
export function addSmall(segments: Segment[], added: Segment): void {
  let last = added;
  for (let before = segments.pop(); before !== undefined; before = segments.pop()) {
    const docCount = before.docCount + last.docCount;
    if (before.docCount > 2 * last.docCount || docCount > MERGED_DOCS_MAX) {
      segments.push(before);
      break;
    }
    last = new Segment(mergeSegments([{ segment: before }, { segment: last }], new Map()));
  }
  segments.push(last);
}

/** Builds the next segment from an existing one and the changes since, in shared memory. */
export function nextSegment(base: Segment, batch: ChangeBatch): SegmentArrays {
  const parts = batch.finish();
  const [only] = parts;
  if (only !== undefined && parts.length === 1 && base.docCount === 0) return shareSegment(only.arrays);
  const leftOut = new Uint8Array(base.docCount);
  for (const itemIds of [batch.gone, ...parts.map(({ arrays }) => arrays.itemIds)]) {
    for (const itemId of itemIds) {
      const doc = base.locate(itemId);
      if (doc >= 0) leftOut[doc] = 1;
    }
  }
  const inputs = [{ segment: base, leftOut }, ...parts.map((segment) => ({ segment }))];
  return shareSegment(mergeSegments(inputs, batch.figures));
}

export function emptySegment(): Segment {
  return new Segment(shareSegment(new SegmentBuilder().finish()));
}
