import type { Item } from '../catalog/item.ts';
import { foldText } from './fold/fold-text.ts';
import { indexTokens, textKey } from './tokenise.ts';

/** Fields that hold a word, as flags. */
export const FIELD = { title: 1, contributor: 2, publisher: 4, series: 8 } as const;

/** What an index keeps of an item: opaque tokens, and the key that exact titles are recognised by. */
export interface SearchDocument {
  /** Every token once, with the flags of its fields; whole names (wholeNames), which are no words of a field, without any. */
  readonly tokens: ReadonlyMap<string, number>;
  /** The main title alone, without spaces, punctuation, case and width. */
  readonly titleKey: string;
  /** How long the part of it before a subtitle is; 0 without one. */
  readonly headLength: number;
  /** Which volume its title says it is, in tenths; 0 for none. */
  readonly volume: number;
}

/** The tokens of an item's texts (docs/search.md#matching), and the names of its contributors, and of its series if it is a volume of them. */
export function searchDocument(texts: SearchTexts): SearchDocument {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  const tokens = new Map<string, number>();
  const add = (field: number, fieldTexts: readonly string[]) => {
    for (const token of fieldTexts.flatMap(indexTokens)) tokens.set(token, (tokens.get(token) ?? 0) | field);
  };
  add(FIELD.title, [title, subTitle, originalTitle]);
  add(FIELD.contributor, contributors);
  add(FIELD.publisher, [publisher]);
  add(FIELD.series, series);
  const volume = volumeOf(title);
  const ofSeries = volume === 0 ? [] : [...series, ...seriesInTitle(title)];
  const names = [
    ...contributors.map((name) => wholeNames(name).person),
    ...ofSeries.map((name) => wholeNames(name).series),
  ];
  for (const name of names) if (name !== '') tokens.set(name, 0);
  const titleKey = textKey(title);
  return { tokens, titleKey, headLength: headLengthOf(title, titleKey), volume };
}

/** What a subtitle, a series in brackets or a statement of responsibility begins with. */
const HEAD_END = /[:：([（［]|\s\/\s/u;

function headLengthOf(title: string, titleKey: string): number {
  const end = title.search(HEAD_END);
  if (end <= 0) return 0;
  const head = textKey(title.slice(0, end));
  return titleKey.startsWith(head) && head.length < titleKey.length ? head.length : 0;
}

/** The highest volume that is kept, in tenths. */
export const VOLUME_MAX = 9999;

/** The volume number in a title, in tenths so that volume 2.5 fits between 2 and 3; 0 for none. */
function volumeOf(title: string): number {
  const text = title.normalize('NFKC');
  for (const pattern of PATTERNS) {
    const number = Number(pattern.exec(text)?.[1]);
    if (number > 0) return Math.min(Math.round(number * 10), VOLUME_MAX);
  }
  return 0;
}

/** The series that a title names in brackets with its volume, at most one: Catching Fire (The Hunger Games, #2). */
function seriesInTitle(title: string): string[] {
  const [, series] = /\(([^()]+?),?\s*#\d/u.exec(title) ?? [];
  return series === undefined ? [] : [series];
}

const NUMBER = String.raw`(\d{1,3}(?:\.\d)?)`;

/** Most reliable first. Years and a number at the start of a title aren't volumes. */
const PATTERNS = [
  new RegExp(String.raw`#\s*${NUMBER}(?![\d-])`, 'u'),
  new RegExp(String.raw`(?:제\s*|\s|(?<=\p{L}))${NUMBER}\s*(?:권|부|편|집|卷|巻)(?!\p{L})`, 'u'),
  new RegExp(String.raw`(?<!\p{L})(?:vol(?:ume)?|tome|t|book|part|bd|band|v)\.?\s*${NUMBER}(?!\d)`, 'iu'),
  new RegExp(String.raw`(?<=\p{L}[\s)]*)(?<![\d.])${NUMBER}(?=\s*(?:$|[,:;(/\-–—]))(?!\d)`, 'u'),
];

/** The searchable texts of an item, field by field (docs/search.md#matching). */
export interface SearchTexts {
  readonly title: string;
  readonly subTitle: string;
  readonly originalTitle: string;
  readonly contributors: readonly string[];
  readonly publisher: string;
  readonly series: readonly string[];
}

/** Each of them, field by field. */
export function allTexts(texts: SearchTexts): string[] {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  return [title, subTitle, originalTitle, publisher, ...series, ...contributors];
}

export function textsOf(item: Item): SearchTexts {
  return {
    title: item.title,
    subTitle: item.subTitle,
    originalTitle: item.originalTitle ?? '',
    contributors: item.contributors.map(({ author }) => author),
    publisher: item.publisher,
    series: item.series.map(({ seriesName }) => seriesName),
  };
}

/** Whether search finds both items by the same words. */
export function haveSameTexts(one: Item, other: Item): boolean {
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
}

/** The texts of an item's document in the store. */
export function textsOfData(data: unknown): SearchTexts {
  const item: Item = JSON.parse(String(data));
  return textsOf(item);
}

/** A text as the whole name of a person and of a series: tokens that no word has, empty where it can't be one. */
export interface WholeNames {
  readonly person: string;
  readonly series: string;
}

export const NO_NAMES: WholeNames = { person: '', series: '' };

export function wholeNames(text: string): WholeNames {
  const key = wholeNameKey(text);
  if (key === '') return NO_NAMES;
  return { person: `\u0001${key}`, series: `\u0002${key}` };
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
