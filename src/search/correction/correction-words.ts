import { foldText } from '../fold/fold-text.ts';
import { indexTokens } from '../tokenise.ts';

/**
 * The words of one text of an item that a correction may lead to, each once: Hangul words as separated by spaces and
 * signs, with their particles; Latin words as in the index. Words with digits are left out, since numbers are never
 * corrected.
 */
export function correctionWords(text: string): string[] {
  const words = new Set(foldText(text).match(HANGUL_WORD));
  if (HAS_LATIN.test(text)) {
    for (const token of indexTokens(text)) if (LATIN_WORD.test(token)) words.add(token);
  }
  return [...words];
}

const HANGUL_WORD = /[가-힣]+/gu;
const HAS_LATIN = /\p{Script=Latin}/u;
const LATIN_WORD = /^[a-z]{2,}$/;
