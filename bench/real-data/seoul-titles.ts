import iconv from 'iconv-lite';
import { parseCsvRecords } from './csv.ts';
import { type CategoryLine, type ItemLine, isbnPair } from './feed-line.ts';
import { parseAuthorStatement } from './seoul-authors.ts';

export const SEOUL_TITLES_FILE = 'ko-seoul-library/popular-loans-2024q1.sample-80pct.cp949.csv';

/** Root of the Korean books; its children are the ten main classes of the Korean Decimal Classification. */
export const SEOUL_ROOT = '001';

export const KDC_CLASSES = [
  '총류',
  '철학',
  '종교',
  '사회과학',
  '순수과학',
  '기술과학',
  '예술',
  '언어',
  '문학',
  '역사',
] as const;

/** A row of the list of most-lent titles. */
export interface SeoulTitle {
  /** From the control number; far from the numbers of the other sources. */
  readonly itemId: number;
  readonly title: string;
  readonly authorStatement: string;
  readonly publisher: string;
  /** As the source writes it. */
  readonly isbn: string;
  /** KDC main class, 0 .. 9. */
  readonly kdcClass: number;
  readonly loans: number;
}

const ITEM_ID_BASE = 10_000_000;

/** The category of a KDC main class. */
export function kdcCategoryId(kdcClass: number): string {
  return `${SEOUL_ROOT}00${kdcClass}`;
}

/** Reads the list (CP949). */
export function parseSeoulTitles(bytes: Buffer): SeoulTitle[] {
  return parseCsvRecords(iconv.decode(bytes, 'cp949')).map((row) => ({
    itemId: ITEM_ID_BASE + Number(row.제어번호),
    title: row.제목 ?? '',
    authorStatement: row.저자 ?? '',
    publisher: row.발행처 ?? '',
    isbn: row.ISBN번호 ?? '',
    kdcClass: Number(row.분류기호),
    loans: Number(row.대출횟수),
  }));
}

/** The classes as a tree, then the titles. */
export function convertSeoulTitles(titles: readonly SeoulTitle[]): (CategoryLine | ItemLine)[] {
  return [
    { kind: 'category', categoryId: SEOUL_ROOT, categoryName: '국내도서', parentId: null },
    ...KDC_CLASSES.map((categoryName, kdcClass) => ({
      kind: 'category' as const,
      categoryId: kdcCategoryId(kdcClass),
      categoryName,
      parentId: SEOUL_ROOT,
    })),
    ...titles.map(itemLine),
  ];
}

function itemLine(row: SeoulTitle): ItemLine {
  return {
    kind: 'item',
    itemId: row.itemId,
    ...isbnPair(row.isbn),
    ...parseTitle(row.title),
    authors: parseAuthorStatement(row.authorStatement),
    publisher: row.publisher,
    // The source has the year alone; a month and a day would be invented.
    publishDate: '',
    catalog: row.title.includes('녹화자료]') ? 'DVD' : 'BOOK',
    categoryIds: [kdcCategoryId(row.kdcClass)],
  };
}

/**
 * Takes a catalogue title apart: a blank and then ":" begins the subtitle, "." the volume, "," the name of the
 * volume, "=" the title in another language. Volumes belong to the title, since they tell items apart.
 */
export function parseTitle(text: string): { readonly title: string; readonly subTitle: string } {
  const [main = '', ...marked] = text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/ ([:.,=])(?=\S)/);
  let title = main;
  let subTitle = '';
  for (let at = 0; at < marked.length; at += 2) {
    const mark = marked[at];
    const part = (marked[at + 1] ?? '').trim();
    if (mark === '.') title += ` ${part}`;
    else if (mark === ',') title += `, ${part}`;
    else if (mark === '=' && subTitle !== '') subTitle += ` = ${part}`;
    else subTitle += part;
  }
  return { title, subTitle };
}
