import { longestMatch } from '../longest-match.ts';
import type { TargetJson } from '../mapping.ts';
import { VALUES } from './shop-columns.ts';

/** A table as it is being recognised. */
export interface Sheet {
  readonly names: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** By position, in the order in which they fill their fields. */
  readonly targets: Map<number, TargetJson[]>;
}

/** Positions of the columns of these names, those of the best word first; each once. */
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

/** Characters of a name that are looked at. */
const NAME_CHARS_MAX = 100;

export function keyOf(name: string): string {
  return name
    .slice(0, NAME_CHARS_MAX)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

export function valuesAt({ rows }: Sheet, at: number): readonly string[] {
  return rows.map((cells) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
}

export function isComplete(sheet: Sheet, at: number): boolean {
  return valuesAt(sheet, at).length === sheet.rows.length;
}

/** Whether most values of a column are among those that we know for a field; a column without values may be. */
export function hasKnownValues(sheet: Sheet, field: string, at: number): boolean {
  const known = new Map(Object.entries(VALUES[field] ?? { '*': '' }));
  const values = [...new Set(valuesAt(sheet, at))];
  return values.filter((value) => longestMatch(known, value) !== null).length * 2 >= values.length;
}

/** Positions of the columns of these names that fill nothing yet. */
export function freeColumns({ names, targets }: Sheet, words: string): readonly number[] {
  return positionsOf(names, words).filter((at) => !targets.has(at));
}

/** Fills a field from a column, with what is known of its values. */
export function use(
  sheet: Sheet,
  at: number | undefined,
  to: string,
  parts: Omit<TargetJson, 'to'> = {},
): void {
  if (at === undefined) return;
  const values = VALUES[to];
  const date = DATES.has(to) ? provenOrder(sheet, at) : null;
  const target = { to, ...(values && { values }), ...(date === null ? {} : { date }), ...parts };
  sheet.targets.set(at, [...(sheet.targets.get(at) ?? []), target]);
}

const DATES: ReadonlySet<string> = new Set(['publishDate', 'soldAt', 'cancelledAt']);

/** The order of day and month, where a value of the column proves it. */
function provenOrder(sheet: Sheet, at: number): string | null {
  const dates = valuesAt(sheet, at).flatMap((text) => {
    const parts = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/.exec(text);
    return parts === null ? [] : [parts];
  });
  const [, , sign = '', , year = ''] = dates[0] ?? [];
  const isDayFirst = dates.some(([, first]) => Number(first) > 12);
  if (year === '' || isDayFirst === dates.some(([, , , second]) => Number(second) > 12)) return null;
  return [...(isDayFirst ? ['dd', 'MM'] : ['MM', 'dd']), 'y'.repeat(year.length)].join(sign);
}

export function columnsFor({ targets }: Sheet, field: string): readonly number[] {
  return [...targets].filter(([, all]) => all.some(({ to }) => to === field)).map(([at]) => at);
}

export function isFilled(sheet: Sheet, field: string): boolean {
  return columnsFor(sheet, field).length > 0;
}

/** The first row of each order. */
export function firstRowsOf({ rows }: Sheet, order: number): readonly (readonly string[])[] {
  return rows.filter((cells, at) => cells[order] !== rows[at - 1]?.[order]);
}
