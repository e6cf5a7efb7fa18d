/**
 * A deterministic catalogue whose words are distributed as those of real titles: a few are everywhere, most are
 * rare. Korean and English mixed: particles, words glued together, subtitles, volumes, e-books that repeat a book.
 */

import { createRandom, mix } from '../../demo/random.ts';
import type { Catalog } from '../../src/catalog/item.ts';
import type { DocFigures } from '../../src/search/engine/doc-table.ts';
import type { SearchTexts } from '../../src/search/search-document.ts';

export interface BenchItem {
  readonly itemId: number;
  readonly texts: SearchTexts;
  readonly figures: DocFigures;
}

const KOREAN_WORDS = 44_000;
const ENGLISH_WORDS = 59_000;
const STOP_WORDS = ['the', 'of', 'and', 'a', 'in', 'to'];
const PARTICLES = ['의', '와', '을', '를', '이', '가', '에서', '으로'];
/** 1,029 syllables, the first ones used most. */
const SYLLABLES = Array.from({ length: 1_029 }, (_, at) => {
  const [initials, vowels, finals] = [
    [0, 2, 3, 5, 6, 7, 9, 11, 12, 14, 15, 16, 17, 18],
    [0, 4, 8, 13, 18, 20, 1, 5, 6, 12, 9],
    [0, 4, 21, 1, 8, 16, 17],
  ];
  const pick = (from: readonly number[], index: number) => from[index % from.length] ?? 0;
  return String.fromCharCode(
    0xac00 + pick(initials, at * 5) * 588 + pick(vowels, Math.floor(at / 14)) * 28 + pick(finals, at),
  );
});
const CONSONANTS = 'b br c d f g gr h l m n p pr r s st t tr v w'.split(' ');
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'];

export type Vocabulary = ReturnType<typeof makeVocabulary>;

/** Words by rank, the most frequent first. */
export function makeVocabulary() {
  const random = createRandom(1).next;
  const pick = <T>(from: ArrayLike<T>): T => from[Math.floor(random() * from.length)] as T;
  const distinct = (count: number, make: (rank: number) => string) => {
    const words = new Set<string>();
    while (words.size < count) words.add(make(words.size));
    return [...words];
  };
  const korean = distinct(KOREAN_WORDS, (rank) => {
    const length = random() < 0.62 ? 2 : random() < 0.75 || rank < 500 ? 3 : 4;
    return Array.from({ length }, () => SYLLABLES[Math.floor(SYLLABLES.length * random() ** 2)]).join('');
  });
  const english = distinct(ENGLISH_WORDS, (rank) => {
    const length = rank < 500 ? 2 : 2 + Math.floor(random() * 3);
    return (
      Array.from({ length }, () => pick(CONSONANTS) + pick(VOWELS)).join('') + (random() < 0.4 ? 'n' : '')
    );
  });
  return { korean, english };
}

/** A rank by Zipf's law with Mandelbrot's shift. */
function zipf(random: () => number, count: number): number {
  const shift = 12;
  return Math.floor(shift * ((count / shift + 1) ** random() - 1));
}

/** Items in ascending order of their numbers, made one by one. */
export function* benchItems(count: number, { korean, english }: Vocabulary): Generator<BenchItem> {
  const random = createRandom(2).next;
  const koreanWord = () => korean[zipf(random, KOREAN_WORDS)] ?? '';
  const englishWord = () =>
    random() < 0.13 ? (STOP_WORDS[zipf(random, 6)] ?? 'the') : (english[zipf(random, ENGLISH_WORDS)] ?? '');
  const koreanTitle = (words: number) => {
    let title = '';
    for (let at = 0; at < words; at++) {
      const word = random() < 0.06 ? englishWord() : koreanWord();
      title += (at > 0 && random() > 0.24 ? ' ' : '') + word;
      if (random() < 0.27) title += PARTICLES[Math.floor(random() * PARTICLES.length)];
    }
    return title;
  };
  const englishTitle = (words: number) => Array.from({ length: words }, englishWord).join(' ');
  const authorOf = (rank: number, isForeign: boolean) => {
    const own = createRandom(mix(rank, 7)).next;
    if (isForeign) return `${english[Math.floor(own() * 8000)]} ${english[Math.floor(own() * 20_000)]}`;
    return Array.from({ length: 3 }, () => SYLLABLES[Math.floor(own() * SYLLABLES.length)]).join('');
  };
  const books: SearchTexts[] = [];
  for (let itemId = 1; itemId <= count; itemId++) {
    const kind = random();
    const catalog =
      kind < 0.45 ? 'BOOK' : kind < 0.7 ? 'FOREIGN' : kind < 0.9 ? 'EBOOK' : kind < 0.97 ? 'MUSIC' : 'DVD';
    const isForeign = catalog === 'FOREIGN';
    const volume = random() < 0.15 ? ` ${1 + Math.floor(random() * 12)}` : '';
    const author = authorOf(Math.floor(count * 0.44 * random() ** 2), isForeign);
    let texts: SearchTexts = {
      title:
        (isForeign ? englishTitle(2 + Math.floor(random() * 4)) : koreanTitle(2 + Math.floor(random() * 2))) +
        volume,
      subTitle: random() < 0.22 ? (isForeign ? englishTitle(4) : koreanTitle(3)) : '',
      originalTitle: !isForeign && random() < 0.12 ? englishTitle(3) : '',
      contributors:
        random() < 0.15 ? [author, authorOf(Math.floor(count * 0.44 * random()), false)] : [author],
      publisher: `${korean[Math.floor(Math.max(count * 0.012, 50) * random() ** 2) % KOREAN_WORDS]}출판`,
      series: random() < 0.08 ? [`${koreanWord()} 총서`] : [],
    };
    const repeated = books[Math.floor(random() * books.length)];
    if (catalog === 'EBOOK' && random() < 0.6 && repeated !== undefined) texts = repeated;
    if (catalog === 'BOOK' && (books.length < 50_000 || random() < 0.05))
      books[Math.floor(random() * 50_000)] = texts;
    yield { itemId, texts, figures: figuresOf(catalog, random) };
  }
}

function figuresOf(catalog: Catalog, random: () => number): DocFigures {
  return {
    catalog,
    publishDay: random() < 0.01 ? null : 20_000 - Math.floor(9_000 * random() ** 2),
    registeredAtMs: 1_700_000_000_000 - Math.floor(random() * 600_000_000) * 1000,
    salePoint: random() < 0.55 ? 0 : Math.floor(1 / (random() + 1e-6)),
    shopPrice: 15_000,
    salePrice: 5_000 + Math.floor(random() * 400) * 50,
    deal: null,
    itemStatus: random() < 0.8 ? '판매중' : '품절',
    withheld: false,
  };
}
