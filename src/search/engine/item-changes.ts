import { atMost, grown, sharedArray, UINT32_MAX } from '../../base/typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import { type DocFigures, DocTable } from './doc-table.ts';
import { CHUNK_BITS, type PostingArrays } from './postings.ts';
import { dealNumbers, Segment, type SegmentArrays, shareSegment, TextWriter } from './segment.ts';

export interface ItemChange {
  readonly itemId: number;
  /** Null when the item was deleted. */
  readonly figures: DocFigures | null;
  /** Null when the item's texts haven't changed. */
  readonly document: SearchDocument | null;
}

/** Maximum number of documents in a merged small segment; merging 4,000 takes some tens of milliseconds. */
const MERGED_DOCS_MAX = 4_000;

/** Changes that become visible together. Add them in ascending order of item numbers. */
export class ChangeBatch {
  readonly figures = new Map<number, DocFigures>();
  readonly gone: number[] = [];
  readonly #segmentDocsMax: number;
  readonly #segments: Segment[] = [];
  #builder = new SegmentBuilder();

  constructor(segmentDocsMax = Number.POSITIVE_INFINITY) {
    this.#segmentDocsMax = segmentDocsMax;
  }

  addAll(changes: Iterable<ItemChange>): this {
    for (const change of changes) this.add(change);
    return this;
  }

  add({ itemId, figures, document }: ItemChange): void {
    if (figures === null) this.gone.push(itemId);
    else if (document === null) this.figures.set(itemId, figures);
    else this.#builder.add(itemId, document, figures);
    if (this.#builder.docCount === this.#segmentDocsMax) this.#endSegment();
  }

  finish(): readonly Segment[] {
    this.#endSegment();
    return this.#segments;
  }

  #endSegment(): void {
    if (this.#builder.docCount > 0) addSmall(this.#segments, new Segment(this.#builder.finish()));
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
    last = new Segment(SegmentBuilder.merge([before, last]));
  }
  segments.push(last);
}

export function nextSegment(base: Segment, batch: ChangeBatch): SegmentArrays {
  const added = batch.finish();
  const [only] = added;
  if (only !== undefined && added.length === 1 && base.docCount === 0) return shareSegment(only.arrays);
  const replaced = new Uint8Array(base.docCount);
  for (const itemIds of [batch.gone, ...added.map(({ arrays }) => arrays.itemIds)]) {
    for (const itemId of itemIds) {
      const doc = base.locate(itemId);
      if (doc >= 0) replaced[doc] = 1;
    }
  }
  return shareSegment(SegmentBuilder.merge([base, ...added], replaced, batch.figures));
}

export function emptySegment(): Segment {
  return new Segment(shareSegment(new SegmentBuilder().finish()));
}

/** In a builder, a posting is one number: `document << FLAG_BITS | flags`. */
export const FLAG_BITS = 4;

/** Builds a segment from documents in ascending order of their item numbers. */
class SegmentBuilder {
  readonly #docs: DocTable;
  readonly #titleKeys: string[] = [];
  readonly #terms = new Map<string, number>();
  readonly #counts: number[] = [];
  /** All postings in order of arrival, and the term of each posting. A list for each term would take 1.5 times as long. */
  #postings: Uint32Array;
  #postingTerms: Uint32Array;
  #postingCount = 0;
  #isAscending = true;

  constructor(docCount = 16, postingCount = 1024) {
    this.#docs = DocTable.empty(docCount);
    this.#postings = new Uint32Array(postingCount);
    this.#postingTerms = new Uint32Array(postingCount);
  }

  get docCount(): number {
    return this.#docs.count;
  }

  add(itemId: number, document: SearchDocument, figures: DocFigures): void {
    const doc = this.#docs.add(itemId, document, figures);
    this.#titleKeys.push(document.titleKey);
    for (const [token, flags] of document.tokens) this.#addPosting(this.#termOf(token), doc, flags);
  }

  /**
   * Merges segments that share no item. `leftOut` marks documents of the first segment to leave out, and `newFigures` are new
   * attributes by item. Other threads may change attributes meanwhile.
   */
  static merge(
    segments: readonly Segment[],
    leftOut: Uint8Array | null = null,
    newFigures: ReadonlyMap<number, DocFigures> = new Map(),
  ): SegmentArrays {
    const docCount = segments.reduce((sum, segment) => sum + segment.docCount, 0);
    const postingCount = segments.reduce((sum, { arrays }) => sum + arrays.offsets.length, 0);
    const merged = new SegmentBuilder(docCount, postingCount);
    const sources = segments.map((segment) => ({
      segment,
      newDocs: new Int32Array(segment.docCount).fill(GONE),
    }));
    const copied = sources.flatMap(({ segment, newDocs }, at) => {
      const isKept = (doc: number) => (at > 0 || leftOut?.[doc] !== 1) && !segment.docs.isDead(doc);
      return Array.from(newDocs.keys())
        .filter(isKept)
        .map((doc) => ({ segment, newDocs, doc, itemId: segment.arrays.itemIds[doc] ?? 0 }));
    });
    for (const { segment, newDocs, doc, itemId } of copied.sort((a, b) => a.itemId - b.itemId)) {
      const newDoc = merged.#docs.copy(segment.docs, doc);
      newDocs[doc] = newDoc;
      merged.#titleKeys.push(segment.titles.at(segment.arrays.titleRanks[doc] ?? 0));
      const figures = newFigures.get(itemId);
      if (figures !== undefined) merged.#docs.setFigures(newDoc, figures);
    }
    for (const { segment, newDocs } of sources) merged.#copyPostings(segment, newDocs);
    merged.#isAscending = segments.length === 1;
    return merged.finish();
  }

