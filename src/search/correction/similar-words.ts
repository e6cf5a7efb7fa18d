import { textKey } from '../tokenise.ts';

/** Spellings of the same thing, any of which a shopper may type: 셜록 홈스, 셜록 홈즈. One or more words each. */
export type SimilarGroups = readonly (readonly string[])[];

/** Without spaces. Longer entries are skipped: searching for them would take too long. */
const MEMBER_LENGTH_MAX = 24;

/**
 * Returns a function that rewrites a query: a member of a group in it is replaced by another, in the order of the
 * groups. Blanks inside a member do not count; a Hangul member is found inside words (홈스의), too.
 */
export function openSimilarWords(groups: SimilarGroups): (query: string) => string[] {
  const othersOf = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const member of group) {
      const key = textKey(member);
      if (key === '' || key.length > MEMBER_LENGTH_MAX) continue;
      const others = othersOf.get(key) ?? new Set();
      for (const other of group) if (textKey(other) !== key) others.add(other);
      othersOf.set(key, others);
    }
  }
  const lengths = [...new Set(Array.from(othersOf.keys(), (key) => key.length))];
  return (query) => {
    const { key, starts, ends } = keyOf(query);
    return starts.flatMap((start, from) =>
      lengths.flatMap((length) => {
        const end = ends[from + length];
        if (start === null || end === undefined || end === null) return [];
        const others = othersOf.get(key.slice(from, from + length)) ?? [];
        return Array.from(others, (other) => query.slice(0, start) + other + query.slice(end));
      }),
    );
  };
}

/** The query without spaces and signs, and where in the query each place of it begins and the one before it ends. */
interface QueryKey {
  readonly key: string;
  /** Null inside a word that is found only as a whole. */
  readonly starts: readonly (number | null)[];
  readonly ends: readonly (number | null)[];
}

function keyOf(query: string): QueryKey {
  let key = '';
  const starts: (number | null)[] = [];
  const ends: (number | null)[] = [null];
  for (const { 0: word, index } of query.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const wordKey = textKey(word);
    const isHangul = /^[가-힣]+$/.test(word);
    for (let at = 0; at < wordKey.length; at++) {
      const [isFirst, isLast] = [at === 0, at === wordKey.length - 1];
      starts.push(isFirst || isHangul ? index + at : null);
      ends.push(isHangul ? index + at + 1 : isLast ? index + word.length : null);
    }
    key += wordKey;
  }
  return { key, starts, ends };
}
