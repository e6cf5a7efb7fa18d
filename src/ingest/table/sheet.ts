import { type Codes, longestMatch, type Mapping, type Target } from '../mapping.ts';
import type { Reason } from '../reason.ts';
import { positionsOf, VALUES } from './shop-columns.ts';

export interface Header {
  /** The name of each column, trimmed. */
  readonly names: readonly string[];
  /** Index of its last row; -1 for a table without a header. */
  readonly at: number;
}

/** Rows at the top of a sheet that are searched for the header: exports put titles above it. */
const HEADER_ROWS_MAX = 10;

/** Maximum length of a group's name, as it is repeated in many columns. */
const GROUP_CHARS_MAX = 100;

/**
 * All candidates for a header among the top rows: a single row, or a row below a row of groups ("가격" over "정가" and "판매가"). The
 * group is put before names that occur twice, and is the name where nothing is below it.
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

/**
 * The first header among the top rows with all columns of a mapping. A mapping that names columns by numbers, `#1`, `#2`, ..., is
 * for a file without a header.
 */
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

/** The recognised meaning of a shop's own rows. */
export interface RecognisedRows extends Pick<Mapping, 'kind' | 'constants'>, Partial<Pick<Mapping, 'skip'>> {
  readonly note?: Reason;
}

/** A shop's own file with the columns recognised so far. */
export type Sheet = ReturnType<typeof createSheet>;

/** `rows` are those below the header. Columns are named by their positions, from 0. */
export function createSheet(names: readonly string[], rows: readonly (readonly string[])[]) {
  /** The fields of each column, in the order of recognition. */
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
    /** Unused columns with these names. */
    free: (words: string) => positionsOf(names, words).filter((at) => !targets.has(at)),
    /** Maps a column, if there is one, to a field, with the field's known values. */
    use(at: number | undefined, to: string, parts: Omit<Target, 'to'> = {}): void {
      if (at === undefined) return;
      const values = VALUES[to];
      const date = DATES.has(to) ? provenOrder(valuesAt(at)) : null;
      const target = { to, ...(values && { values }), ...(date === null ? {} : { date }), ...parts };
      targets.set(at, [...(targets.get(at) ?? []), target]);
    },
    /** Whether most values of a column are known ones of a field; true for a column without values. */
    hasKnownValues(field: string, at: number): boolean {
      const known: Codes = VALUES[field] ?? { '*': '' };
      const values = [...new Set(valuesAt(at))];
      return values.filter((value) => longestMatch(known, value) !== null).length * 2 >= values.length;
    },
    /** The first row of each order. */
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
