import type { textsOf } from '../catalog/item.ts';
import { foldText } from './fold/fold-text.ts';
import {
  indexTokens,
  textKey,
  type VolumeMark,
  volumeMarks,
  volumeText,
  volumeToken,
  withPlainVolumes,
} from './tokenise.ts';

/** Flags of a token: the fields that contain it. */
export const FIELD = { title: 1, contributor: 2, publisher: 4, series: 8 } as const;

export interface SearchDocument {
  /** Flags by token: FIELD flags of ordinary tokens, HEAD flags of head tokens, and 0 for the tokens of whole names. */
  readonly tokens: ReadonlyMap<string, number>;
  readonly titleKey: string;
  readonly volume: number;
}

/** Prepares the texts of an item for the index (docs/search.md#matching). */
export function searchDocument(texts: SearchTexts): SearchDocument {
  const { title, subTitle, originalTitle, contributors, publisher, series } = texts;
  const tokens = new Map<string, number>();
  const add = (field: number, fieldTokens: readonly string[]) => {
    for (const token of fieldTokens) tokens.set(token, (tokens.get(token) ?? 0) | field);
  };
  const addVolumes = (field: number, marks: readonly VolumeMark[]) => {
    for (const { volume } of marks) add(field, [volumeToken(volume), volumeText(volume)]);
  };
  add(FIELD.title, [title, subTitle, originalTitle].flatMap(indexTokens));
  add(FIELD.contributor, contributors.flatMap(indexTokens));
  add(FIELD.publisher, indexTokens(publisher));
  add(FIELD.series, series.flatMap(indexTokens));
  const folded = foldText(title);
  const marks = volumeMarks(folded);
  addVolumes(FIELD.title, marks);
  for (const text of [subTitle, originalTitle]) addVolumes(FIELD.title, volumeMarks(foldText(text)));
  for (const text of series) addVolumes(FIELD.series, volumeMarks(foldText(text)));
  // A number after # is the volume of the series. Other numbers may belong to the title.
  const { volume = 0 } = marks.find(({ start }) => folded.charAt(start) === '#') ?? marks[0] ?? {};
  const ofSeries = volume === 0 ? [] : [...series, ...seriesInTitle(title)];
  add(0, [
    ...contributors.map((name) => wholeNames(name).person),
    ...ofSeries.map((name) => wholeNames(name).series),
  ]);
  for (const [flags, token] of headsOf(folded, marks)) add(flags, [token]);
  tokens.delete('');
  return { tokens, titleKey: titleKey(title), volume };
}

/**
 * The form in which titles are compared: textKey, with volumes as plain numbers. A leading article stands at the end, so that
 * titles that differ only in the article are neighbours.
 */
export function titleKey(text: string): string {
  const plain = withPlainVolumes(foldText(text));
  const [whole = '', article = ''] = ARTICLE.exec(plain) ?? [];
  const key = textKey(plain.slice(whole.length));
  return article === '' ? key : key + ARTICLE_JOINT + article;
}

export function keyWithoutArticle(key: string): string {
  return key.split(ARTICLE_JOINT, 1)[0] ?? '';
}

/** Separates a leading article at the end of a title key; it sorts before every letter. */
const ARTICLE_JOINT = '\u0000';
const ARTICLE =
  /^[^\p{L}\p{N}]*(l['’]|(?:the|an?|l[aeo]s?|une?|gli|d(?:er|ie|as)|eine?|el|il)\s+(?=.*[\p{L}\p{N}]))/u;

/** The token for titles with this key before a subtitle or a volume. A leading article is ignored. */
export function headToken(key: string): string {
  return `\u0004${keyWithoutArticle(key)}`;
}

/** Flags of head tokens. `isSingle`: the title has no number of a volume. `inBrackets`: the rest of the title is in brackets. */
export const HEAD = { isSingle: 1, inBrackets: 2 } as const;

/** Where a subtitle, a series in brackets or the names of authors begin. */
const HEAD_END = /(?!^)[:([]|\s[/–—-]\s|[?!]\s/u;

function headsOf(title: string, marks: readonly VolumeMark[]): (readonly [flags: number, token: string])[] {
  const end = title.search(HEAD_END);
  const isOwn = marks.length === 0 || /^\([^)]*#/u.test(title.slice(end));
  const volumeStart = marks[0]?.start ?? -1;
  const parts = [[end, isOwn ? HEAD.isSingle : 0] as const];
  if (end < 0 || volumeStart < end) parts.push([volumeStart, 0]);
  return parts.flatMap(([until, single]) => {
    const head = title.slice(0, until);
    if (until <= 0 || !/[\p{L}\p{N}]/u.test(head)) return [];
    const inBrackets = /^\s*[([][^)\]]*[)\]]$/.test(title.slice(until)) ? HEAD.inBrackets : 0;
    return [[single | inBrackets, headToken(titleKey(head))] as const];
  });
}

/** The series in a title such as Catching Fire (The Hunger Games, #2), at most one. */
function seriesInTitle(title: string): string[] {
  const [, series] = /\(([^()]+?),?\s*#\d/u.exec(title) ?? [];
  return series === undefined ? [] : [series];
}

export type SearchTexts = Readonly<ReturnType<typeof textsOf>>;

/** Tokens for a text as the whole name of a person or a series, unlike all tokens of words. Empty for punctuation alone. */
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

/** Words in alphabetical order with initials joined: James Joyce equals Joyce, James, and J. K. Rowling equals JK Rowling. */
function wholeNameKey(text: string): string {
  const words =
    foldText(text)
      .replace(/['’]/gu, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const isInitial = (word: string) => /^[a-z]$/.test(word);
  const initials = words.filter(isInitial).join('');
  return [...words.filter((word) => !isInitial(word)), initials].sort().join(' ').trim();
}
