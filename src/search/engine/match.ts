import type { SearchDocument } from '../search-document.ts';
import type { SearchTarget } from '../search-index.ts';
import type { QueryTerm } from '../tokenise.ts';
import { type Hits, intersectHits, NO_HITS, TIER, uniteHits } from './hits.ts';
import type { Scratch } from './scratch.ts';
import type { TierMarks } from './tier-marks.ts';

/** Fields that hold a word, as flags of a posting. */
export const FIELD = { title: 1, contributor: 2, publisher: 4, series: 8 } as const;

/** Every token of a document once, with the flags of all its fields. */
export function fieldFlags(document: SearchDocument): Map<string, number> {
  const flags = new Map<string, number>();
  for (const [field, bit] of FIELDS) {
    for (const token of document[field]) flags.set(token, (flags.get(token) ?? 0) | bit);
  }
  return flags;
}

const FIELDS = [
  ['title', FIELD.title],
  ['contributor', FIELD.contributor],
  ['publisher', FIELD.publisher],
  ['series', FIELD.series],
] as const;

/** The tier for each of the 16 sets of flags of a posting; NO_MATCH = not in the target. */
export type Tiers = Uint8Array;
export const NO_MATCH = 7;

/** Lists of documents by token: a segment. */
export interface PostingSource {
  readonly docCount: number;
  /** The list of a token, or -1. */
  find(token: string): number;
  /** Marks the documents of all tokens that start with a prefix; returns how often, at most. */
  markPrefix(prefix: string, tiers: Tiers, marks: TierMarks): number;
  /** Length of a list. */
  countOf(list: number): number;
  /** Writes the documents of a list that the target admits, packed; returns how many. */
  read(list: number, tiers: Tiers, packed: Uint32Array): number;
  /** Keeps of `packed` what is in the list too, each with the worse of its tiers; returns how many. */
  intersect(list: number, tiers: Tiers, packed: Uint32Array, count: number): number;
}

/**
 * Fields outside the target count neither for matching nor for the order; within a single field all matches fit
 * equally well.
 */
export function tiersOf(target: SearchTarget): Tiers {
  return TIERS[target];
}

const TIERS: Readonly<Record<SearchTarget, Tiers>> = {
  all: tiersBy((flags) =>
    flags & FIELD.title ? TIER.titles : flags & FIELD.contributor ? TIER.names : TIER.anywhere,
  ),
  title: tiersBy((flags) => (flags & FIELD.title ? TIER.titles : NO_MATCH)),
  author: tiersBy((flags) => (flags & FIELD.contributor ? TIER.names : NO_MATCH)),
  publisher: tiersBy((flags) => (flags & FIELD.publisher ? TIER.anywhere : NO_MATCH)),
};

function tiersBy(tierOf: (flags: number) => number): Tiers {
  return Uint8Array.from({ length: 16 }, (_, flags) => tierOf(flags));
}

/** The documents in which every word matches by one of its alternatives (src/search/query.ts). */
export function matchWords(
  source: PostingSource,
  words: readonly (readonly (readonly QueryTerm[])[])[],
  tiers: Tiers,
  scratch: Scratch,
): Hits {
  const lists = new Set<number>();
  const others = new Map<string, () => Hits>();
  for (const alternatives of words) {
    const [first = [], ...more] = alternatives;
    if (more.length > 0) {
      const key = JSON.stringify(alternatives);
      others.set(key, () =>
        alternatives
          .map((terms) => matchWords(source, [[terms]], tiers, scratch))
          .reduce((a, b) => uniteHits(a, b, scratch)),
      );
      continue;
    }
    for (const { token, isPrefix } of first) {
      if (isPrefix) others.set(token, () => matchPrefix(source, token, tiers, scratch));
      else {
        const list = source.find(token);
        if (list < 0) return NO_HITS;
        lists.add(list);
      }
    }
  }
  let hits = lists.size === 0 ? null : matchLists(source, [...lists], tiers, scratch);
  for (const match of others.values()) {
    if (hits?.count === 0) break;
    hits = hits === null ? match() : intersectHits(hits, match());
  }
  return hits ?? NO_HITS;
}

/** Shortest list first: no step has more work than the one before it. */
function matchLists(source: PostingSource, lists: number[], tiers: Tiers, scratch: Scratch): Hits {
  if (lists.length > 1) lists.sort((a, b) => source.countOf(a) - source.countOf(b));
  const [first = 0] = lists;
  const packed = scratch.take(source.countOf(first));
  let count = source.read(first, tiers, packed);
  for (let at = 1; at < lists.length && count > 0; at++) {
    count = source.intersect(lists[at] ?? 0, tiers, packed, count);
  }
  return { packed, count };
}

/** Any of many lists: marks the documents, then reads the marks in order. */
function matchPrefix(source: PostingSource, prefix: string, tiers: Tiers, scratch: Scratch): Hits {
  const marks = scratch.takeMarks(source.docCount);
  const marked = source.markPrefix(prefix, tiers, marks);
  if (marked === 0) return NO_HITS;
  const packed = scratch.take(Math.min(marked, source.docCount));
  return { packed, count: marks.collect(packed) };
}
