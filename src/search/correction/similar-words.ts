import { textKey } from '../tokenise.ts';

/** Spellings of the same thing, any of which a shopper may type: 셜록 홈스, 셜록 홈즈. One or more words each. */
export type SimilarGroups = readonly (readonly string[])[];

/** Length without spaces. Longer members are skipped: searching for them would take too long. */
const MEMBER_LENGTH_MAX = 24;

/**
 * Returns a function that rewrites a query: it replaces a member of a group by the others, in the order of the groups. Spaces
 * inside a member are ignored; Hangul members are found inside words (홈스의), too.
 */
export function openSimilarWords(groups: SimilarGroups): (query: string) => string[] {
  const othersOf = new Map<string, Set<string>>();
  for (const group of groups) {
    for (const key of group.map(textKey)) {
      if (key === '' || key.length > MEMBER_LENGTH_MAX) continue;
      const others = group.filter((other) => textKey(other) !== key);
      othersOf.set(key, new Set([...(othersOf.get(key) ?? []), ...others]));
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

/**
 * The query without spaces and punctuation; for each position of that, where its character begins in the query, and where the one
 * before ends. Both are null inside a Latin word, which is replaced only as a whole.
 */
function keyOf(query: string) {
  let key = '';
  const starts: (number | null)[] = [];
  const ends: (number | null)[] = [null];
  for (const { 0: word, index } of query.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const wordKey = textKey(word);
    const isHangul = /^[가-힣]+$/.test(word);
    for (let at = 0; at < wordKey.length; at++) {
      const isLast = at === wordKey.length - 1;
      starts.push(at === 0 || isHangul ? index + at : null);
      ends.push(isHangul ? index + at + 1 : isLast ? index + word.length : null);
    }
    key += wordKey;
  }
  return { key, starts, ends };
}
