import type { Reason } from '../feed-record.ts';
import { type Codes, longestMatch, type Mapping, type Target } from '../mapping.ts';
import { similarity } from '../text/title-likeness.ts';
import columns from './shop-columns.json' with { type: 'json' };

/** By field, the names of its column, separated by blanks. */
export type Names = Readonly<Record<string, string>>;

/** Names of our fields in shops' exports, the best first. `a&b` is a column a in a table that also has a column b. */
export const COLUMNS = {
  ...columns,
  order: { ...columns.order, orderId: `${columns.lineKeys} ${columns.order.orderId}` },
};

/** Positions of the columns with these names, the best name first. Case, blanks, signs and brackets are ignored. */
export function positionsOf(names: readonly string[], words: string): readonly number[] {
  const keys = names.map((name) => [keyOf(name), keyOf(name.replace(/[([].*/s, ''))]);
  const has = (word: string) => keys.some((forms) => forms.includes(word));
  const found = words.split(' ').flatMap((word) => {
    const [key = '', beside] = word.split('&');
    if (beside !== undefined && !has(beside)) return [];
    return keys.flatMap((forms, at) => (forms.includes(key) ? [at] : []));
  });
  return [...new Set(found)];
}

const NAME_CHARS_MAX = 100;

export function keyOf(name: string): string {
  return name
    .slice(0, NAME_CHARS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Shorter column names could mean anything, longer ones are sentences. */
const LIKELY_LENGTH_MIN = 3;
const LIKELY_LENGTH_MAX = 40;
const LIKELY_FROM = 0.6;

/** The field whose name is most similar; null if none is similar. */
export function likelyField(name: string, fields: Names): string | null {
  const key = keyOf(name);
  const isWord = key.length >= LIKELY_LENGTH_MIN && key.length <= LIKELY_LENGTH_MAX;
  const likenessOf = (word: string) =>
    /^\p{Script=Hangul}{2}/u.test(word) && key.includes(word) ? 1 : isWord ? similarity(key, word) : 0;
  let [likely, most]: [string | null, number] = [null, LIKELY_FROM];
  for (const [field, words] of Object.entries(fields)) {
    const likeness = Math.max(...words.split(' ').map(likenessOf));
    if (likeness > most) [likely, most] = [field, likeness];
  }
  return likely;
}

/** By field, the meanings of a column's values, as in a mapping. English words may be capitalized. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(columns.values).map(([field, meanings]) => {
    const values = Object.entries(meanings).flatMap(([meaning, words]) =>
      words.split(',').flatMap((word) => {
        const capital = (first: RegExp) => word.replace(first, (letter) => letter.toUpperCase());
        const forms = [word, capital(/^[a-z]/), capital(/(?<![a-z])(?!of\b)[a-z]/g), word.toUpperCase()];
        return forms.map((form) => [form, meaning] as const);
      }),
    );
    return [field, Object.fromEntries(values)];
  }),
);

export const CANCEL_WORD =
  /^(?:\S{0,4} ?(?:취소|반품|환불)(?:완료|처리완료|요청|신청|접수|처리중|중)?|refunded|partially[_ ]refunded|voided|cancell?ed|returned)$/i;

export const TOTAL_WORD =
  /^(?:총|전체)? ?(?:합 ?계|총 ?계|소 ?계|누 ?계|계|grand total|sub ?total|total|sum)\s*[:：]?$/i;

export const NO_ARTICLE =
  /gift|기프트 ?카드|상품권|쇼핑백|봉투|종이 ?가방|에코백|\bbag\b|기부|후원|donation|\btips?\b|배송비|배송료|택배비|shipping|postage|delivery|포장|할인|쿠폰|적립금|예치금|수수료|coupon|discount|voucher|\bfee\b|custom amount/i;

export interface Header {
  readonly names: readonly string[];
  /** Index of the header's last row; -1 for a table without a header. */
  readonly at: number;
}

/** Exports put titles above the header. */
const HEADER_ROWS_MAX = 10;
const GROUP_CHARS_MAX = 100;

/**
 * All candidates for a header among the top rows: a row, or a row below a row of groups ("가격" over "정가" and "판매가"). A name that
 * occurs twice gets its group's name as a prefix. An empty name becomes its group's name.
 */
export function headersIn(rows: readonly (readonly string[])[]): readonly Header[] {
  return rows.slice(0, HEADER_ROWS_MAX).flatMap((cells, at): Header[] => {
    const names = cells.map((cell) => cell.trim());
    const above = (rows[at - 1] ?? []).map((cell) => cell.trim());
    // A row with a single cell is a title, not a group.
    if (above.filter((cell) => cell !== '').length < 2) return [{ names, at }];
    let group = '';
    const grouped = Array.from({ length: Math.max(names.length, above.length) }, (_, column) => {
      const [own, upper] = [names[column] ?? '', above[column] ?? ''];
      if (upper !== '') group = upper.slice(0, GROUP_CHARS_MAX);
      const isTwice = own !== '' && names.indexOf(own) !== names.lastIndexOf(own);
      return isTwice ? `${group} ${own}`.trim() : own || upper;
    });
    return [names, grouped].map((all) => ({ names: all, at }));
  });
}

/** The first header with all columns of a mapping. A mapping with the names `#1`, `#2`, ... is for a file without a header. */
export function headerFor(
  rows: readonly (readonly string[])[],
  { columns, skip }: Mapping,
): Header | undefined {
  const names = Object.keys(columns);
  if (names.length > 0 && names.every((name) => /^#\d{1,4}$/.test(name)))
    return { names: (rows[0] ?? []).map((_cell, at) => `#${at + 1}`), at: -1 };
  const needed = [...names, ...Object.keys(skip)];
  return headersIn(rows).find((header) => needed.every((name) => header.names.includes(name)));
}

export interface RecognisedRows extends Pick<Mapping, 'kind' | 'constants'>, Partial<Pick<Mapping, 'skip'>> {
  readonly note?: Reason;
}

export type Sheet = ReturnType<typeof createSheet>;

/** A shop's own table with the columns recognised so far. `rows` = the rows below the header. */
export function createSheet(names: readonly string[], rows: readonly (readonly string[])[]) {
  const targets = new Map<number, Target[]>();
  const valuesAt = (at: number) => rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
  const columnsFor = (field: string) =>
    [...targets].filter(([, all]) => all.some(({ to }) => to === field)).map(([at]) => at);
  return {
    names,
    targets,
    valuesAt,
    columnsFor,
    isFilled: (field: string) => columnsFor(field).length > 0,
    isComplete: (at: number) => valuesAt(at).length === rows.length,
    free: (words: string) => positionsOf(names, words).filter((at) => !targets.has(at)),
    use(at: number | undefined, to: string, parts: Omit<Target, 'to'> = {}): void {
      if (at === undefined) return;
      const values = VALUES[to];
      const date = DATES.has(to) ? provenOrder(valuesAt(at)) : null;
      const target = { to, ...(values && { values }), ...(date === null ? {} : { date }), ...parts };
      targets.set(at, [...(targets.get(at) ?? []), target]);
    },
    /** Whether at least half of a column's distinct values are known for the field. */
    hasKnownValues(field: string, at: number): boolean {
      const known: Codes = VALUES[field] ?? { '*': '' };
      const values = [...new Set(valuesAt(at))];
      return values.filter((value) => longestMatch(known, value) !== null).length * 2 >= values.length;
    },
    firstRowsOf: (order: number) => rows.filter((cells, at) => cells[order] !== rows[at - 1]?.[order]),
  };
}

const DATES: ReadonlySet<string> = new Set(['publishDate', 'soldAt', 'cancelledAt']);

/** The order of day and month, if a value of the column proves it. */
function provenOrder(values: readonly string[]): string | null {
  const dates = values.flatMap((text) => {
    const parts = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text);
    return parts === null ? [] : [parts];
  });
  const [, , sign = '', , year = ''] = dates[0] ?? [];
  const [first = [], second = [], last = []] = [1, 3, 4].map((part) => dates.map((all) => Number(all[part])));
  const isDayFirst = first.some((one) => one > 12);
  if (isDayFirst && year.length === 2) {
    // 26/11/06 may begin with the year.
    const isYearFirst = first.every((one) => one === first[0]) && last.some((one) => one !== last[0]);
    if (isYearFirst || first.some((one) => one > 31)) return ['yy', 'MM', 'dd'].join(sign);
    if (last.every((one) => one > 0 && one < 32)) return null;
  }
  if (year === '' || isDayFirst === second.some((one) => one > 12)) return null;
  return [...(isDayFirst ? ['dd', 'MM'] : ['MM', 'dd']), 'y'.repeat(year.length)].join(sign);
}
