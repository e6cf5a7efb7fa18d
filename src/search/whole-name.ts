import { foldText } from './fold/fold-text.ts';

/** A text as the whole name of a person and of a series: tokens that no word has, empty where it can't be one. */
export interface WholeNames {
  readonly person: string;
  readonly series: string;
}

export const NO_NAMES: WholeNames = { person: '', series: '' };

export function wholeNames(text: string): WholeNames {
  const key = wholeNameKey(text);
  if (key === '') return NO_NAMES;
  const hash = hashOf(key);
  return { person: `\u0001${hash}`, series: `\u0002${hash}` };
}

/** Two units instead of all of a name: FNV-1a with the last steps of MurmurHash3. */
function hashOf(key: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  hash ^= hash >>> 16;
  return String.fromCharCode(hash >>> 16, hash & 0xff_ff);
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
