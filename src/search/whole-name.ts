import { foldText } from './fold/fold-text.ts';
import { hashWord } from './hash-word.ts';

/** Hashes of a text as the whole name of a person and of a series; 0 where it cannot be one. */
export interface WholeNames {
  readonly person: number;
  readonly series: number;
}

export const NO_NAMES: WholeNames = { person: 0, series: 0 };

/** A person's name and a series' name never give the same hash. */
export function wholeNames(text: string): WholeNames {
  const key = wholeNameKey(text);
  return key === '' ? NO_NAMES : { person: hashWord(key), series: hashWord(key, 0x2f_0b_44_71) };
}

/**
 * A name as one that is asked for whole is compared: its words in any order, without punctuation, initials joined.
 * James Joyce is Joyce, James; J. K. Rowling is JK Rowling.
 */
function wholeNameKey(text: string): string {
  const words =
    foldText(text)
      .replace(/['’]/gu, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isInitial = (word: string) => /^[a-z]$/.test(word);
  const initials = words.filter(isInitial).join('');
  return [...words.filter((word) => !isInitial(word)), initials].sort().join(' ').trim();
}
