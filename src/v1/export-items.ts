import type { Column } from '../export/table.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Edition, ListCell } from '../rankings/ranking-store.ts';
import { type ItemEntry, readVisibleList } from '../rankings/visible-list.ts';
import type { Answer } from './endpoint.ts';
import { fileOf } from './export-file.ts';
import { pageOffset, readItemFields } from './item.ts';
import type { FileForm, Page } from './params.ts';
import { editionHeaders, emptyList } from './ranked-list.ts';
import type { Services } from './services.ts';

/** A page of a ranked list, to be sent as a file. */
export interface ItemExport {
  /** Name of the file before the day (docs/rules/spreadsheets.md#file). */
  readonly prefix: string;
  /** Null when the list doesn't exist. */
  readonly edition: Edition | null;
  readonly cell: ListCell;
  readonly page: Page;
  readonly form: FileForm;
  /** The error of an empty list and of a page past the end. */
  readonly noResult: ErrorCode;
}

/**
 * The file of a list: ten columns per item (docs/rules/spreadsheets.md#columns). Throws the "no result" error rather
 * than make an empty file.
 */
export async function exportItems(wanted: ItemExport, services: Services): Promise<Answer> {
  const { prefix, edition, cell, page, form, noResult } = wanted;
  if (edition === null) throw await emptyList(noResult, cell, services);
  const { entries, totalCount } = await readVisibleList(edition, cell, services);
  if (totalCount === 0) throw await emptyList(noResult, cell, services);
  const shown = await entries(pageOffset(page, totalCount, noResult), page.pageSize);
  // Items may go between the two readings.
  if (shown.length === 0) throw new ApiError(noResult);
  return {
    ...fileOf(prefix, { columns: COLUMNS, rows: await rowsOf(shown, services) }, form),
    isLasting: true,
    list: { ...page, totalCount },
    ...editionHeaders(edition, services),
  };
}

/** Titles and types: docs/rules/spreadsheets.md#columns. */
const COLUMNS: readonly Column[] = [
  { title: '순위', type: 'text' },
  { title: 'ISBN13', type: 'text' },
  { title: '상품번호', type: 'integer' },
  { title: '상품명', type: 'text' },
  { title: '저자', type: 'text' },
  { title: '정가', type: 'price' },
  { title: '판매가', type: 'price' },
  { title: '출판사', type: 'text' },
  { title: '출간일', type: 'text' },
  { title: '관리분류', type: 'text' },
];

async function rowsOf(entries: readonly ItemEntry[], services: Services): Promise<(string | number)[][]> {
  const fields = await readItemFields(entries, services);
  return fields.map((item, index) => [
    String(entries[index]?.sortOrder),
    item.isbn13,
    item.itemId,
    item.title,
    item.author,
    // Foreign catalogues have prices with decimals; the columns are integers.
    Math.round(item.shopPrice),
    Math.round(item.salePrice),
    item.publisher,
    item.publishDate,
    item.goodsSortNm,
  ]);
}
