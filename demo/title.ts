import type { Catalog } from '../src/catalog/item.ts';
import { fillPattern } from './korean.ts';
import type { Random } from './random.ts';
import { FOREIGN_PATTERNS, LEAF_LISTS, SUB_TITLE_PATTERNS, TITLE_PATTERNS } from './title-patterns.ts';
import { WORD_LISTS } from './words.ts';

/** An invented title that suits a category, given as second/third level. A title never contains a word twice. */
export function inventTitle(catalog: Catalog, categoryPath: string, random: Random): string {
  const [section = ''] = categoryPath.split('/');
  const patterns =
    catalog === 'FOREIGN' ? FOREIGN_PATTERNS[section] : (TITLE_PATTERNS[section] ?? TITLE_PATTERNS['*']);
  if (patterns === undefined) throw new Error(`no title pattern for ${categoryPath}`);
  const title = fill(random.pick(patterns), LEAF_LISTS[categoryPath] ?? {}, random);
  // English patterns write "A" before any word; those that begin with a vowel want "An".
  return title.replace(/\b([Aa]) (?=[AEIOU])/g, '$1n ');
}

/** An invented Korean subtitle. */
export function inventSubTitle(random: Random): string {
  return fill(random.pick(SUB_TITLE_PATTERNS), {}, random);
}

function fill(pattern: string, otherLists: Readonly<Record<string, string>>, random: Random): string {
  const used = new Set<string>();
  return fillPattern(pattern, (name) => {
    const list = otherLists[name] ?? name;
    const words = WORD_LISTS[list];
    if (words === undefined) throw new Error(`no word list ${list}`);
    let word = random.pick(words);
    while (used.has(word)) word = random.pick(words);
    used.add(word);
    return word;
  });
}
