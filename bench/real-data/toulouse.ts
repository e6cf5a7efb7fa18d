import { parseCsv } from './csv.ts';
import type { CategoryLine, ItemLine } from './feed-line.ts';

export const TOULOUSE_PRINT_FILE = 'fr-toulouse-loans/top-500-imprimes.csv.gz';

export type ToulouseKind = 'print' | 'films';

/** A title's loans in a year. The source has two rows for one title in a single case. */
export interface ToulouseRow {
  readonly kind: ToulouseKind;
  readonly year: number;
  readonly loans: number;
  readonly title: string;
  /** Empty where the source has none. */
  readonly author: string;
  /** Class of the shelf such as BD or ROM; empty in the rows that lost it. */
  readonly shelf: string;
}

const KINDS = {
  print: { catalog: 'BOOK', root: 'toulouse-print', name: 'Imprimés' },
  films: { catalog: 'DVD', root: 'toulouse-films', name: 'Films' },
} as const;

/** Columns of the source; rows that have a "-" too many after the title lost their last cell, the shelf, to it. */
const COLUMNS = { year: 0, loans: 1, title: 2, author: 3, last: 9 } as const;
/** Audiences, which stand before the shelf and last in the rows that lost theirs. */
const AUDIENCES = ['A', 'E', 'BB', 'P', '-', ''];

/** The rows of a yearly top-500 file that tell a year; one, which holds nothing but an author, does not. */
export function parseToulouse(kind: ToulouseKind, csv: string): ToulouseRow[] {
  return parseCsv(csv, ';').flatMap((cells) => {
    const cell = (column: number) => (cells[column] === '-' ? '' : (cells[column] ?? ''));
    if (!/^\d{4}$/.test(cell(COLUMNS.year))) return [];
    const last = cell(COLUMNS.last);
    const row: ToulouseRow = {
      kind,
      year: Number(cell(COLUMNS.year)),
      loans: Number(cell(COLUMNS.loans)),
      title: repairAccents(cell(COLUMNS.title)),
      author: repairAccents(cell(COLUMNS.author)),
      shelf: AUDIENCES.includes(last) ? '' : last,
    };
    return [row];
  });
}

/** What stands before a letter in the rows that went through the wrong table, and the accent that it means. */
const ACCENTS: Readonly<Record<string, string>> = {
  â: '\u0301',
  á: '\u0300',
  ã: '\u0302',
  è: '\u0308',
  ð: '\u0327',
};

/** Puts accents back that were read as letters of their own: "bâebâes" is "bébés". */
function repairAccents(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /([âáãè])([aeiouy])|(ð)(c)/gi,
      (_, mark = '', letter = '', cedilla = '', c = '') =>
        `${letter}${c}${ACCENTS[`${mark}${cedilla}`.toLowerCase()]}`,
    )
    .normalize('NFC');
}

/** What tells a title from every other: magazines have a row for each issue's shelf mark, under one title. */
function toulouseKey({ kind, title, author }: ToulouseRow): string {
  return JSON.stringify([kind, title, author]);
}

/** The titles as items, in the order of the source, with every shelf that a row of theirs names. */
export function convertToulouse(rows: readonly ToulouseRow[]): (CategoryLine | ItemLine)[] {
  const shelves = new Map<string, Set<string>>();
  const titles = new Map<string, ToulouseRow>();
  for (const row of rows) {
    const key = toulouseKey(row);
    const ofTitle = shelves.get(key) ?? new Set<string>();
    if (row.shelf !== '') ofTitle.add(row.shelf);
    shelves.set(key, ofTitle);
    titles.set(key, row);
  }
  const items = [...titles].map(([key, { kind, title, author }], at): ItemLine => {
    const { catalog, root } = KINDS[kind];
    const ofTitle = [...(shelves.get(key) ?? [])].sort();
    return {
      kind: 'item',
      itemId: at + 1,
      title,
      authors: author === '' ? [] : [{ authorId: null, author, authorType: '' }],
      publishDate: '',
      catalog,
      categoryIds: ofTitle.length === 0 ? [root] : ofTitle.map((shelf) => shelfCategory(kind, shelf)),
    };
  });
  return [...toulouseCategories(rows), ...items];
}

function toulouseCategories(rows: readonly ToulouseRow[]): CategoryLine[] {
  return (['print', 'films'] as const).flatMap((kind) => {
    const { root, name } = KINDS[kind];
    const shelves = new Set(rows.filter((row) => row.kind === kind).map(({ shelf }) => shelf));
    shelves.delete('');
    return [
      { kind: 'category', categoryId: root, categoryName: name, parentId: null },
      ...[...shelves].map((shelf) => ({
        kind: 'category' as const,
        categoryId: shelfCategory(kind, shelf),
        categoryName: shelf,
        parentId: root,
      })),
    ];
  });
}

/** The category of a shelf. */
function shelfCategory(kind: ToulouseKind, shelf: string): string {
  return `${KINDS[kind].root}-${shelf}`;
}
