import { atMost, grown, sharedArray, UINT32_MAX } from '../../base/typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import { type DocFigures, type DocTable, emptyDocTable } from './doc-table.ts';
import { CHUNK_BITS, eachPosting, type PostingArrays } from './postings.ts';
import { dealNumbers, docsByTitle, type Segment, type SegmentArrays } from './segment.ts';
import { TextWriter } from './sorted-texts.ts';

export const FLAG_BITS = 4;

interface Title {
  readonly key: string;
  readonly doc: number;
}

/**
 * Writes a segment's arrays. `terms` yields tokens in order, with postings as `document << FLAG_BITS | flags`; `titles` yields
 * title keys in order. Large arrays are written to shared memory directly: a copy would take another gigabyte for 10 million
 * items.
 */
function writeSegment(
  docs: DocTable,
  postings: PostingWriter,
  terms: Iterable<readonly [token: string, postings: Uint32Array]>,
  titles: Iterable<Title>,
): SegmentArrays {
  const tokens = new TextWriter();
  for (const [token, list] of terms) {
    tokens.add(token);
    for (let at = 0; at < list.length; at++) {
      const posting = list[at] ?? 0;
      postings.add(posting >>> FLAG_BITS, posting & 15);
    }
    postings.endList();
  }
  const keys = new TextWriter();
  const titleRanks = sharedArray(Uint32Array, docs.count);
  let rank = 0;
  for (const { key, doc } of titles) {
    keys.add(key);
    titleRanks[doc] = rank++;
  }
  const [term, title] = [tokens.finish(), keys.finish()];
  return {
    ...docs.finish(),
    deals: dealNumbers(docs.deals),
    ...postings.finish(),
    termUnits: term.units,
    termStarts: term.starts,
    titleRanks,
    titleUnits: title.units,
    titleStarts: title.starts,
    bestDocs: new Uint32Array(0),
  };
}

/** Builds a segment from items in ascending order of their numbers. */
export class SegmentBuilder {
  readonly #docs: DocTable = emptyDocTable();
  readonly #titles: Title[] = [];
  readonly #terms = new Map<string, number>();
  /** Number of postings of each term. */
  readonly #counts: number[] = [];
  /** All postings in order of arrival, each with its term. A list per term would take half as long again. */
  #postings = new Uint32Array(1024);
  #postingTerms = new Uint32Array(1024);
  #postingCount = 0;

  get docCount(): number {
    return this.#docs.count;
  }

