import { createHash } from 'node:crypto';
import { memoizeLast } from '../../base/memoize-last.ts';
import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../feed-record.ts';
import { longestMatch, partsOf, type Target } from '../mapping.ts';
import { type CellType, LISTS } from '../record-fields.ts';
import { type DateFormat, dateOf, instantOf } from './date-text.ts';

/** The value of a cell. Unreadable text stays unchanged, so that the checks of all formats report it. */
export interface CellValue {
  readonly value: unknown;
  readonly warnings: readonly Reason[];
  /** Why the value is missing or unreadable, if the checks can't tell. */
  readonly lost?: Reason;
}

/** Ways to write an empty cell or a missing date in exports. */
const NOTHING: ReadonlySet<string> = new Set(['', '-', 'NULL', '(null)', '\\N']);
const NO_DAY = /^(?:0000-00-00|0001-01-01|0101-01-01)/;

const EMPTY: CellValue = { value: undefined, warnings: [] };

/** Our placeholder for a formula that was saved without its value. */
export const NO_VALUE = '#FORMULA!';
/** Error values of spreadsheet programs, in any language. */
const FAILED = /^(?:#N\/?A|#NV|#DIV\/0!|#[\p{Lu}_]{2,14}[!?]|#GETTING_DATA|#{3,255}|Err:\d{3})$/u;
/** The value of an unreadable cell: no field that a cell can fill accepts an object. */
const UNREADABLE = {};

export interface CellReading extends Pick<Target, 'split' | 'values'> {
  /** Null = dates are read only if the order of day and month is certain. */
  readonly date: DateFormat | null;
}

export function cellValue(
  text: string,
  type: CellType,
  { split, values, date }: CellReading,
  currency: string,
): CellValue {
  const trimmed = text.trim();
  if (NOTHING.has(trimmed)) return EMPTY;
  if (FAILED.test(trimmed)) {
    const id = trimmed === NO_VALUE ? 'feeds.formulaOnly' : 'feeds.failedCell';
    const lost = message(id, { shown: show(trimmed) });
    return { value: type === 'kind' ? trimmed : UNREADABLE, warnings: [], lost };
  }
  const parts = split !== undefined || LISTS.has(type) ? partsOf(trimmed, split) : [trimmed];
  const warnings: Reason[] = [];
  const translate = (part: string) => {
    const translation = longestMatch(values ?? {}, part);
    if (translation === null) warnings.push(message('feeds.notInValues', { shown: show(part) }));
    return translation || [];
  };
  const translated = values === undefined ? parts : parts.flatMap(translate);
  const [lost] = warnings;
  if (lost !== undefined && type === 'kind')
    return { value: trimmed, warnings: [], lost: message('feeds.statusUnknown', { shown: show(trimmed) }) };
  const [first] = translated;
  if (first === undefined) return { value: undefined, warnings, ...(lost && { lost }) };
  if (type === 'codes') return { value: translated, warnings };
  if (type === 'authors') return { value: translated.flatMap(parseAuthors), warnings };
  if (type === 'series') return { value: translated.map(seriesOfName), warnings };
  const only = translated.length === 1 ? first : trimmed;
  if (type === 'flag') return { value: flagOf(only), warnings };
  // Longer texts aren't numbers, prices or dates.
  if (only.length > UNIT_LENGTH_MAX) return { value: only, warnings };
  if (type === 'number') return { value: numberOf(only) ?? only, warnings };
  if (type === 'price') {
    const { price, reason } = readPrice(only, currency);
    return { value: price ?? only, warnings, ...(reason && { lost: reason }) };
  }
  if (type !== 'date' && type !== 'instant') return { value: only, warnings };
  if (NO_DAY.test(only)) return EMPTY;
  const { date: value, lost: unsure } = (type === 'date' ? dateOf : instantOf)(only, date);
  return { value, warnings, ...(unsure && { lost: unsure }) };
}

const UNIT_LENGTH_MAX = 100;

function flagOf(text: string): unknown {
  return /^(?:true|y|1)$/i.test(text) || (/^(?:false|n|0)$/i.test(text) ? false : text);
}

/** Removes what makes spreadsheets treat a cell as text: `="…"`, and ' before a number or a formula, but not in '68. */
export function undress(cell: string, type: CellType): string {
  if (!/^['=]/.test(cell) || type === 'isbn13' || type === 'isbn10') return cell;
  const formula = /^'?=\s*"(.*)"$/s.exec(cell)?.[1]?.replaceAll('""', '"').trim();
  if (formula !== undefined) return formula;
  const mark = WORDED.has(type) ? /^'[=+@-](?!.*'(?!\p{Script=Latin}))/su : /^'/;
  return mark.test(cell) ? cell.slice(1) : cell;
}

const WORDED: ReadonlySet<CellType> = new Set(['text', 'authors', 'series']);

/** A series whose number is a hash of its name: 1 to 2^40. */
export function seriesOfName(seriesName: string) {
  const seriesId = createHash('sha256').update(seriesName.normalize('NFC')).digest().readUIntBE(0, 5) + 1;
  return { seriesId, seriesName };
}

const KEY_DIGEST_LENGTH = 16;

/** Truncates a key that is too long, and appends a digest of the whole key. */
export function shortKey(value: unknown, lengthMax: number): unknown {
  if (typeof value !== 'string' || value.length <= lengthMax) return value;
  const digest = createHash('sha256').update(value).digest('hex').slice(0, KEY_DIGEST_LENGTH);
  return `${value.slice(0, lengthMax - KEY_DIGEST_LENGTH - 1).toWellFormed()}~${digest}`;
}

/** A longer text isn't a list of names: the checks refuse it. */
const STATEMENT_LENGTH_MAX = 500;

const ROLES =
  `지음 지은이 글 그림 글·그림 글그림 옮김 옮긴이 엮음 엮은이 저 저자 역 역자 편 편저 편역 공저 공역 감수 해설 사진 글쓴이 그린이
  원작 각색 기획 감독 작곡 작사 노래 연주 출연 낭독 일러스트 만화`.split(/\s+/);
const ROLE = ROLES.map((role) => role.replace('·', '[·ㆍ]')).join('|');

const STATEMENT = new RegExp(
  [
    `^\\[?(?<role>${ROLE})\\]?\\s*:\\s*(?<names>.+)$`,
    `^(?<names>.*\\S)\\s*[([](?<role>${ROLE})[)\\]]$`,
    `^(?<names>.*\\S)\\s+\\[?(?<role>${ROLE})\\]?$`,
  ].join('|'),
  'u',
);

/** Reads a statement of responsibility: "김영하 지음", "글: 이수지". In "홍길동, 이몽룡 옮김", the role applies to both. */
function parseAuthors(statement: string) {
  if (statement.length > STATEMENT_LENGTH_MAX) return [{ author: statement, authorType: '' }];
  const { names = statement, role: authorType = '' } = STATEMENT.exec(statement)?.groups ?? {};
  // A comma separates names only in a text with a role; "Kim, Young-ha" is one name.
  const authors = authorType === '' ? [names] : names.split(/\s*,\s*/);
  return authors.filter((author) => author !== '').map((author) => ({ author, authorType }));
}

/** A remark in brackets after a price: 12,900원 (10%할인). */
const REMARK = /(?<=\d.*)[([【].*$/u;

/** A number with what surrounds it: `US$ 12.90`, `-12,000원`, `12,-`. */
const PARTS = /^([^\d+-]*)([+-]?\d.*?)(?:[.,]-{1,2})?([^\d.,'’-]*)$/u;

const decimalsOf = memoizeLast(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);

/** Names of currencies that `Intl` lacks. Fonts for Korean and Japanese show the backslash as the won or yen sign. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  KRW: ['원', '원정', 'won', 'krw', '\\'],
  JPY: ['円', '엔', 'yen', '\\'],
  CNY: ['元', '위안', 'rmb'],
  USD: ['달러', 'dollar', 'dollars', 'us$', '$'],
  EUR: ['유로', 'euro', 'euros'],
  GBP: ['파운드', 'pound', 'pounds'],
};

const moneyOf = memoizeLast((currency: string): ReadonlySet<string> => {
  const displays = ['symbol', 'narrowSymbol', 'code'] as const;
  const signs = displays.flatMap((currencyDisplay) =>
    ['en', 'ko'].map((language) => {
      const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
      return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? '';
    }),
  );
  return new Set([...signs, ...(WORDS[currency] ?? [])].map((sign) => sign.normalize('NFKC').toLowerCase()));
});

const CODES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

function moneyIn(text: string, currency: string): 'ours' | 'foreign' | 'other' {
  const words = text.toLowerCase().match(/\p{L}*\p{Sc}|\p{L}+|\\|[^\s.:]/gu) ?? [];
  if (words.every((word) => moneyOf(currency).has(word))) return 'ours';
  const isMoney = (word: string) =>
    /\p{Sc}|^\\$/u.test(word) || CODES.has(word) || Object.values(WORDS).flat().includes(word);
  return words.every(isMoney) ? 'foreign' : 'other';
}

/** Reads common notations: `\12,000`, `12.900,00`, `12 900`, `12,900원 (10%할인)`, `1.29E+04`. */
export function readPrice(text: string, currency: string): { price: number | null; reason?: Reason } {
  // A fast path for nearly all cells.
  if (/^\d{1,15}$/.test(text)) return { price: Number(text) };
  const plain = text.normalize('NFKC').replace(REMARK, '').trim();
  const exponent = plain.replace(/\s/g, '');
  if (EXPONENT.test(exponent)) return { price: Number(exponent) };
  const { sides, bare } = partsOfNumber(plain, currency);
  const price = numberIn(bare) ?? grouped(bare);
  if (sides.includes('other') || price === null) return { price: null };
  // In a currency without decimals, 15.000 probably means 15000.
  const isGood = (Number.isInteger(price) && !THOUSANDS.test(bare)) || decimalsOf(currency) > 0;
  const isForeign = sides.includes('foreign');
  if (isGood && !isForeign) return { price };
  const shown = { shown: show(text), currency, likely: likelyPrice(bare, price) };
  return { price: null, reason: message(`feeds.${isForeign ? 'foreignPrice' : 'noFraction'}`, shown) };
}

/** What stands on both sides of a number, and the number without blanks. */
function partsOfNumber(text: string, currency: string) {
  const [, before = '', number = '', behind = ''] = PARTS.exec(text) ?? [];
  const sides = [moneyIn(before, currency), moneyIn(behind, currency)];
  return { sides, bare: number.replace(/\s/g, '') };
}

const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** A foreign currency, or a multiple such as thousands, that a column's heading gives in brackets; else null. */
export function unitIn(heading: string, currency: string): string | null {
  const [, inBrackets = ''] = /[([](?:단위)?[\s:]*([^)\]]+)/.exec(heading.normalize('NFKC')) ?? [];
  const unit = inBrackets.trim();
  return /^[백천만] ?원?$|^thousand/i.test(unit) || moneyIn(unit, currency) === 'foreign' ? unit : null;
}

/** Units after a number: 2권. */
const COUNTED = /(?<=\d) ?(?:권|개|부|건|쪽|면|세|ea|pcs|pp?\.?)$/i;

/** Scientific notation of spreadsheets. It is accepted only for prices: in other numbers the lost digits could matter. */
const EXPONENT = /^\d(?:\.\d{1,14})?e\+?\d{1,2}$/i;

/** The number in a text; null for other text. 1.299.000 is a number only as a price: elsewhere it may be a code. */
function numberOf(text: string): number | null {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const { sides, bare } = partsOfNumber(text.normalize('NFKC').trim().replace(COUNTED, ''), 'KRW');
  return sides.includes('other') ? null : numberIn(bare);
}

function numberIn(bare: string): number | null {
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,10})?$/.test(bare)) return Number(bare.replaceAll(',', ''));
  // A comma before one or two digits is a decimal comma.
  return /^-?\d{1,15}(?:\.\d{1,10}|,\d{1,2})?$/.test(bare) ? Number(bare.replace(',', '.')) : null;
}

/** A price with apostrophes or points between thousands. A single point needs a decimal comma after it. */
function grouped(bare: string): number | null {
  if (/^-?\d{1,3}(?:['’]\d{3})+(?:[.,]\d{1,2})?$/.test(bare))
    return Number(bare.replace(/['’]/g, '').replace(',', '.'));
  if (/^-?\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(bare) || /^-?\d{1,3}(?:\.\d{3}){2,}$/.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** The likely price: 12900 for 12.900, and for 12.9, as spreadsheets shorten it; 12150 for a calculated 12149.55. */
function likelyPrice(bare: string, price: number): number {
  const thousands = Math.round(price * 1000);
  return /^\d{1,3}\.\d{1,3}$/.test(bare) ? thousands : Math.round(price);
}
