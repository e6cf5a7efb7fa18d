import type { Column } from '../export/table.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { filePayload } from './export-file.ts';
import { dataKey, type ItemEntry, type Page, pageOffset, readItemFields } from './item.ts';
import type { FileForm } from './params.ts';
import type { VisibleList } from './ranked-list.ts';
import type { Answer, Services } from './services.ts';

/** A page of an item list that is to leave as a file. */
export interface ItemExport {
  /** Name of the file before the day (spec 4.2). */
  readonly prefix: string;
  /** Names the list and its edition among those with the same prefix. */
  readonly listKey: string;
  readonly page: Page;
  readonly form: FileForm;
  /** The list's "no result" error. */
  readonly noResult: ErrorCode;
  /** Reads the list; asked only when the file is not at hand. */
  list(): Promise<VisibleList>;
}

/** The file of endpoints 8 to 14: ten columns an item (spec 4.2). Throws the "no result" error rather than make an empty file. */
export async function exportItems(wanted: ItemExport, services: Services): Promise<Answer> {
  const { prefix, page, form } = wanted;
  const key = [prefix, await dataKey(services), wanted.listKey, JSON.stringify([page, form])].join('|');
  const payload = await services.payloads.get(key, async () => {
    const { entries, totalCount } = await wanted.list();
    const offset = pageOffset(page, totalCount, wanted.noResult);
    const shown = await entries(offset, page.pageSize);
    // Items may go between the two readings.
    if (shown.length === 0) throw new ApiError(wanted.noResult);
    return filePayload(prefix, { columns: COLUMNS, rows: await rowsOf(shown, services) }, form);
  });
  return { payload, file: { prefix, format: form.format } };
}

/** Titles by decisions 2, types by spec 4.2. */
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
