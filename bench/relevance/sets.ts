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
  const known = (
    name: string,
    from: readonly JudgedItem[],
    makeQuery: (item: JudgedItem) => string | null,
  ) => ({
    name,
    queries: take(shuffled(from, random), makeQuery, (item) => item),
  });
  const heldTitles = new Set(held.map(({ texts }) => texts.title.toLowerCase()));
  const right = (name: string, texts: readonly string[]) => ({
    name,
    queries: take(
      shuffled([...new Set(texts)], random),
      (text) => text,
      () => null,
      ABSENT_COUNT,
    ),
  });
  const korean = held.filter(({ language }) => language === 'ko');
  const english = held.filter(({ language }) => language === 'en');
  const bareTitle = (item: JudgedItem) => withoutAccents(plainTitle(item));
  const isAccented = (item: JudgedItem) => item.language !== 'ko' && bareTitle(item) !== plainTitle(item);
  const words = (item: JudgedItem) => plainTitle(item).split(/\s+/u);
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
    known('caps lock in the other layout', korean, (item) => {
      const strokes = words(item).map(hangulStrokes);
      return strokes.some((one) => one === null) ? null : strokes.map((one) => swapCase(one ?? '')).join(' ');
    }),
    known('other layout', korean, (item) => {
      const strokes = words(item).map(hangulStrokes);
      return strokes.some((one) => one === null) ? null : strokes.join(' ');
    }),
    known('one wrong key, ko', korean, (item) => spoil(words(item), random, 1, /^[가-힣]{2,}$/)),
    known('one wrong key, en', english, (item) => spoil(words(item), random, 1, /^[a-z]{4,}$/i)),
    known('two wrong keys, ko', korean, (item) => spoil(words(item), random, 2, /^[가-힣]{3,}$/)),
    known('two wrong keys, en', english, (item) => spoil(words(item), random, 2, /^[a-z]{5,}$/i)),
    right(
      'absent titles, ko',
      absentTitles(absent, heldTitles).filter((title) => /[가-힣]/.test(title)),
    ),
    right(
      'absent titles, en',
      absentTitles(absent, heldTitles).filter((title) => /^[\p{ASCII}]+$/u.test(title)),
    ),
    ...formSets(held, known),
  ];
}

type Known = (
  name: string,
  from: readonly JudgedItem[],
  makeQuery: (item: JudgedItem) => string | null,
) => JudgedSet;

/** What stands before a bracket, a colon or a volume. */
function plainTitle({ texts }: JudgedItem): string {
  return texts.title
    .replace(/\s*\(.*\)$/u, '')
    .replace(/:.*$/u, '')
    .trim();
}

/** Titles as programs and readers write them: with the author, the publisher, the year, a volume, a binding. */
function formSets(held: readonly JudgedItem[], known: Known): JudgedSet[] {
  const [korean, english] = ['ko', 'en'].map((one) => held.filter(({ language }) => language === one));
  const authorOf = ({ texts }: JudgedItem) => texts.contributors[0] ?? '';
  const subTitleOf = ({ texts: { title, subTitle } }: JudgedItem) =>
    subTitle.replace(/ \.\S.*$/u, '') || (/^[^(]+: ([^:(]+)$/.exec(title)?.[1] ?? '');
  const others = new Map(
    [korean, english].map((items = []) => [
      items[0]?.language,
      items.map(subTitleOf).filter((one) => one !== ''),
    ]),
  );
  const lacking = (title: string, item: JudgedItem, sign: string) => {
    if (item.texts.title.includes(':')) return null;
    const from = others.get(item.language) ?? [];
    return `${title}${sign} ${from[item.itemId % from.length]}`;
  };
  type Form = (title: string, item: JudgedItem) => string | null;
  const sets = (language: string, items: readonly JudgedItem[], forms: Readonly<Record<string, Form>>) =>
    Object.entries(forms).map(([name, form]) =>
      known(`${language}: ${name}`, items, (item) => form(plainTitle(item), item)),
    );
  /** A title that ends in its volume, without it; one of a series in brackets. */
  const volumed =
    (form: (title: string, volume: string) => string): Form =>
    (title) => {
      const [, base, volume] = /^(.*\p{L}) (\d{1,2})$/u.exec(title.replace(/,.*$/u, '')) ?? [];
      return base === undefined || volume === undefined ? null : form(base, volume);
    };
  const inSeries = (form: (title: string, series: string, volume: string) => string): Form => {
    return (title, { texts }) => {
      const [, series, volume] = /\(([^()#]+?),? #(\d+)\)$/.exec(texts.title) ?? [];
      return series === undefined || volume === undefined ? null : form(title, series, volume);
    };
  };
  const ofYear = (form: (title: string, year: number) => string): Form => {
    return (title, { year }) => (year < 1000 ? null : form(title, year));
  };
  return [
    ...sets('en', english ?? [], {
      'title author': (title, item) => `${title} ${authorOf(item)}`,
      'author - title': (title, item) => `${authorOf(item)} - ${title}`,
      'title by author': (title, item) => `${title} by ${authorOf(item)}`,
      'title (year)': ofYear((title, year) => `${title} (${year})`),
      'title (another year)': ofYear((title, year) => `${title} (${year === 2015 ? 2014 : 2015})`),
      'title: A Novel': (title) => `${title}: A Novel`,
      'title: a subtitle that the shop lacks': (title, item) => lacking(title, item, ':'),
      'title [eBook]': (title) => `${title} [eBook]`,
      'title (Paperback)': (title) => `${title} (Paperback)`,
      'title (Series, #n)': inSeries((title, series, volume) => `${title} (${series}, #${volume})`),
      'title (Series Book n)': inSeries((title, series, volume) => `${title} (${series} Book ${volume})`),
      'title Series Volume n': inSeries((title, series, volume) => `${title} ${series} Volume ${volume}`),
    }),
    ...sets('ko', korean ?? [], {
      'author title': (title, item) => `${authorOf(item)} ${title}`,
      'title publisher': (title, { texts }) => `${title} ${texts.publisher}`,
      '『title』': (title) => `『${title}』`,
      'title - author 지음': (title, item) => `${title} - ${authorOf(item)} 지음`,
      'author 작가의 title': (title, item) => `${authorOf(item)} 작가의 ${title}`,
      'author의 title': (title, item) => `${authorOf(item)}의 ${title}`,
      'author 작가 title': (title, item) => `${authorOf(item)} 작가 ${title}`,
      'title (양장)': (title) => `${title} (양장)`,
      'title (개정판)': (title) => `${title} (개정판)`,
      'title 책': (title) => `${title} 책`,
      'title (리커버 특별판)': (title) => `${title} (리커버 특별판)`,
      'title : a subtitle that the shop lacks': (title, item) => lacking(title, item, ' :'),
      'title year': ofYear((title, year) => `${title} ${year}`),
      'title n권': volumed((title, volume) => `${title} ${volume}권`),
      'title 제n권': volumed((title, volume) => `${title} 제${volume}권`),
      'title vol.n': volumed((title, volume) => `${title} vol.${volume}`),
      titlen: volumed((title, volume) => title + volume),
      'title (n)': volumed((title, volume) => `${title} (${volume})`),
    }),
  ];
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

function absentTitles(absent: readonly JudgedItem[], held: ReadonlySet<string>): string[] {
  return absent.map(({ texts }) => texts.title).filter((title) => !held.has(title.toLowerCase()));
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

function swapCase(text: string): string {
  return text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
