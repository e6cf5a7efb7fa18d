import { textKey } from '../tokenise.ts';
import { volumeMarks } from '../volume.ts';
import { FORM_BEGINNINGS, FORM_WORDS, isDescribing, LINK_WORDS } from '../words/describing-words.ts';

/** A word of a query as it stands between blanks. */
interface TypedPart {
  readonly typed: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether it names a volume, or is a part of that. */
  readonly isVolume: boolean;
}

export function typedParts(query: string): TypedPart[] {
  const marks = volumeMarks(query);
  return [...query.matchAll(/\S+/gu)].map(({ 0: typed, index: start }) => {
    const end = start + typed.length;
    const isVolume = marks.some((mark) => mark.start < end && start < mark.end);
    return { typed, start, end, text: textKey(` ${typed} `), isVolume };
  });
}

/** A query with something left out. */
export interface ShorterQuery {
  readonly query: string;
  /** Whether a subtitle or a series was left out: the rest must be a whole title then. */
  readonly isTitle: boolean;
  /** What was left out, where that has the number of a volume; or empty. */
  readonly series: string;
}

/**
 * The query without words that link or describe: a year, an edition, initials; by, 지음, eBook, paperback; particles at a word's
 * end. Volumes stay.
 */
export function withoutDescribing(query: string): ShorterQuery[] {
  const parts = typedParts(query);
  const isEdition = parts.some(({ text }) => /^(?:editions?|ed|.*판본?)$/u.test(text));
  const undated = parts.filter(
    ({ text, isVolume }, at) =>
      isVolume || !((at > 0 && YEAR.test(text)) || LEFT_OUT.test(text) || (isEdition && EDITION.test(text))),
  );
  const telling = undated.filter(({ text, isVolume }, at) => {
    const isBeginning = FORM_BEGINNINGS.has(text) && FORM_WORDS.has(undated[at + 1]?.text ?? '');
    return isVolume || !(isDescribing(text) || isBeginning || LINK_WORDS.has(text));
  });
  const typed = (words: readonly TypedPart[]) => words.map((word) => word.typed).join(' ');
  const bare = telling.map((one) => (one.isVolume ? one.typed : one.typed.replace(PARTICLE, ''))).join(' ');
  return distinct(query, [typed(undated), typed(telling), bare]).map((one) => ({
    query: one,
    isTitle: false,
    series: '',
  }));
}

function distinct(query: string, shorter: readonly string[]): string[] {
  return [...new Set(shorter.map(trimmed))].filter((one) => one !== trimmed(query) && /\p{L}/u.test(one));
}

const YEAR = /^(?:1[89]|20)\d\d년?$/;
/** An initial, the number of an edition. */
const LEFT_OUT = /^(?:[b-hj-z]|제?\d{1,2}판)$/;
const EDITION = /^(?:\d{1,3}(?:st|nd|rd|th)|first|second|third|fourth|fifth|editions?|ed|개정|전면개정)$/;
const PARTICLE = /(?<=[가-힣]{2})(?:[은는의을를])$/u;

/** The query without what stands in brackets behind a word, and up to a colon or a dash: a title without subtitle and series. */
export function withoutParts(query: string): ShorterQuery[] {
  const inner = query.replace(BRACKETS, ' ');
  const heads = [inner, query].map((text) => text.slice(0, text.search(PART_END)));
  return distinct(query, [inner, ...heads]).map((one) => {
    const kept = typedParts(one).map(({ text }) => text);
    const left = typedParts(query).filter(({ text }) => {
      const at = kept.indexOf(text);
      if (at >= 0) kept.splice(at, 1);
      return at < 0;
    });
    const hasVolume = left.some(({ typed, isVolume }) => isVolume || /#\d/.test(typed));
    return { query: one, isTitle: true, series: hasVolume ? left.map(({ typed }) => typed).join(' ') : '' };
  });
}

const BRACKETS = /(?<=\S\s?)[([{<（［〈《【][^()[\]{}<>（）［］〈〉《》【】]*[)\]}>）］〉》】]/gu;
/** The end of a title before its subtitle; the end of the text where there is none. */
const PART_END = /[:：]|\s[-–—=|]\s|$/u;

/** Without signs and blanks at the ends and double blanks between. */
export function trimmed(query: string): string {
  return query.replace(/\s+/gu, ' ').replace(/^[\s,:;&/–—-]+|[\s,:;&/–—-]+$/gu, '');
}
