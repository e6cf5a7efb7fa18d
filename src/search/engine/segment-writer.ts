import { grown, sharedArray } from '../../typed-arrays.ts';
import type { SearchDocument } from '../search-document.ts';
import { type DocFigures, type DocTable, emptyDocTable } from './doc-table.ts';
import { eachPosting, PostingWriter } from './postings.ts';
import { dealNumbers, docsByTitle, type PartArrays, type Segment } from './segment.ts';

const FLAG_BITS = 4;

/**
 * Lays out a segment whose documents are known. Tokens and titles come in their order, once each. Large arrays are
 * written to shared memory at once: a copy of them would take another gigabyte for 10 million items.
 */
class SegmentWriter {
  readonly #docs: DocTable;
  readonly #terms = new TextWriter();
  readonly #postings: PostingWriter;
  readonly #titles = new TextWriter();
  readonly #titleRanks: Uint32Array;
  #titleCount = 0;

  /** Takes the documents, and the most lists and entries. */
  constructor(docs: DocTable, listCountMax: number, entryCountMax: number) {
    this.#docs = docs;
    this.#postings = new PostingWriter(listCountMax, entryCountMax);
    this.#titleRanks = sharedArray(Uint32Array, docs.count);
  }

  /** `postings` are `document << FLAG_BITS | flags`, ascending. */
  addTerm(token: string, postings: Uint32Array): void {
    this.#terms.add(token);
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] ?? 0;
      this.#postings.add(posting >>> FLAG_BITS, posting & 15);
    }
    this.#postings.endList();
  }

  addTitle(key: string, doc: number): void {
    this.#titleRanks[doc] = this.#titleCount++;
    this.#titles.add(key);
  }

  finish(): PartArrays {
    const [terms, titles] = [this.#terms.finish(), this.#titles.finish()];
    return {
      ...this.#docs.finish(),
      deals: dealNumbers(this.#docs.deals),
      ...this.#postings.finish(),
      termUnits: terms.units,
      termStarts: terms.starts,
      titleRanks: this.#titleRanks,
      titleUnits: titles.units,
      titleStarts: titles.starts,
    };
  }
}

/** Makes a segment from items in ascending order of their numbers. */
export class SegmentBuilder {
  readonly #docs: DocTable = emptyDocTable();
  readonly #titles: { readonly key: string; readonly doc: number }[] = [];
  readonly #terms = new Map<string, number>();
  /** How many postings each term has. */
  readonly #counts: number[] = [];
  /** All postings in order of arrival, as SegmentWriter takes them, each with its term. */
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

  finish(): PartArrays {
    const tokens = [...this.#terms.keys()].sort();
    const terms = tokens.map((token) => this.#terms.get(token) ?? 0);
    const places = new Uint32Array(tokens.length);
    let end = 0;
    for (const term of terms) {
      places[term] = end;
      end += this.#counts[term] ?? 0;
    }
    const sorted = new Uint32Array(end);
    for (let at = 0; at < end; at++) {
      const term = this.#postingTerms[at] ?? 0;
      const place = places[term] ?? 0;
      places[term] = place + 1;
      sorted[place] = this.#postings[at] ?? 0;
    }
    const writer = new SegmentWriter(this.#docs, tokens.length, end);
    for (const [at, term] of terms.entries()) {
      const [token = '', after = 0] = [tokens[at], places[term]];
      writer.addTerm(token, sorted.subarray(after - (this.#counts[term] ?? 0), after));
    }
    this.#titles.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.doc - b.doc));
    for (const { key, doc } of this.#titles) writer.addTitle(key, doc);
    return writer.finish();
  }
}

/** A segment, and its documents that are left out besides dead ones (1 by document). */
interface MergeInput {
  readonly segment: Segment;
  readonly leftOut?: Uint8Array;
}

interface MergeSource extends MergeInput {
  /** The new numbers of its documents. */
  readonly newDocs: Uint32Array;
  readonly docsByRank: Uint32Array;
}

/** The new number of a document that is left out. */
const GONE = 2 ** 32 - 1;

/**
 * Merges several segments, with new figures for some items. No item may be in two of them. The segments are only
 * read; if their figures change in the meantime, either the old or the new ones are used.
 */
export function mergeSegments(
  inputs: readonly MergeInput[],
  newFigures: ReadonlyMap<number, DocFigures>,
): PartArrays {
  const sources: MergeSource[] = inputs.map((input) => ({
    ...input,
    newDocs: new Uint32Array(input.segment.docCount).fill(GONE),
    docsByRank: docsByTitle(input.segment.arrays),
  }));
  const sum = (countOf: (segment: Segment) => number) =>
    sources.reduce((total, { segment }) => total + countOf(segment), 0);
  const docs = emptyDocTable(sum(({ docCount }) => docCount));
  inOrder<MergeSource, number>(
    sources,
    0,
    ({ segment, leftOut }, doc) => {
      if (doc === segment.docCount) return undefined;
      return leftOut?.[doc] === 1 || segment.docs.isDead(doc) ? null : (segment.arrays.itemIds[doc] ?? 0);
    },
    ({ segment, newDocs }, doc, itemId) => {
      const newDoc = docs.copy(segment.docs, doc);
      newDocs[doc] = newDoc;
      const figures = newFigures.get(itemId);
      if (figures !== undefined) docs.setFigures(newDoc, figures);
    },
  );
  const entryCount = sum(({ arrays }) => arrays.places.length);
  const writer = new SegmentWriter(
    docs,
    sum(({ terms }) => terms.count),
    entryCount,
  );
  mergeTerms(sources, writer);
  inOrder<MergeSource, string>(
    sources,
    '',
    ({ segment: { titles }, newDocs, docsByRank }, rank) => {
      if (rank === titles.count) return undefined;
      return newDocs[docsByRank[rank] ?? 0] === GONE ? null : titles.at(rank);
    },
    ({ newDocs, docsByRank }, rank, key) => writer.addTitle(key, newDocs[docsByRank[rank] ?? 0] ?? 0),
  );
  return writer.finish();
}

/** Gathers the lists of each token, and writes what is left of them as one. */
function mergeTerms(sources: readonly MergeSource[], writer: SegmentWriter): void {
  let gathered = new Uint32Array(1024);
  let count = 0;
  let isSorted = true;
  let token = '';
  const endTerm = () => {
    const postings = gathered.subarray(0, count);
    if (!isSorted) postings.sort();
    if (count > 0) writer.addTerm(token, postings);
    count = 0;
    isSorted = true;
  };
  inOrder<MergeSource, string>(
    sources,
    '',
    ({ segment: { terms } }, term) => (term === terms.count ? undefined : terms.at(term)),
    ({ segment, newDocs }, term, key) => {
      if (key !== token) endTerm();
      token = key;
      eachPosting(segment.arrays, term, (doc, flags) => {
        const newDoc = newDocs[doc] ?? GONE;
        if (newDoc === GONE) return;
        if (count === gathered.length) gathered = grown(gathered);
        const posting = ((newDoc << FLAG_BITS) | flags) >>> 0;
        if (count > 0 && (gathered[count - 1] ?? 0) > posting) isSorted = false;
        gathered[count++] = posting;
      });
    },
  );
  endTerm();
}

/**
 * Sees the entries of several sources in the order of their keys, in which each source has them. The key is null for an
 * entry to skip, undefined behind the last one; `anyKey` is a key.
 */
function inOrder<S, K extends number | string>(
  sources: readonly S[],
  anyKey: K,
  keyAt: (source: S, at: number) => K | null | undefined,
  see: (source: S, at: number, key: K) => void,
): void {
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
    see(least.source, least.at, least.key);
    if (!advance(least)) open = open.filter((cursor) => cursor !== least);
  }
}

/** Lays out texts given in order. */
class TextWriter {
  #units = new Uint16Array(4096);
  #starts = new Uint32Array(1024);
  #unitCount = 0;
  #count = 0;

  add(text: string): void {
    const end = this.#unitCount + text.length;
    if (end > this.#units.length) this.#units = grown(this.#units, end * 2);
    if (this.#count + 2 > this.#starts.length) this.#starts = grown(this.#starts);
    for (let i = 0; i < text.length; i++) this.#units[this.#unitCount++] = text.charCodeAt(i);
    this.#starts[++this.#count] = this.#unitCount;
  }

  finish(): { readonly units: Uint16Array; readonly starts: Uint32Array } {
    return {
      units: this.#units.subarray(0, this.#unitCount),
      starts: this.#starts.subarray(0, this.#count + 1),
    };
  }
}
