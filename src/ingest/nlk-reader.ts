import type { Readable } from 'node:stream';
import type { FeedReader } from './feed-reader.ts';
import { type Mapping, readMapping } from './mapping.ts';
import { createTableReader, type RowBlock, type TableOptions } from './table/table-reader.ts';

/** A column that only the book-information files of the National Library of Korea have. */
export const NLK_MARK = 'ISBN_THIRTEEN_NO';

/** Main classes of the Korean Decimal Classification, by their first digit. */
const KDC_CLASSES = [
  '총류',
  '철학',
  '종교',
  '사회과학',
  '자연과학',
  '기술과학',
  '예술',
  '언어',
  '문학',
  '역사',
];

/**
 * Reads the book-information CSV files of the National Library of Korea. Items are named by their ISBN. Without a mapping
 * of the operator's they go into one category for each main class of the KDC, which the reader adds; a mapping takes the
 * place of the whole column plan.
 */
export function createNlkReader(
  rowsOf: (input: Readable) => AsyncIterable<RowBlock>,
  options: TableOptions,
): FeedReader {
  const { mapping } = options;
  if (mapping !== null) return createTableReader(rowsOf, options);
  const table = createTableReader(rowsOf, { ...options, mapping: NLK_MAPPING });
  return {
    unit: 'row',
    placeOf: (field) => table.placeOf?.(field) ?? field,
    async *read(input) {
      yield { records: KDC_CATEGORIES, problems: [], warnings: [], lastLine: 1 };
      yield* table.read(input);
    },
  };
}

const KDC_CATEGORIES = KDC_CLASSES.map((categoryName, digit) => ({
  line: 1,
  value: { kind: 'category', categoryId: `kdc-${digit}`, categoryName },
}));

const NLK_MAPPING: Mapping = readMapping({
  kind: 'item',
  columns: {
    ISBN_THIRTEEN_NO: 'isbn13',
    TITLE_NM: 'title',
    AUTHR_NM: { to: 'authors', split: ';' },
    PUBLISHER_NM: 'publisher',
    PBLICTE_DE: 'publishDate',
    PRC_VALUE: 'shopPrice',
    IMAGE_URL: 'cover',
    BOOK_INTRCN_CN: 'contentDetail.bookIntroduction',
    KDC_NM: { to: 'categoryIds', values: kdcCategories() },
  },
  constants: { catalog: 'BOOK', categoryIds: ['kdc-0'] },
});

/** `8*` stands for every number of the class. */
function kdcCategories(): Record<string, string> {
  return Object.fromEntries(KDC_CLASSES.map((_name, digit) => [`${digit}*`, `kdc-${digit}`]));
}
