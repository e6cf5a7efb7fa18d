import { formatKstDay } from '../../clock.ts';
import type { QueryWord, TextQuery } from '../query.ts';
import { FIELD } from '../search-document.ts';
import type { SearchTarget } from '../search-index.ts';
import type { QueryTerm } from '../tokenise.ts';
import { DAY_UNKNOWN } from './doc-table.ts';
import {
  type Hits,
  LOOK_UP_RATIO,
  NO_MATCH,
  TIER,
  TIER_BITS,
  TIER_MASK,
  TierMarks,
  type Tiers,
} from './postings.ts';
import type { Segment } from './segment.ts';

/** For each target, the tier of a token by its FIELD flags. Fields outside the target don't match. */
export const TIERS: Readonly<Record<SearchTarget, Tiers>> = {
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

/** A query with more words ignores its commonest words after reading LONG_QUERY_WORK_MAX postings. */
const WORDS_MAX = 8;
const LONG_QUERY_WORK_MAX = 500_000;

/** The documents that have every word of a query, in any of the word's alternatives (src/search/query.ts). */
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
    if (alternatives.length > 1) {
      const matchOne = (terms: readonly QueryTerm[]) =>
        matchWords(segment, [[terms]], tiers, scratch, workMax);
      others.set(JSON.stringify(alternatives), () =>
        alternatives.map(matchOne).reduce((a, b) => uniteHits(a, b, scratch)),
      );
      continue;
    }
    for (const { token, isPrefix } of alternatives[0] ?? []) {
      if (isPrefix) others.set(token, () => matchPrefix(segment, token, tiers, scratch));
      else lists.add(segment.terms.find(token));
    }
  }
  if (lists.has(-1)) return NO_HITS;
  let hits = lists.size === 0 ? null : matchLists(segment, [...lists], tiers, scratch, workMax);
  for (const match of others.values()) {
    if (hits !== null && (hits.count === 0 || scratch.work > workMax)) break;
    hits = hits === null ? match() : intersectHits(hits, match());
  }
  return hits ?? NO_HITS;
}

/** The value of `scratch.work` at which a query stops reading. Syllables that signs separate (`가&나`) count as words. */
function workMaxOf(words: Parameters<typeof matchWords>[1], scratch: Scratch): number {
  const prefixesIn = (terms: readonly QueryTerm[] = []) => terms.filter(({ isPrefix }) => isPrefix).length;
  const count = words.reduce((sum, [first]) => sum + Math.max(1, prefixesIn(first)), 0);
  return count > WORDS_MAX ? scratch.work + LONG_QUERY_WORK_MAX : Number.POSITIVE_INFINITY;
}

/** The documents in all lists. Starts with the shortest list, so that few hits are looked up in the longer ones. */
function matchLists(segment: Segment, lists: number[], tiers: Tiers, scratch: Scratch, workMax: number) {
  if (lists.length > 1) lists.sort((a, b) => segment.postings.count(a) - segment.postings.count(b));
  const [first = 0] = lists;
  const packed = scratch.take(segment.postings.count(first));
  let count = segment.postings.read(first, tiers, packed);
  scratch.work += count;
  for (let at = 1; at < lists.length && count > 0 && scratch.work <= workMax; at++) {
    const list = lists[at] ?? 0;
    scratch.work += Math.min(segment.postings.count(list), count * LOOK_UP_RATIO);
    count = segment.postings.intersect(list, tiers, packed, count);
  }
  return { packed, count };
}

function matchPrefix(segment: Segment, prefix: string, tiers: Tiers, scratch: Scratch): Hits {
  const marks = scratch.takeMarks(segment.docCount);
  const { from, end } = segment.terms.findPrefix(prefix);
  const marked = segment.postings.mark(from, end, tiers, marks);
  scratch.work += marked;
  if (marked === 0) return NO_HITS;
  const packed = scratch.take(Math.min(marked, segment.docCount));
  return { packed, count: marks.collect(packed) };
}

export const NO_HITS: Hits = { packed: new Uint32Array(0), count: 0 };

