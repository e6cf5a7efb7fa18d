import type { Mapping } from '../mapping.ts';

/** The names of the columns of a table. */
export interface Header {
  /** The name of each column, trimmed. */
  readonly names: readonly string[];
  /** Where its last row stands among the rows, from 0. */
  readonly at: number;
}

/** Columns of a feed. A sheet has room for 16,384, and a table of books needs fifty. */
export const COLUMNS_MAX = 1_000;

/** Rows at the top of a sheet among which the header is looked for: exports put titles above it. */
const HEADER_ROWS_MAX = 10;

/** Characters of a group's name: it stands in many columns. */
const GROUP_CHARS_MAX = 100;

/**
 * Every way to find a header among the top rows: a row by itself, or below a row of groups ("가격" over "정가" and "판매가"). A group
 * goes before names that the row has twice, and stands for itself where nothing is below it.
 */
export function headersIn(rows: readonly (readonly string[])[]): readonly Header[] {
  return rows.slice(0, HEADER_ROWS_MAX).flatMap((cells, at): Header[] => {
    const names = cells.map((cell) => cell.trim());
    const above = (rows[at - 1] ?? []).map((cell) => cell.trim());
    // A title stands alone in its row.
    if (above.filter((cell) => cell !== '').length < 2) return [{ names, at }];
    let group = '';
    const grouped = Array.from({ length: Math.max(names.length, above.length) }, (_, column) => {
      const own = names[column] ?? '';
      const upper = above[column] ?? '';
      if (upper !== '') group = upper.slice(0, GROUP_CHARS_MAX);
      const isTwice = own !== '' && names.indexOf(own) !== names.lastIndexOf(own);
      return isTwice ? `${group} ${own}`.trim() : own || upper;
    });
    return [
      { names, at },
      { names: grouped, at },
    ];
  });
}

/** The first header among the top rows that has all columns of a mapping. */
export function headerFor(
  rows: readonly (readonly string[])[],
  { columns, skip }: Mapping,
): Header | undefined {
  const needed = [...columns.keys(), ...skip.keys()];
  return headersIn(rows).find(({ names }) => needed.every((name) => names.includes(name)));
}
