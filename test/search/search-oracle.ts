import { type Item, salePriceOn, textsOf as searchTexts } from '../../src/catalog/item.ts';
import { formatKstDay, type KstDay } from '../../src/clock.ts';
import {
  FIELD,
  keyWithoutArticle,
  searchDocument,
  titleKey,
  wholeNames,
} from '../../src/search/search-document.ts';
import type {
  SearchFilter,
  SearchRequest,
  SearchResult,
  SearchTarget,
} from '../../src/search/search-index.ts';
import { explicitVolumes, replaceVolumes, volumeToken } from '../../src/search/tokenise.ts';

export interface OracleItem {
  readonly item: Item;
  readonly salePoint: number;
  readonly withheld: boolean;
}

/**
 * Search by reading every item: no tokens and no index, only "does this text contain that". It knows the signs
 * that the generated texts use: Hangul, ASCII in either width, blanks, commas and hyphens. No number names an item.
 */
export function searchByScan(
  items: readonly OracleItem[],
  request: SearchRequest,
  today: KstDay,
): SearchResult {
  const { query, target } = request;
  const eligible = items.filter(
    ({ item }) =>
      (request.category === 'ALL' || item.catalog === request.category) &&
      passes(item, request.filter, today),
  );
  const hits = eligible.filter(({ item }) => matches(query, item, target));
  const shown = hits.filter((hit) => !hit.withheld);
  const keys = shown.map((hit) => ({
    itemId: hit.item.itemId,
    key: sortKey(hit, request, tier(hit.item, request)),
  }));
  keys.sort((a, b) => compare([...a.key, a.itemId], [...b.key, b.itemId]));
  return {
    totalCount: shown.length,
    itemIds: keys.slice(request.offset, request.offset + request.limit).map(({ itemId }) => itemId),
    withheldCount: hits.length - shown.length,
    correction: null,
    suggestion: null,
  };
}

function passes(item: Item, filter: SearchFilter, today: KstDay): boolean {
  const { publishedFrom, publishedTo, priceFrom, priceTo } = filter;
  const day = item.publishDate;
  if ((publishedFrom !== null || publishedTo !== null) && day === '') return false;
  if (publishedFrom !== null && day < formatKstDay(publishedFrom)) return false;
  if (publishedTo !== null && day > formatKstDay(publishedTo)) return false;
  const price = salePriceOn(item, today);
  const hasPrice = item.shopPrice !== 0 || price !== 0;
  if ((priceFrom !== null || priceTo !== null) && !hasPrice) return false;
  if (priceFrom !== null && price < priceFrom) return false;
  if (priceTo !== null && price > priceTo) return false;
  return !filter.inStock || item.itemStatus === '판매중';
}

