import { formatKstDay } from '../../clock.ts';
import type { QueryWord, TextQuery } from '../query.ts';
import { FIELD } from '../search-document.ts';
import { DAY_UNKNOWN } from './doc-table.ts';
import { NO_HITS, type Scratch } from './match.ts';
import { flagsAt, type Hits, TIER, TIER_BITS, TIER_MASK } from './postings.ts';
import type { Segment } from './segment.ts';

/** Longer queries aren't compared with titles. */
const WORDS_MAX = 32;
/** Maximum items of one title that are checked. */
const SAME_TITLE_MAX = 200;
/** Minimum length of a one-word title beside words that don't identify the item: short words are part of many titles. */
const ALONE_MIN = { letters: 6, syllables: 3 } as const;
/** For each word and each of its alternatives, the posting lists of its terms. */
type WordLists = readonly (readonly (readonly number[])[])[];

/** The fields that distinguish items with equal titles. */
const TELLING = FIELD.contributor | FIELD.publisher | FIELD.series;

/**
 * Finds documents whose whole title is inside the query: the title, or its part before a subtitle or a volume, is in the query,
 * and the other words are the item's contributors, series, publisher, volume, year or form, or link these
 * (docs/search.md#matching). Titles are looked up from each word on, for as long as some title continues like the query, so
 * common words cost no more. `hits` are the documents that have all words; if no word may be left out, only they are considered.
 */
export function findWholeTitles(segment: Segment, { asked }: TextQuery, hits: Hits, scratch: Scratch): Hits {
  if (asked.length < 2 || asked.length > WORDS_MAX) return NO_HITS;
  const mayLeaveOut = asked.some(
    ({ key, role, stem, year }) =>
      (role !== 'word' && role !== 'volume') ||
      year !== 0 ||
      (stem !== '' && (hits.count === 0 || key.endsWith('의'))),
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
      // A title that equals the whole query is found elsewhere.
      if (end - start === asked.length || !seeTitle(key, start, end)) break;
    }
  }
  if (found.size === 0) return NO_HITS;
  const packed = scratch.take(found.size);
  packed.set(Uint32Array.from(found, (doc) => (doc << TIER_BITS) | TIER.titled).sort());
  return { packed, count: found.size };
}

/** Whether a query means a document whose title is its words from `start` to `end`: no other word contradicts the item. */
function isMeant(
  segment: Segment,
  doc: number,
  asked: readonly QueryWord[],
  lists: WordLists,
  start: number,
  end: number,
): boolean {
  let [isProven, mayBeOther, hasForm] = [false, false, false];
  for (const [at, { key, role, year }] of asked.entries()) {
    if (at >= start && at < end) continue;
    const flags = flagsOf(segment, doc, lists[at] ?? []);
    const isVolume = role === 'volume' || /^\d{1,3}$/.test(key);
    if (flags > 0 && (isVolume || (flags & TELLING) !== 0)) isProven = true;
    else if (year !== 0 && year === yearOf(segment, doc)) isProven = true;
    else if (role === 'volume' || (role === 'word' && !hasInitial(segment, doc, key))) return false;
    else if (role === 'form' && at >= end) hasForm = true;
    else if (role !== 'article') mayBeOther = true;
  }
  if (isProven || mayBeOther) return isProven;
  return !hasForm || asked[end]?.isApart === true || isTitleEnough(asked.slice(start, end));
}

/** Whether a contributor of a document has the initial of a word, which may be a middle name. */
function hasInitial(segment: Segment, doc: number, word: string): boolean {
  return /^[a-z]{2,}$/.test(word) && (segment.flagsAt(word.charAt(0), doc) & FIELD.contributor) !== 0;
}

function isTitleEnough([first, ...more]: readonly QueryWord[]): boolean {
  const { key = '' } = first ?? {};
  return more.length > 0 || key.length >= (/^[a-z]/.test(key) ? ALONE_MIN.letters : ALONE_MIN.syllables);
}

/**
 * The FIELD flags that all tokens of a word have in common in a document: 0 if they are in different fields, -1 if one is
 * missing.
 */
function flagsOf(segment: Segment, doc: number, lists: readonly (readonly number[])[]): number {
  let best = -1;
  for (const tokens of lists) {
    let flags = 15;
    for (const list of tokens) {
      const own = list < 0 ? -1 : flagsAt(segment.arrays, list, doc);
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
