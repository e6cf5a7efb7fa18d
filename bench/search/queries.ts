import { createRandom } from '../../demo/random.ts';
import type { SearchTexts } from '../../src/search/search-document.ts';
import type { SearchRequest } from '../../src/search/search-index.ts';
import { request } from '../../test/search/search-item.ts';
import type { Vocabulary } from './catalogue.ts';

/** The kinds of queries of a shop, `each` of every kind; `samples` are texts of items of the catalogue. */
export function makeQueries(samples: readonly SearchTexts[], words: Vocabulary, each: number) {
  const random = createRandom(3).next;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const english = samples.filter(({ title }) => /^[a-z ]+$/.test(title) && title.split(' ').length >= 3);
  const koreanWords = (texts: SearchTexts) =>
    texts.title.split(' ').filter((word) => /^[가-힣]{2,}$/.test(word));
  const korean = samples.filter((texts) => koreanWords(texts).length >= 2);
  const common = (list: readonly string[]) => list[10 + Math.floor(random() * 150)] ?? '';
  const rare = (list: readonly string[]) =>
    list[list.length - 1 - Math.floor(random() * list.length * 0.7)] ?? '';
  const make = (name: string, one: () => string) => ({ name, queries: Array.from({ length: each }, one) });
  return [
    make('one common word, Korean', () => common(words.korean)),
    make('one common word, English', () => common(words.english)),
    make('"the", "of"', () => pick(['the', 'of', 'and', 'a'])),
    make('one rare word, Korean', () => rare(words.korean)),
    make('one rare word, English', () => rare(words.english)),
    make('two words of a title, Korean', () => koreanWords(pick(korean)).slice(0, 2).join(' ')),
    make('three words of a title, English', () => pick(english).title.split(' ').slice(0, 3).join(' ')),
    make('two common words, Korean', () => `${common(words.korean)} ${common(words.korean)}`),
    make('two common words, English', () => `${common(words.english)} ${pick(['the', 'of'])}`),
    make('joined words', () => koreanWords(pick(korean)).slice(0, 2).join('')),
    make('whole title', () => pick(korean).title),
    make('author', () => pick(samples).contributors[0] ?? ''),
    make('author and word', () => {
      const texts = pick(korean);
      return `${texts.contributors[0]} ${koreanWords(texts)[0]}`;
    }),
    make('publisher', () => pick(samples).publisher),
    make('one syllable', () => common(words.korean).slice(0, 1)),
    make('no hit', () => `${rare(words.korean)} ${rare(words.english)} ${rare(words.korean)}`),
  ];
}

export type Shape = Omit<SearchRequest, 'query'>;

const shape = (other: Partial<Shape>): Shape => request('', { sort: 'DEFAULT', limit: 20, ...other });

export const SHAPES = [
  shape({}),
  shape({ sort: 'RELATION' }),
  shape({ sort: 'RECENT' }),
  shape({ sort: 'REG_DTS' }),
  shape({ category: 'EBOOK' }),
  shape({ sort: 'RECENT', category: 'BOOK' }),
  shape({ offset: 980 }),
  shape({ sort: 'RECENT', offset: 980 }),
];