/** Remembers what was made of each text or item: a catalogue is read for many queries. */
function remembered<K, V>(make: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

function sortKey({ item, salePoint }: OracleItem, { sort }: SearchRequest, itemTier: number): number[] {
  const length = [...bare(item.title)].length;
  const volume = itemTier === 3 ? documentOf(item).volume : 0;
  if (sort === 'RECENT') return [item.publishDate === '' ? 1 : -Date.parse(item.publishDate)];
  if (sort === 'REG_DTS') return [-item.registeredAtMs];
  return sort === 'RELATION' ? [itemTier, volume, length] : [itemTier, -salePoint, length];
}

/** Fields outside the target count for nothing. */
function tier(item: Item, { query, target }: SearchRequest): number {
  if (target === 'author' || target === 'publisher') return 4;
  const byName = target === 'all' ? nameTier(item, query) : 4;
  const [asked, title] = [keyOf(query), keyOf(item.title)];
  const [head = '', subtitle] = item.title.split(':');
  if (title === asked || byName === 0) return 0;
  if (bare(item.title) === bare(query)) return 1;
  if (subtitle !== undefined && documentOf(item).volume === 0 && bare(head) === bare(query)) return 2;
  if ((title.startsWith(bare(query)) && articleOf(title) === articleOf(asked)) || byName === 3) return 3;
  if (matches(query, item, 'title')) return 4;
  return matches(query, item, 'people') ? 5 : 6;
}

const keyOf = remembered(titleKey);
const articleOf = (key: string) => key.length > keyWithoutArticle(key).length;
const bare = remembered((text: string) => keyWithoutArticle(keyOf(text)));
const namesOf = remembered(wholeNames);
const documentOf = remembered((item: Item) => searchDocument(searchTexts(item)));

function nameTier(item: Item, query: string): number {
  const { tokens, volume } = documentOf(item);
  const { person, series } = namesOf(query);
  if (tokens.has(person)) return 0;
  return volume > 0 && tokens.has(series) ? 3 : 4;
}

const titlesOf = ({ title, subTitle, originalTitle }: Item) => [title, subTitle, originalTitle ?? ''];
const peopleOf = ({ contributors }: Item) => contributors.map(({ author }) => author);

/** The texts that a word may stand in, without gaps, by what is asked for; `people` = titles and names. */
const SQUEEZED: Readonly<Record<SearchTarget | 'people', (item: Item) => readonly string[]>> = {
  title: squeezed(titlesOf),
  author: squeezed(peopleOf),
  publisher: squeezed((item) => [item.publisher]),
  people: squeezed((item) => [...titlesOf(item), ...peopleOf(item)]),
  all: squeezed((item) => [
    ...[...titlesOf(item), ...peopleOf(item), item.publisher],
    ...item.series.map(({ seriesName }) => seriesName),
  ]),
};

function squeezed(textsOf: (item: Item) => readonly string[]) {
  return remembered((item: Item) => textsOf(item).flatMap((text) => spellings(plain(text)).map(squeeze)));
}

function matches(query: string, item: Item, target: keyof typeof SQUEEZED): boolean {
  const { words, volumes } = wordsOf(query);
  if (words.length + volumes.length === 0) return false;
  const texts = SQUEEZED[target](item);
  // The number of a volume stands in an item however it is written.
  const holds = (needed: readonly string[]) =>
    needed.every((one) => {
      const [, number = '0'] = /^<([1-9]\d{0,2})>$/.exec(one) ?? [];
      return texts.some((text) => text.includes(one)) || isVolume(Number(number) * 10);
    });
  const isVolume = (volume: number) =>
    ((documentOf(item).tokens.get(volumeToken(volume)) ?? 0) & VOLUME_FIELDS[target]) !== 0;
  return (
    volumes.every(isVolume) &&
    words.every(
      ({ ways, title, volume }) => ways.some(holds) || (volume > 0 && holds(title) && isVolume(volume)),
    )
  );
}

const VOLUME_FIELDS: Readonly<Record<keyof typeof SQUEEZED, number>> = {
  title: FIELD.title,
  author: 0,
  publisher: 0,
  people: FIELD.title,
  all: FIELD.title | FIELD.series,
};

/** In lower case; a hyphen between two digits, which makes one thing of two numbers, as a tilde. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=[0-9])-(?=[0-9])/g, '~');
}

/** With a hyphen inside a word as a blank and as nothing. */
function spellings(text: string): [string, string] {
  const split = text.replaceAll('-', ' ');
  return [split, text.replace(/(?<=[a-z])-(?=[a-z0-9])|(?<=[a-z0-9])-(?=[a-z])/g, '').replaceAll('-', ' ')];
}

/** The volumes that a query says, and its other words, each in its spellings; 해리3 may be volume 3 of 해리. */
const wordsOf = remembered((query: string) => {
  const text = query.normalize('NFKC').toLowerCase();
  const marks = explicitVolumes(text);
  const words = plain(replaceVolumes(text, marks, () => ' '))
    .split(' ')
    .map((word) => {
      const [, title = '', number = '0'] = /^(\p{L}{2,})(\d{1,3})$/u.exec(word) ?? [];
      return { ways: spellings(word).map(needles), title: needles(title), volume: Number(number) * 10 };
    })
    .filter(({ ways: [needed = []] }) => needed.length > 0);
  return { words, volumes: marks.map(({ volume }) => volume) };
});

/** Text without gaps: Hangul as it is, every other word in brackets so that only the whole of it is found. */
function squeeze(text: string): string {
  return text.replace(/[a-z0-9]+/g, '<$&>').replace(/[^가-힣a-z0-9<>~]/g, '');
}

/** What must be contained: each pair of neighbours in the query, or its single word or syllable. */
function needles(word: string): string[] {
  return (word.match(/[가-힣a-z0-9~]+/g) ?? []).flatMap((run) => {
    const units = squeeze(run).match(/~?(?:<[^>]+>|[가-힣])/g) ?? [];
    return units.length === 1
      ? units
      : units.slice(1).map((unit, i) => `${units[i]?.replace('~', '')}${unit}`);
  });
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
