import { foldText } from './fold/fold-text.ts';

/** Hashes of a text as the whole name of a person and of a series; 0 where it cannot be one. */
export interface WholeNames {
  readonly person: number;
  readonly series: number;
}

/** A person's name and a series' name never give the same hash. */
export function wholeNames(text: string): WholeNames {
  const key = wholeNameKey(text);
  return { person: hashOf(key, 0x81_1c_9d_c5), series: hashOf(key, 0x2f_0b_44_71) };
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

/** FNV-1a over code units, with the last steps of MurmurHash3. */
function hashOf(key: string, seed: number): number {
  if (key === '') return 0;
  let hash = seed;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
