import type { SearchDocument } from '../search-document.ts';
import type { SearchTarget } from '../search-index.ts';
import type { QueryTerm } from '../tokenise.ts';
import { type Hits, intersectHits, NO_HITS, NO_MATCH, TIER, type Tiers, uniteHits } from './hits.ts';
import { intersectPostings, LOOK_UP_RATIO, markPostings, readPostings } from './postings.ts';
import type { Scratch } from './scratch.ts';
import type { Segment } from './segment.ts';

/** Fields that hold a word, as flags of a posting. */
export const FIELD = { title: 1, contributor: 2, publisher: 4, series: 8 } as const;

/** Every token of a document once, with the flags of all its fields; names, which are no words of a field, without any. */
export function fieldFlags(document: SearchDocument): Map<string, number> {
  const flags = new Map<string, number>();
  for (const [field, bit] of FIELDS) {
    for (const token of document[field]) flags.set(token, (flags.get(token) ?? 0) | bit);
  }
  for (const name of document.names) flags.set(name, 0);
  return flags;
}

const FIELDS = [
  ['title', FIELD.title],
  ['contributor', FIELD.contributor],
  ['publisher', FIELD.publisher],
  ['series', FIELD.series],
] as const;

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

/** Queries of more words are bounded in what they may cost. */
const WORDS_MAX = 8;
/** Postings that a longer query reads. */
const LONG_QUERY_WORK_MAX = 500_000;

/**
 * The documents in which every word matches by one of its alternatives (src/search/query.ts). A query of more than
 * WORDS_MAX words that has read LONG_QUERY_WORK_MAX postings ignores the words left, the commonest.
 */
export function matchWords(
  segment: Segment,
  words: readonly (readonly (readonly QueryTerm[])[])[],
  tiers: Tiers,
  scratch: Scratch,
  workMax = workMaxOf(words, scratch),
): Hits {
  const lists = new Set<number>();
  const others = new Map<string, () => Hits>();
  for (const alternatives of words) {
    const [first = [], ...more] = alternatives;
    if (more.length > 0) {
      const key = JSON.stringify(alternatives);
      others.set(key, () =>
        alternatives
          .map((terms) => matchWords(segment, [[terms]], tiers, scratch, workMax))
          .reduce((a, b) => uniteHits(a, b, scratch)),
      );
      continue;
    }
    for (const { token, isPrefix } of first) {
      if (isPrefix) others.set(token, () => matchPrefix(segment, token, tiers, scratch));
      else {
        const list = segment.terms.find(token);
        if (list < 0) return NO_HITS;
        lists.add(list);
      }
    }
  }
  let hits = lists.size === 0 ? null : matchLists(segment, [...lists], tiers, scratch, workMax);
  for (const match of others.values()) {
    if (hits !== null && (hits.count === 0 || scratch.work > workMax)) break;
    hits = hits === null ? match() : intersectHits(hits, match());
  }
  return hits ?? NO_HITS;
}

/** Syllables between signs (`a&b`) are as many words. */
function workMaxOf(words: Parameters<typeof matchWords>[1], scratch: Scratch): number {
  const prefixCounts = words.map(([first = []]) => first.filter(({ isPrefix }) => isPrefix).length);
  const count = prefixCounts.reduce((sum, prefixes) => sum + Math.max(1, prefixes), 0);
  return count > WORDS_MAX ? scratch.work + LONG_QUERY_WORK_MAX : Number.POSITIVE_INFINITY;
}

/** Shortest list first: no step has more work than the one before it. */
function matchLists(
  segment: Segment,
  lists: number[],
  tiers: Tiers,
  scratch: Scratch,
  workMax: number,
): Hits {
  if (lists.length > 1) lists.sort((a, b) => segment.countOf(a) - segment.countOf(b));
  const [first = 0] = lists;
  const packed = scratch.take(segment.countOf(first));
  let count = readPostings(segment.arrays, first, tiers, packed);
  scratch.work += count;
  for (let at = 1; at < lists.length && count > 0 && scratch.work <= workMax; at++) {
    const list = lists[at] ?? 0;
    scratch.work += Math.min(segment.countOf(list), count * LOOK_UP_RATIO);
    count = intersectPostings(segment.arrays, list, tiers, packed, count);
  }
  return { packed, count };
}

/** Any of many lists: marks the documents, then reads the marks in order. */
function matchPrefix(segment: Segment, prefix: string, tiers: Tiers, scratch: Scratch): Hits {
  const marks = scratch.takeMarks(segment.docCount);
  const { from, end } = segment.terms.findPrefix(prefix);
  const marked = markPostings(segment.arrays, from, end, tiers, marks);
  scratch.work += marked;
  if (marked === 0) return NO_HITS;
  const packed = scratch.take(Math.min(marked, segment.docCount));
  return { packed, count: marks.collect(packed) };
}