  add(itemId: number, document: SearchDocument, figures: DocFigures): void {
    const doc = this.#docs.add(itemId, document, figures);
    this.#titles.push({ key: document.titleKey, doc });
    for (const [token, flags] of document.tokens) {
      const term = this.#terms.get(token) ?? this.#terms.size;
      if (term === this.#terms.size) this.#terms.set(token, term);
      this.#counts[term] = (this.#counts[term] ?? 0) + 1;
      if (this.#postingCount === this.#postings.length) {
        this.#postings = grown(this.#postings);
        this.#postingTerms = grown(this.#postingTerms);
      }
      this.#postingTerms[this.#postingCount] = term;
      this.#postings[this.#postingCount++] = (doc << FLAG_BITS) | flags;
    }
  }

  finish(): SegmentArrays {
    this.#titles.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.doc - b.doc));
    const postings = new PostingWriter(this.#terms.size, this.#postingCount);
    return writeSegment(this.#docs, postings, this.#sortedTerms(), this.#titles);
  }

  *#sortedTerms(): Generator<readonly [string, Uint32Array]> {
    const tokens = [...this.#terms.keys()].sort();
    const ends = new Uint32Array(tokens.length);
    let end = 0;
    for (const token of tokens) {
      const term = this.#terms.get(token) ?? 0;
      ends[term] = end;
      end += this.#counts[term] ?? 0;
    }
    const sorted = new Uint32Array(end);
    for (let at = 0; at < end; at++) {
      const term = this.#postingTerms[at] ?? 0;
      sorted[ends[term] ?? 0] = this.#postings[at] ?? 0;
      ends[term] = (ends[term] ?? 0) + 1;
    }
    for (const token of tokens) {
      const term = this.#terms.get(token) ?? 0;
      yield [token, sorted.subarray((ends[term] ?? 0) - (this.#counts[term] ?? 0), ends[term])];
    }
  }
}

interface MergeInput {
  readonly segment: Segment;
  /** By document: 1 = leave it out, as with dead documents. */
  readonly leftOut?: Uint8Array;
}

interface MergeSource extends MergeInput {
  /** By document: its number in the merged segment, or GONE. */
  readonly newDocs: Uint32Array;
  readonly docsByRank: Uint32Array;
}

const GONE = 2 ** 32 - 1;

/**
 * Merges segments, with new attributes for some items. No item may be alive in two. Another thread may change attributes
 * meanwhile.
 */
export function mergeSegments(
  inputs: readonly MergeInput[],
  newFigures: ReadonlyMap<number, DocFigures>,
): SegmentArrays {
  const sources: MergeSource[] = inputs.map((input) => ({
    ...input,
    newDocs: new Uint32Array(input.segment.docCount).fill(GONE),
    docsByRank: docsByTitle(input.segment.arrays),
  }));
  const sum = (countOf: (segment: Segment) => number) =>
    sources.reduce((total, { segment }) => total + countOf(segment), 0);
  const docs = emptyDocTable(sum(({ docCount }) => docCount));
  const kept = inOrder<MergeSource, number>(sources, 0, ({ segment, leftOut }, doc) => {
    if (doc === segment.docCount) return undefined;
    return leftOut?.[doc] === 1 || segment.docs.isDead(doc) ? null : (segment.arrays.itemIds[doc] ?? 0);
  });
  for (const { source, at, key: itemId } of kept) {
    const newDoc = docs.copy(source.segment.docs, at);
    source.newDocs[at] = newDoc;
    const figures = newFigures.get(itemId);
    if (figures !== undefined) docs.setFigures(newDoc, figures);
  }
  const termCount = sum(({ terms }) => terms.count);
  const postings = new PostingWriter(
    termCount,
    sum(({ arrays }) => arrays.places.length),
  );
  return writeSegment(docs, postings, mergedTerms(sources), mergedTitles(sources));
}

function* mergedTitles(sources: readonly MergeSource[]): Generator<Title> {
  const newDocAt = ({ newDocs, docsByRank }: MergeSource, rank: number) =>
    newDocs[docsByRank[rank] ?? 0] ?? GONE;
  const kept = inOrder<MergeSource, string>(sources, '', (source, rank) => {
    const { titles } = source.segment;
    if (rank === titles.count) return undefined;
    return newDocAt(source, rank) === GONE ? null : titles.at(rank);
  });
  for (const { source, at, key } of kept) yield { key, doc: newDocAt(source, at) };
}

/** Merges the segments' posting lists of each token. */
function* mergedTerms(sources: readonly MergeSource[]): Generator<readonly [string, Uint32Array]> {
  let gathered = new Uint32Array(1024);
  let count = 0;
  let isSorted = true;
  let token = '';
  const take = () => {
    const postings = gathered.subarray(0, count);
    if (!isSorted) postings.sort();
    count = 0;
    isSorted = true;
    return [token, postings] as const;
  };
  const lists = inOrder<MergeSource, string>(sources, '', ({ segment: { terms } }, term) =>
    term === terms.count ? undefined : terms.at(term),
  );
  for (const { source, at, key } of lists) {
    if (key !== token && count > 0) yield take();
    token = key;
    eachPosting(source.segment.arrays, at, (doc, flags) => {
      const newDoc = source.newDocs[doc] ?? GONE;
      if (newDoc === GONE) return;
      if (count === gathered.length) gathered = grown(gathered);
      const posting = ((newDoc << FLAG_BITS) | flags) >>> 0;
      if (count > 0 && (gathered[count - 1] ?? 0) > posting) isSorted = false;
      gathered[count++] = posting;
    });
  }
  if (count > 0) yield take();
}

/**
 * Merges sources that are sorted by key. `keyAt` returns null for an entry to skip, and undefined after the last one. `anyKey` is
 * any value of the keys' type.
 */
function* inOrder<S, K extends number | string>(
  sources: readonly S[],
  anyKey: K,
  keyAt: (source: S, at: number) => K | null | undefined,
): Generator<{ readonly source: S; readonly at: number; readonly key: K }> {
  const cursors = sources.map((source) => ({ source, at: -1, key: anyKey }));
  const advance = (cursor: (typeof cursors)[number]) => {
    let key = keyAt(cursor.source, ++cursor.at);
    while (key === null) key = keyAt(cursor.source, ++cursor.at);
    if (key !== undefined) cursor.key = key;
    return key !== undefined;
  };
  let open = cursors.filter(advance);
  while (open.length > 0) {
    const least = open.reduce((one, other) => (other.key < one.key ? other : one));
    yield least;
    if (!advance(least)) open = open.filter((cursor) => cursor !== least);
  }
}

/** Writes posting lists one after the other to shared memory, each in ascending order of documents. */
export class PostingWriter {
  readonly #listChunks: Uint32Array;
  readonly #listEntries: Uint32Array;
  #chunks = new Uint32Array(1024);
  readonly #places: Uint16Array;
  readonly #flags: Uint8Array;
  #lists = 0;
  #chunkCount = 0;
  #entries = 0;
  #chunk = -1;

  constructor(listCountMax: number, entryCountMax: number) {
    this.#listChunks = new Uint32Array(listCountMax + 1);
    this.#listEntries = new Uint32Array(listCountMax + 1);
    this.#places = sharedArray(Uint16Array, atMost(UINT32_MAX, 'the words of a segment', entryCountMax));
    this.#flags = sharedArray(Uint8Array, (entryCountMax + 1) >>> 1);
  }

  add(doc: number, flags: number): void {
    const chunk = doc >>> CHUNK_BITS;
    if (chunk !== this.#chunk) {
      if (this.#chunkCount === this.#chunks.length) this.#chunks = grown(this.#chunks);
      this.#chunks[this.#chunkCount++] = chunk << CHUNK_BITS;
      this.#chunk = chunk;
    } else this.#chunks[this.#chunkCount - 1] = (this.#chunks[this.#chunkCount - 1] ?? 0) + 1;
    const at = this.#entries++;
    this.#places[at] = doc;
    this.#flags[at >>> 1] = (this.#flags[at >>> 1] ?? 0) | (flags << ((at & 1) << 2));
  }

  endList(): void {
    this.#lists++;
    this.#listChunks[this.#lists] = this.#chunkCount;
    this.#listEntries[this.#lists] = this.#entries;
    this.#chunk = -1;
  }

  finish(): PostingArrays {
    return {
      listChunks: this.#listChunks.subarray(0, this.#lists + 1),
      listEntries: this.#listEntries.subarray(0, this.#lists + 1),
      chunks: this.#chunks.subarray(0, this.#chunkCount),
      places: this.#places.subarray(0, this.#entries),
      flags: this.#flags.subarray(0, (this.#entries + 1) >>> 1),
    };
  }
}