/** The documents in both `a` and `b`, each with the worse of its two tiers. Overwrites `a`. */
function intersectHits(a: Hits, b: Hits): Hits {
  const [few, many] = [a.packed, b.packed];
  let count = 0;
  let j = 0;
  for (let i = 0; i < a.count; i++) {
    const left = few[i] ?? 0;
    const doc = left >>> TIER_BITS;
    while (j < b.count && (many[j] ?? 0) >>> TIER_BITS < doc) j++;
    if (j === b.count) break;
    const right = many[j] ?? 0;
    if (right >>> TIER_BITS === doc) few[count++] = left > right ? left : right;
  }
  return { packed: few, count };
}

/** The documents in `a` or `b`, each with the better of its tiers. */
export function uniteHits(a: Hits, b: Hits, scratch: Scratch): Hits {
  if (a.count === 0) return b;
  if (b.count === 0) return a;
  const packed = scratch.take(a.count + b.count);
  let count = 0;
  let i = 0;
  let j = 0;
  while (i < a.count || j < b.count) {
    const left = i < a.count ? (a.packed[i] ?? 0) : Number.POSITIVE_INFINITY;
    const right = j < b.count ? (b.packed[j] ?? 0) : Number.POSITIVE_INFINITY;
    const isSame = Math.floor(left / 8) === Math.floor(right / 8);
    packed[count++] = Math.min(left, right);
    if (left < right || isSame) i++;
    if (right < left || isSame) j++;
  }
  return { packed, count };
}

export class Scratch {
  /** Number of postings that all queries have read so far: a measure of cost that doesn't depend on the machine. */
  work = 0;
  readonly #buffers: Uint32Array[] = [];
  #taken = 0;
  #marks = new TierMarks(0);

  reset(): void {
    this.#taken = 0;
  }

  take(length: number): Uint32Array {
    const at = this.#taken++;
    const known = this.#buffers[at];
    if (known !== undefined && known.length >= length) return known;
    const buffer = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(length, 64))));
    this.#buffers[at] = buffer;
    return buffer;
  }

  /** The caller clears the marks after use. */
  takeMarks(docCount: number): TierMarks {
    if (this.#marks.docCount < docCount) this.#marks = new TierMarks(docCount);
    return this.#marks;
  }
}

const ASKED_MAX = 32;
const SAME_TITLE_MAX = 200;
type WordLists = readonly (readonly (readonly number[])[])[];

const TELLING = FIELD.contributor | FIELD.publisher | FIELD.series;

/**
 * Finds documents whose title, with or without the subtitle or the volume, is inside the query. The other words must describe the
 * item, such as its contributors or year (docs/search.md#matching). `hits` are the documents with all words. If the titles of all
 * hits have all words, nothing is looked up, unless a word may be left out.
 */
export function findWholeTitles(segment: Segment, { asked }: TextQuery, hits: Hits, scratch: Scratch): Hits {
  if (asked.length < 2 || asked.length > ASKED_MAX) return NO_HITS;
  const mayLeaveOut = asked.some(
    ({ key, role, stem, year }) =>
      role !== 'word' || year !== 0 || (stem !== '' && (hits.count === 0 || key.endsWith('의'))),
  );
  const inNames = (hit: number) => (hit & TIER_MASK) >= TIER.names;
  if (!mayLeaveOut && !hits.packed.subarray(0, hits.count).some(inNames)) return NO_HITS;
  const { titles, docsByTitle } = segment;
  let lists: WordLists | null = null;
  const found = new Set<number>();
  const see = (doc: number, start: number, end: number) => {
    scratch.work++;
    lists ??= asked.map(({ words }) =>
      words.map((terms) => terms.map(({ token }) => segment.terms.find(token))),
    );
    if (!found.has(doc) && isMeant(segment, doc, asked, lists, start, end)) found.add(doc);
  };
  const seeTitle = (key: string, start: number, end: number): boolean => {
    const from = titles.firstWith(key);
    if (from < 0) return false;
    for (let rank = from; rank < from + SAME_TITLE_MAX && titles.isWith(rank, key); rank++) {
      if (titles.lengthOf(rank) > key.length && titles.unitAt(rank, key.length) !== 0) break;
      see(docsByTitle[rank] ?? 0, start, end);
    }
    for (const doc of segment.headed(key, 0).subarray(0, SAME_TITLE_MAX)) see(doc, start, end);
    return true;
  };
  for (let start = 0; start < asked.length; start++) {
    let key = '';
    for (let end = start + 1; end <= asked.length; end++) {
      const { key: last = '', stem = '' } = asked[end - 1] ?? {};
      if (stem !== '') seeTitle(key + stem, start, end);
      key += last;
      // Segment.promote finds titles that equal the whole query.
      if (end - start === asked.length || !seeTitle(key, start, end)) break;
    }
  }
  if (found.size === 0) return NO_HITS;
  const packed = scratch.take(found.size);
  packed.set(Uint32Array.from(found, (doc) => (doc << TIER_BITS) | TIER.titled).sort());
  return { packed, count: found.size };
}