  #copyPostings({ postings, terms }: Segment, newDocs: Int32Array): void {
    for (let list = 0; list < terms.count; list++) {
      let term = -1;
      postings.each(list, (doc, flags) => {
        const newDoc = newDocs[doc] ?? GONE;
        if (newDoc === GONE) return;
        if (term === -1) term = this.#termOf(terms.at(list));
        this.#addPosting(term, newDoc, flags);
      });
    }
  }

  #termOf(token: string): number {
    const known = this.#terms.get(token);
    if (known !== undefined) return known;
    this.#terms.set(token, this.#counts.length);
    return this.#counts.push(0) - 1;
  }

  #addPosting(term: number, doc: number, flags: number): void {
    this.#counts[term] = (this.#counts[term] ?? 0) + 1;
    if (this.#postingCount === this.#postings.length) {
      this.#postings = grown(this.#postings);
      this.#postingTerms = grown(this.#postingTerms);
    }
    this.#postingTerms[this.#postingCount] = term;
    this.#postings[this.#postingCount++] = (doc << FLAG_BITS) | flags;
  }

  finish(): SegmentArrays {
    const tokens = [...this.#terms.keys()].sort();
    const texts = new TextWriter();
    const postings = new PostingWriter(tokens.length, this.#postingCount);
    for (const [at, list] of this.#listsOf(tokens).entries()) {
      texts.add(tokens[at] ?? '');
      for (const posting of this.#isAscending ? list : list.sort())
        postings.add(posting >>> FLAG_BITS, posting & (2 ** FLAG_BITS - 1));
      postings.endList();
    }
    const titles = new TextWriter();
    const titleRanks = sharedArray(Uint32Array, this.docCount);
    for (const [rank, doc] of sortedByText(this.#titleKeys).entries()) {
      titles.add(this.#titleKeys[doc] ?? '');
      titleRanks[doc] = rank;
    }
    const [term, title] = [texts.finish(), titles.finish()];
    return {
      ...this.#docs.finish(),
      deals: dealNumbers(this.#docs.deals),
      ...postings.finish(),
      termUnits: term.units,
      termStarts: term.starts,
      titleRanks,
      titleUnits: title.units,
      titleStarts: title.starts,
      bestDocs: new Uint32Array(0),
    };
  }

  /** The postings of each of the tokens, by counting sort. */
  #listsOf(tokens: readonly string[]): Uint32Array[] {
    const terms = tokens.map((token) => this.#terms.get(token) ?? 0);
    const ends = new Uint32Array(terms.length);
    let end = 0;
    for (const term of terms) {
      ends[term] = end;
      end += this.#counts[term] ?? 0;
    }
    const sorted = new Uint32Array(end);
    for (let at = 0; at < end; at++) {
      const term = this.#postingTerms[at] ?? 0;
      sorted[ends[term] ?? 0] = this.#postings[at] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
    return terms.map((term) => sorted.subarray((ends[term] ?? 0) - (this.#counts[term] ?? 0), ends[term]));
  }
}

const GONE = -1;

function sortedByText(texts: readonly string[]): Uint32Array {
  const textAt = (at: number) => texts[at] ?? '';
  return Uint32Array.from(texts.keys()).sort((a, b) =>
    textAt(a) < textAt(b) ? -1 : textAt(a) > textAt(b) ? 1 : a - b,
  );
}

/** Writes posting lists to shared memory, one after the other. Postings are added in ascending order of documents. */
export class PostingWriter {
  readonly #listChunks: Uint32Array;
  readonly #listEntries: Uint32Array;
  #chunks = new Uint32Array(1024);
  readonly #offsets: Uint16Array;
  readonly #flags: Uint8Array;
  #lists = 0;
  #chunkCount = 0;
  #entries = 0;
  #chunk = -1;

  constructor(listCount: number, entryCount: number) {
    this.#listChunks = new Uint32Array(listCount + 1);
    this.#listEntries = new Uint32Array(listCount + 1);
    this.#offsets = sharedArray(Uint16Array, atMost(UINT32_MAX, 'the words of a segment', entryCount));
    this.#flags = sharedArray(Uint8Array, (entryCount + 1) >>> 1);
  }

  add(doc: number, flags: number): void {
    const chunk = doc >>> CHUNK_BITS;
    if (chunk !== this.#chunk) {
      if (this.#chunkCount === this.#chunks.length) this.#chunks = grown(this.#chunks);
      this.#chunks[this.#chunkCount++] = chunk << CHUNK_BITS;
      this.#chunk = chunk;
    } else this.#chunks[this.#chunkCount - 1] = (this.#chunks[this.#chunkCount - 1] ?? 0) + 1;
    const at = this.#entries++;
    this.#offsets[at] = doc;
    this.#flags[at >>> 1] = (this.#flags[at >>> 1] ?? 0) | (flags << ((at & 1) << 2));
  }

  endList(): void {
    this.#lists++;
    this.#listChunks[this.#lists] = this.#chunkCount;
    this.#listEntries[this.#lists] = this.#entries;
    this.#chunk = -1;
  }

  finish(): PostingArrays {
    const [listChunks, listEntries] = [this.#listChunks, this.#listEntries];
    const chunks = this.#chunks.subarray(0, this.#chunkCount);
    return { listChunks, listEntries, chunks, offsets: this.#offsets, flags: this.#flags };
  }
}
