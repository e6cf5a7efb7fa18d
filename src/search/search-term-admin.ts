import type { KstDay } from '../clock.ts';
import { termKey } from './block-list.ts';
import type { Correction } from './search-index.ts';
import {
  BLOCKED_TERMS_MAX,
  SIMILAR_GROUPS_MAX,
  SIMILAR_WORDS_MAX,
  TERM_LENGTH_MAX,
} from './search-term-bounds.ts';

/** Words that stand for each other when a query has no hit (docs/search.md#similar-words). */
export interface SimilarWords {
  /** Another number after every change. */
  readonly revision: number;
  /** Each group has two words or more; a word stands in one group. */
  readonly groups: readonly (readonly string[])[];
}

/** A search that found nothing, or only after it was corrected. */
export interface QueryRecord {
  readonly query: string;
  /** What was found instead; null when nothing was found. */
  readonly correction: Correction | null;
}

/** How often a query found nothing, or was corrected in one way, on one day. */
export interface QueryCount {
  readonly day: KstDay;
  /** As keptQuery writes it; empty for all together whose text is not kept. */
  readonly query: string;
  /** Null when nothing was found. `query` is empty like that of the whole. */
  readonly correction: Correction | null;
  readonly calls: number;
}

/** A term that somebody blocked, or allowed again. */
export interface TermDecision {
  readonly term: string;
  readonly action: 'blocked' | 'allowed';
  /** In the operator's words; may be empty. */
  readonly reason: string;
  readonly actor: string;
  readonly decidedAtMs: number;
}

/** Why a term or word is rejected. */
export type TermRefusal =
  | 'tooLong'
  | 'nothingSearchable'
  | 'tooManyTerms'
  | 'tooFewWords'
  | 'tooManyWords'
  | 'tooManyGroups';

/** A rejected term or word. The message tells an operator why. */
export class TermRefusedError extends Error {
  override name = 'TermRefusedError';
  readonly refusal: TermRefusal;

  constructor(refusal: TermRefusal, message: string) {
    super(message);
    this.refusal = refusal;
  }
}

/** A blocked term or similar word as it is kept. Throws TermRefusedError. */
export function checkTerm(text: string): string {
  const term = text.replace(/\s+/gu, ' ').trim();
  if ([...term].length > TERM_LENGTH_MAX)
    throw new TermRefusedError(
      'tooLong',
      `"${term.slice(0, TERM_LENGTH_MAX)}…" is longer than ${TERM_LENGTH_MAX} characters.`,
    );
  if (!term.isWellFormed() || /\p{Cc}/u.test(term) || termKey(term) === '')
    throw new TermRefusedError(
      'nothingSearchable',
      `"${term.toWellFormed()}" holds nothing that search looks at.`,
    );
  return term;
}

/** Similar words as they are kept: those that search can tell apart, two at least. Throws TermRefusedError. */
export function checkSimilarWords(texts: readonly string[]): string[] {
  const words = new Map(texts.map(checkTerm).map((word) => [termKey(word), word]));
  if (words.size < 2)
    throw new TermRefusedError('tooFewWords', 'A group needs at least two different words.');
  return [...words.values()];
}

/** Refuses more blocked terms than every query can be searched for. */
export function checkTermCount(terms: number): void {
  if (terms > BLOCKED_TERMS_MAX)
    throw new TermRefusedError('tooManyTerms', `No more than ${BLOCKED_TERMS_MAX} terms can be blocked.`);
}

/** Refuses a group of too many words, and too many groups. */
export function checkGroups(words: number, groups: number): void {
  if (words > SIMILAR_WORDS_MAX)
    throw new TermRefusedError(
      'tooManyWords',
      `No more than ${SIMILAR_WORDS_MAX} words can be similar to each other.`,
    );
  if (groups > SIMILAR_GROUPS_MAX)
    throw new TermRefusedError('tooManyGroups', `There can be no more than ${SIMILAR_GROUPS_MAX} groups.`);
}

/** The counts of one query over several days. */
export interface QueryTotal extends Omit<QueryCount, 'day'> {
  readonly lastDay: KstDay;
}

/** Adds up days: the most frequent first, then by text. */
export function sumQueryCounts(counts: readonly QueryCount[]): QueryTotal[] {
  const totals = new Map<string, QueryTotal>();
  for (const { day, query, correction, calls } of counts) {
    const key = JSON.stringify([query, correction?.kind, correction?.query]);
    const before = totals.get(key);
    totals.set(key, {
      query,
      correction,
      calls: calls + (before?.calls ?? 0),
      lastDay: Math.max(day, before?.lastDay ?? day),
    });
  }
  return [...totals.values()].sort(
    (a, b) => b.calls - a.calls || (a.query < b.query ? -1 : Number(a.query > b.query)),
  );
}
