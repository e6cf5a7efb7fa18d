import type { Random } from '../../../demo/random.ts';
import type { Corrector } from '../../../src/search/correction/corrector.ts';
import { textKey } from '../../../src/search/tokenise.ts';
import { correctWith } from './correct-with.ts';
import { mistype, type WrongKeys } from './typos.ts';

/** A query typed wrong, and what was meant. */
export interface TypoCase {
  readonly typed: string;
  readonly meant: string;
}

export interface Score {
  /** Cases that found nothing as typed: only those are corrected. */
  readonly asked: number;
  readonly right: number;
  readonly unanswered: number;
}

/** Corrects every case that has no hit as typed. Blanks do not count in what is right. */
export function scoreCases(
  cases: readonly TypoCase[],
  corrector: Corrector,
  hasHits: (query: string) => boolean,
): Score {
  let [asked, right, unanswered] = [0, 0, 0];
  for (const { typed, meant } of cases) {
    if (hasHits(typed)) continue;
    asked++;
    const correction = correctWith(corrector, typed, hasHits);
    if (correction === null) unanswered++;
    else if (textKey(correction.query) === textKey(meant)) right++;
  }
  return { asked, right, unanswered };
}

export interface TypoCasesOptions {
  readonly titles: readonly string[];
  readonly script: 'hangul' | 'latin';
  /** Whether a right word of the same title stands beside the wrong one. */
  readonly withContext: boolean;
  readonly wrongKeys: WrongKeys;
  readonly count: number;
  readonly random: Random;
}

const WORDS = {
  hangul: /(?<![\p{L}\p{N}])[가-힣]{2,}(?![\p{L}\p{N}])/gu,
  latin: /(?<![\p{L}\p{N}'’])[a-z]{4,}(?![\p{L}\p{N}'’])/gu,
};

/** Words of titles drawn at random, so that common ones come often, each with one key gone wrong. */
export function typoCases(options: TypoCasesOptions): TypoCase[] {
  const { titles, script, withContext, wrongKeys, count, random } = options;
  const cases: TypoCase[] = [];
  while (cases.length < count) {
    const words = (titles[random.below(titles.length)] ?? '').toLowerCase().match(WORDS[script]) ?? [];
    const at = random.below(words.length);
    const [meant, beside] = [words[at], words[at === 0 ? 1 : at - 1]];
    if (meant === undefined || (withContext && (beside === undefined || beside === meant))) continue;
    const typed = mistype(meant, random, wrongKeys);
    cases.push(withContext ? { typed: `${typed} ${beside}`, meant: `${meant} ${beside}` } : { typed, meant });
  }
  return cases;
}
