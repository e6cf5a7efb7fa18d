import { parseCsvRecords } from './csv.ts';
import { type CategoryLine, type ItemLine, isbnPair } from './feed-line.ts';

export const GOODBOOKS_FILE = 'en-goodbooks/books.sample-80pct.csv.gz';

/** The only category of these books: the source has none. */
const GOODBOOKS_CATEGORY = '002001';

const ITEM_ID_BASE = 1_000_000;
const ISBN10_LENGTH = 10;

/** Turns books.csv of goodbooks-10k into foreign books. */
export function convertGoodbooks(csv: string): (CategoryLine | ItemLine)[] {
  return [
    { kind: 'category', categoryId: '002', categoryName: '외국도서', parentId: null },
    { kind: 'category', categoryId: GOODBOOKS_CATEGORY, categoryName: '영미도서', parentId: '002' },
    ...parseCsvRecords(csv).map(itemLine),
  ];
}

function itemLine(row: Readonly<Record<string, string>>): ItemLine {
  const isbn = row.isbn ?? '';
  const cover = row.image_url ?? '';
  return {
    kind: 'item',
    itemId: ITEM_ID_BASE + Number(row.book_id),
    // The source's isbn13 is rounded and useless, and its ISBN-10s lost their leading zeros.
    ...isbnPair(isbn === '' ? '' : isbn.padStart(ISBN10_LENGTH, '0')),
    title: oneBlank(row.title ?? ''),
    originalTitle: oneBlank(row.original_title ?? '') || null,
    authors: (row.authors ?? '').split(', ').map((name) => ({
      authorId: null,
      author: oneBlank(name),
      authorType: '',
    })),
    publishDate: '',
    catalog: 'FOREIGN',
    categoryIds: [GOODBOOKS_CATEGORY],
    // Five stars there are ten points here; doubling a decimal is exact.
    starScore: Number(row.average_rating) * 2,
    cover: cover.includes('/nophoto/') ? null : cover,
  };
}

function oneBlank(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