function isMeant(
  segment: Segment,
  doc: number,
  asked: readonly QueryWord[],
  lists: WordLists,
  start: number,
  end: number,
): boolean {
  let [isProven, mayBeOther, lacksVolume] = [false, false, false];
  const isOfSeries = (flags: number) => flags > 0 && (flags & FIELD.series) !== 0;
  const ofSeries = new Set<string>();
  for (const [at, { key, role, year }] of asked.entries()) {
    if (at >= start && at < end) continue;
    const flags = flagsOf(segment, doc, lists[at] ?? []);
    const isVolume = role === 'volume' || /^\d{1,3}$/.test(key);
    if (isOfSeries(flags)) ofSeries.add(key);
    if (flags > 0 && (isVolume || (flags & TELLING) !== 0)) isProven = true;
    else if (year !== 0 && year === yearOf(segment, doc)) isProven = true;
    else if (role === 'volume') lacksVolume = true;
    else if (role === 'word' && !hasInitial(segment, doc, key)) return false;
    else if (role !== 'article' && (role !== 'form' || at < end)) mayBeOther = true;
  }
  // The title may be the beginning of its series' name: Dune isn't meant by *Dune Chronicles Book 2*.
  const isPartOfName = ({ key }: QueryWord, at: number) =>
    !ofSeries.has(key) && isOfSeries(flagsOf(segment, doc, lists[start + at] ?? []));
  // Items of a series often lack the volume in the catalogue.
  const mayLackVolume = ofSeries.size > 0 && segment.arrays.volumes[doc] === 0;
  if (lacksVolume && (!mayLackVolume || asked.slice(start, end).every(isPartOfName))) return false;
  return isProven || !mayBeOther;
}

/** Whether a word may be a contributor's middle name, because the contributors have its initial. */
function hasInitial(segment: Segment, doc: number, word: string): boolean {
  if (!/^[a-z]{2,}$/.test(word)) return false;
  const flags = segment.postings.flagsAt(segment.terms.find(word.charAt(0)), doc);
  return flags > 0 && (flags & FIELD.contributor) !== 0;
}

/** The FIELD flags that all tokens of a word have in a document: 0 if no field has all tokens, -1 if a token is missing. */
function flagsOf(segment: Segment, doc: number, lists: readonly (readonly number[])[]): number {
  let best = -1;
  for (const tokens of lists) {
    let flags = 15;
    for (const list of tokens) {
      const own = segment.postings.flagsAt(list, doc);
      flags = own < 0 || flags < 0 ? -1 : flags & own;
    }
    best = Math.max(best, tokens.length === 0 ? -1 : flags);
  }
  return best;
}

function yearOf(segment: Segment, doc: number): number {
  const day = segment.docs.columns.publishDays[doc] ?? DAY_UNKNOWN;
  return day === DAY_UNKNOWN ? 0 : Number(formatKstDay(day).slice(0, 4));
}
