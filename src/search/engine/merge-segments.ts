import type { DocFigures } from './doc-figures.ts';
import { type DocTable, emptyDocTable } from './doc-table.ts';
import { type NameArrays, NameWriter } from './name-lists.ts';
import { FLAG_BITS, FLAG_MASK, type PostingArrays, PostingWriter } from './postings.ts';
import { dealArrays, type Segment, type SegmentArrays } from './segment.ts';
import { type TermArrays, TermWriter } from './term-table.ts';
import { TitleWriter } from './title-keys.ts';

/** The new numbers of a segment's documents after the merge; GONE for those left out. */
type NewDocs = Uint32Array;
const GONE = 2 ** 32 - 1;

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
): SegmentArrays {
  const segments = inputs.map(({ segment }) => segment);
  const { docs, titles, newDocs } = mergeDocs(inputs, newFigures);
  const { terms, postings } = mergePostings(segments, newDocs);
  return {
    ...docs.finish(),
    ...dealArrays(docs.deals),
    ...mergeNames(segments, newDocs),
    ...terms,
    ...postings,
    ...titles.finish(),
  };
}

/** Documents in the order of their item numbers, with the keys of their titles. */
function mergeDocs(
  inputs: readonly MergeInput[],
  newFigures: ReadonlyMap<number, DocFigures>,
): { docs: DocTable; titles: TitleWriter; newDocs: readonly NewDocs[] } {
  const sumOf = (measure: (segment: Segment) => number) =>
    inputs.reduce((sum, { segment }) => sum + measure(segment), 0);
  const docCountMax = sumOf(({ docCount }) => docCount);
  const docs = emptyDocTable(docCountMax);
  const titles = new TitleWriter(
    docCountMax,
    sumOf(({ arrays }) => arrays.titleBytes.length),
  );
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
    titles.copy(next.segment.arrays, next.doc);
    const figures = newFigures.get(next.itemId);
    if (figures !== undefined) docs.setFigures(doc, figures);
    next.newDocs[next.doc] = doc;
    next.doc++;
    if (!settle(next)) open = open.filter((cursor) => cursor !== next);
  }
  return { docs, titles, newDocs };
}

function mergePostings(
  segments: readonly Segment[],
  newDocs: readonly NewDocs[],
): { terms: TermArrays; postings: PostingArrays } {
  const termCount = segments.reduce((sum, { terms }) => sum + terms.count, 0);
  const postingCount = segments.reduce((sum, { arrays }) => sum + arrays.postings.length, 0);
  const terms = new TermWriter();
  const writer = new PostingWriter(termCount, postingCount);
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
      const { postings, listStarts } = cursor.segment.arrays;
      const end = listStarts[cursor.term + 1] ?? 0;
      for (let at = listStarts[cursor.term] ?? 0; at < end; at++) {
        const posting = postings[at] ?? 0;
        const newDoc = cursor.newDocs[posting >>> FLAG_BITS] ?? GONE;
        if (newDoc !== GONE) writer.add(newDoc, posting & FLAG_MASK);
      }
      cursor.term++;
      if (cursor.term < cursor.segment.terms.count) cursor.token = cursor.segment.terms.at(cursor.term);
      else hasEnded = true;
    }
    if (writer.endList()) terms.add(token);
    if (hasEnded) open = open.filter(({ segment, term }) => term < segment.terms.count);
  }
  return { terms: terms.finish(), postings: writer.finish() };
}

function mergeNames(segments: readonly Segment[], newDocs: readonly NewDocs[]): NameArrays {
  const writer = new NameWriter();
  for (const [at, { arrays }] of segments.entries()) {
    const { nameHashes, nameDocs } = arrays;
    for (let pair = 0; pair < nameDocs.length; pair++) {
      const newDoc = newDocs[at]?.[nameDocs[pair] ?? 0] ?? GONE;
      if (newDoc !== GONE) writer.add(nameHashes[pair] ?? 0, newDoc);
    }
  }
  return writer.finish();
}
