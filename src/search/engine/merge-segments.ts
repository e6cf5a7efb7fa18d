import { grown } from '../../typed-arrays.ts';
import { type DocFigures, type DocTable, emptyDocTable } from './doc-table.ts';
import { eachPosting, type PostingArrays, PostingWriter } from './postings.ts';
import { dealNumbers, type PartArrays, type Segment, type TermArrays } from './segment.ts';
import { docsByTitle, TextWriter, type TitleArrays, TitleWriter } from './sorted-texts.ts';

/** The new numbers of a segment's documents after the merge; GONE for those left out. */
type NewDocs = Uint32Array;
const GONE = 2 ** 32 - 1;
const FLAG_BITS = 4;

/** A segment, and its documents that are left out besides dead ones (1 by document). */
interface MergeInput {
  readonly segment: Segment;
  readonly leftOut?: Uint8Array;
}

/**
 * Merges several segments, with new figures for some items. No item may be in two of them. The segments are only
 * read; if their figures change in the meantime, either the old or the new ones are used. Large arrays are written to
 * shared memory at once: a copy of them would take another gigabyte for 10 million items.
 */
export function mergeSegments(
  inputs: readonly MergeInput[],
  newFigures: ReadonlyMap<number, DocFigures>,
): PartArrays {
  const segments = inputs.map(({ segment }) => segment);
  const { docs, newDocs } = mergeDocs(inputs, newFigures);
  return {
    ...docs.finish(),
    deals: dealNumbers(docs.deals),
    ...mergePostings(segments, newDocs),
    ...mergeTitles(segments, newDocs, docs.count),
  };
}

/** Documents in the order of their item numbers. */
function mergeDocs(
  inputs: readonly MergeInput[],
  newFigures: ReadonlyMap<number, DocFigures>,
): { docs: DocTable; newDocs: readonly NewDocs[] } {
  const docs = emptyDocTable(inputs.reduce((sum, { segment }) => sum + segment.docCount, 0));
  const newDocs = inputs.map(({ segment }) => new Uint32Array(segment.docCount).fill(GONE));
  const cursors = inputs.map(({ segment, leftOut }, at) => ({
    segment,
    leftOut,
    newDocs: newDocs[at] ?? new Uint32Array(0),
    doc: 0,
    itemId: 0,
  }));
  type Cursor = (typeof cursors)[number];
  const settle = (cursor: Cursor): boolean => {
    const { docs: table, docCount } = cursor.segment;
    while (cursor.doc < docCount && (cursor.leftOut?.[cursor.doc] === 1 || table.isDead(cursor.doc)))
      cursor.doc++;
    cursor.itemId = table.columns.itemIds[cursor.doc] ?? 0;
    return cursor.doc < docCount;
  };
  let open = cursors.filter(settle);
  while (open.length > 0) {
    const next = open.reduce((least, cursor) => (cursor.itemId < least.itemId ? cursor : least));
    const doc = docs.copy(next.segment.docs, next.doc);
    const figures = newFigures.get(next.itemId);
    if (figures !== undefined) docs.setFigures(doc, figures);
    next.newDocs[next.doc] = doc;
    next.doc++;
    if (!settle(next)) open = open.filter((cursor) => cursor !== next);
  }
  return { docs, newDocs };
}

function mergePostings(
  segments: readonly Segment[],
  newDocs: readonly NewDocs[],
): TermArrays & PostingArrays {
  const termCount = segments.reduce((sum, { terms }) => sum + terms.count, 0);
  const entryCount = segments.reduce((sum, { arrays }) => sum + arrays.places.length, 0);
  const terms = new TextWriter();
  const writer = new PostingWriter(termCount, entryCount);
  const merger = new ListMerger(writer);
  const cursors = segments.map((segment, at) => ({
    segment,
    newDocs: newDocs[at] ?? new Uint32Array(0),
    term: 0,
    token: segment.terms.count > 0 ? segment.terms.at(0) : '',
  }));
  let open = cursors.filter(({ segment }) => segment.terms.count > 0);
  while (open.length > 0) {
    const { token } = open.reduce((least, cursor) => (cursor.token < least.token ? cursor : least));
    let hasEnded = false;
    for (const cursor of open) {
      if (cursor.token !== token) continue;
      merger.add(cursor.segment, cursor.term, cursor.newDocs);
      cursor.term++;
      if (cursor.term < cursor.segment.terms.count) cursor.token = cursor.segment.terms.at(cursor.term);
      else hasEnded = true;
    }
    if (merger.end()) terms.add(token);
    if (hasEnded) open = open.filter(({ segment, term }) => term < segment.terms.count);
  }
  const { units: termUnits, starts: termStarts } = terms.finish();
  return { ...{ termUnits, termStarts }, ...writer.finish() };
}

/** Gathers the lists of one token from several segments, and writes them as one. */
class ListMerger {
  readonly #writer: PostingWriter;
  #gathered = new Uint32Array(1024);
  #count = 0;
  #isSorted = true;

  constructor(writer: PostingWriter) {
    this.#writer = writer;
  }

  add({ arrays }: Segment, list: number, newDocs: NewDocs): void {
    eachPosting(arrays, list, (doc, flags) => {
      const newDoc = newDocs[doc] ?? GONE;
      if (newDoc === GONE) return;
      if (this.#count === this.#gathered.length) this.#gathered = grown(this.#gathered);
      const posting = ((newDoc << FLAG_BITS) | flags) >>> 0;
      if (this.#count > 0 && (this.#gathered[this.#count - 1] ?? 0) > posting) this.#isSorted = false;
      this.#gathered[this.#count++] = posting;
    });
  }

  /** Whether anything is left of the list. */
  end(): boolean {
    if (this.#count === 0) return false;
    if (!this.#isSorted) this.#gathered.subarray(0, this.#count).sort();
    for (let at = 0; at < this.#count; at++) {
      const posting = this.#gathered[at] ?? 0;
      this.#writer.add(posting >>> FLAG_BITS, posting & 15);
    }
    this.#writer.endList();
    this.#count = 0;
    this.#isSorted = true;
    return true;
  }
}

function mergeTitles(
  segments: readonly Segment[],
  newDocs: readonly NewDocs[],
  docCount: number,
): TitleArrays {
  const writer = new TitleWriter(docCount);
  const cursors = segments.map(({ arrays, titles }, at) => ({
    titles,
    docsByRank: docsByTitle(arrays),
    newDocs: newDocs[at],
    rank: -1,
    key: '',
    newDoc: GONE,
  }));
  type Cursor = (typeof cursors)[number];
  /** Advances to the next title of a document that is alive. */
  const advance = (cursor: Cursor): boolean => {
    while (++cursor.rank < cursor.titles.count) {
      cursor.newDoc = cursor.newDocs?.[cursor.docsByRank[cursor.rank] ?? 0] ?? GONE;
      if (cursor.newDoc === GONE) continue;
      cursor.key = cursor.titles.at(cursor.rank);
      return true;
    }
    return false;
  };
  let open = cursors.filter(advance);
  while (open.length > 0) {
    const next = open.reduce((least, cursor) => (cursor.key < least.key ? cursor : least));
    writer.add(next.key, next.newDoc);
    if (!advance(next)) open = open.filter((cursor) => cursor !== next);
  }
  return writer.finish();
}
