import { createRandom, type Random } from '../../demo/random.ts';
import { composeHangul, hangulStrokes } from '../../src/search/correction/keyboard.ts';
import type { JudgedCatalogue, JudgedItem } from './titles.ts';
import { mistype } from './typos.ts';

/** A query and what it is judged by: the item that it asks for, or that it must not be altered. */
export interface JudgedQuery {
  readonly query: string;
  /** Null when the shop has nothing of the kind: any other query in its place is wrong. */
  readonly wanted: JudgedItem | null;
}

export interface JudgedSet {
  readonly name: string;
  readonly queries: readonly JudgedQuery[];
}

const SEED = 14;
const COUNT = 300;
/** False corrections are rare: it takes more queries to count them. */
const ABSENT_COUNT = 1500;

/** Titles asked for in many ways, and right words that the shop does not have. The same at every call. */
export function titleSets({ held, absent }: JudgedCatalogue): JudgedSet[] {
  const random = createRandom(SEED);
  const known = (name: string, from: readonly JudgedItem[], makeQuery: MakeQuery) => ({
    name,
    queries: take(shuffled(from, random), makeQuery, (item) => item),
  });
  const heldTitles = new Set(held.map(({ texts }) => texts.title.toLowerCase()));
  const absentTitles = absent
    .map(({ texts }) => texts.title)
    .filter((title) => !heldTitles.has(title.toLowerCase()));
  const right = (name: string, kind: RegExp) => {
    const titles = new Set(absentTitles.filter((title) => kind.test(title)));
    const one = (title: string) => title;
    return { name, queries: take(shuffled([...titles], random), one, () => null, ABSENT_COUNT) };
  };
  const korean = held.filter(({ language }) => language === 'ko');
  const english = held.filter(({ language }) => language === 'en');
  const bareTitle = (item: JudgedItem) => withoutAccents(plainTitle(item));
  const isAccented = (item: JudgedItem) => item.language !== 'ko' && bareTitle(item) !== plainTitle(item);
  const words = (item: JudgedItem) => plainTitle(item).split(/\s+/u);
  const inOtherLayout = (item: JudgedItem) => {
    const strokes = words(item).map(hangulStrokes);
    return strokes.includes(null) ? null : strokes.join(' ');
  };
  const spoilt = (count: number, kind: RegExp) => (item: JudgedItem) =>
    spoil(words(item), random, count, kind);
  return [
    known('full title', held, ({ texts }) => texts.title),
    known('ISBN before the number', held, ({ isbn13 }) => (isbn13 === '' ? null : `ISBN ${isbn13}`)),
    known('accents left out', held, (item) => (isAccented(item) ? bareTitle(item) : null)),
    known('last word half typed, en', english, (item) => halfTyped(words(item))),
    ...[2, 3, 4, 5].map((count) =>
      known(`${count} words joined, en`, english, (item) =>
        words(item).length === count && words(item).every((word) => /^[a-z']+$/i.test(word))
          ? words(item).join('').toLowerCase()
          : null,
      ),
    ),
    known('caps lock in the other layout', korean, (item) => swapCase(inOtherLayout(item))),
    known('other layout', korean, inOtherLayout),
    known('one wrong key, ko', korean, spoilt(1, /^[가-힣]{2,}$/)),
    known('one wrong key, en', english, spoilt(1, /^[a-z]{4,}$/i)),
    known('two wrong keys, ko', korean, spoilt(2, /^[가-힣]{3,}$/)),
    known('two wrong keys, en', english, spoilt(2, /^[a-z]{5,}$/i)),
    right('absent titles, ko', /[가-힣]/),
    right('absent titles, en', /^[\p{ASCII}]+$/u),
    ...formsOf(english).map((form) => known(`en: ${form.name}`, english, form.makeQuery)),
    ...formsOf(korean).map((form) => known(`ko: ${form.name}`, korean, form.makeQuery)),
  ];
}

type MakeQuery = (item: JudgedItem) => string | null;

function plainTitle({ texts }: Pick<JudgedItem, 'texts'>): string {
  return texts.title
    .replace(/\s*\(.*\)$/u, '')
    .replace(/:.*$/u, '')
    .trim();
}

/**
 * Titles as programs and readers write them: with the author, the publisher, the year, a volume, a binding. {base} is a title that
 * ends in its volume {n}, without it; {series} and {no} stand in brackets behind a title.
 */
const FORMS = {
  en: [
    '{title} {author}',
    '{author} - {title}',
    '{title} by {author}',
    '{title} ({year})',
    '{title} ({otherYear})',
    '{title}: A Novel',
    '{title}: {otherSubTitle}',
    '{title} [eBook]',
    '{title} (Paperback)',
    '{title} ({series}, #{no})',
    '{title} ({series} Book {no})',
    '{title} {series} Volume {no}',
  ],
  ko: [
    '{author} {title}',
    '{title} {publisher}',
    '『{title}』',
    '{title} - {author} 지음',
    '{author} 작가의 {title}',
    '{author}의 {title}',
    '{author} 작가 {title}',
    '{title} (양장)',
    '{title} (개정판)',
    '{title} 책',
    '{title} (리커버 특별판)',
    '{title} : {otherSubTitle}',
    '{title} {year}',
    '{base} {n}권',
    '{base} 제{n}권',
    '{base} vol.{n}',
    '{base}{n}',
    '{base} ({n})',
  ],
} as const;

/** The forms of titles of one language, each a query of what an item has; null when it lacks one of the parts. */
function formsOf(items: readonly JudgedItem[]): readonly { name: string; makeQuery: MakeQuery }[] {
  const subTitleOf = ({ texts: { title, subTitle } }: JudgedItem) =>
    subTitle.replace(/ \.\S.*$/u, '') || (/^[^(]+: ([^:(]+)$/.exec(title)?.[1] ?? '');
  const subTitles = items.map(subTitleOf).filter((one) => one !== '');
  return FORMS[items[0]?.language ?? 'en'].map((form) => ({
    name: form.replaceAll(/[{}]/g, ''),
    makeQuery({ itemId, texts, year }) {
      const title = plainTitle({ texts });
      const [, base, n] = /^(.*\p{L}) (\d{1,2})$/u.exec(title.replace(/,.*$/u, '')) ?? [];
      const [, series, no] = /\(([^()#]+?),? #(\d+)\)$/.exec(texts.title) ?? [];
      const otherSubTitle = texts.title.includes(':') ? undefined : subTitles[itemId % subTitles.length];
      const years = year < 1000 ? {} : { year, otherYear: year === 2015 ? 2014 : 2015 };
      const [author, publisher] = [texts.contributors[0] ?? '', texts.publisher];
      const parts = { title, author, publisher, ...years, otherSubTitle, series, no, base, n };
      const values = new Map<string, unknown>(Object.entries(parts));
      const query = form.replaceAll(/{(\w+)}/g, (_, part) => String(values.get(part) ?? '{}'));
      return query.includes('{}') ? null : query;
    },
  }));
}

function take<T>(
  from: readonly T[],
  makeQuery: (one: T) => string | null,
  wantedOf: (one: T) => JudgedItem | null,
  count = COUNT,
): JudgedQuery[] {
  const queries: JudgedQuery[] = [];
  for (const one of from) {
    const query = makeQuery(one);
    if (query !== null && query !== '') queries.push({ query, wanted: wantedOf(one) });
    if (queries.length === count) break;
  }
  return queries;
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  return from
    .map((one) => ({ one, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

function halfTyped(words: readonly string[]): string | null {
  const last = words.at(-1) ?? '';
  if (words.length < 2 || last.length < 5 || !/^\p{L}+$/u.test(last)) return null;
  return [...words.slice(0, -1), last.slice(0, Math.ceil(last.length / 2))].join(' ');
}

/** One word of the title with so many wrong keys; null when no word is of the kind. */
function spoil(words: readonly string[], random: Random, count: number, kind: RegExp): string | null {
  const places = words.flatMap((word, at) => (kind.test(word) ? [at] : []));
  const at = places[random.below(Math.max(1, places.length))];
  let word = at === undefined ? '' : (words[at] ?? '').toLowerCase();
  if (at === undefined || word === '') return null;
  for (let i = 0; i < count; i++) word = mistype(word, random);
  if (hangulStrokes(word) !== null) word = composeHangul(hangulStrokes(word) ?? '');
  return [...words.slice(0, at), word, ...words.slice(at + 1)].join(' ');
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC');
}

function swapCase(text: string | null): string | null {
  if (text === null) return null;
  return text.replace(/[a-z]/gi, (one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  );
}
