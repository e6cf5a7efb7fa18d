import type { KstDay } from '../clock.ts';
import { type Column, type Table, writeCsv } from '../export/table.ts';
import { writeXlsx } from '../export/xlsx.ts';
import type { ItemEntry } from '../rankings/lists/ranking-store.ts';
import type { EndpointResult, Services } from './endpoint.ts';
import { createItemRenderer } from './item.ts';
import type { FileForm } from './params.ts';

/** `prefix` becomes the sheet's name. `day` becomes the end of the file's name; by default, the day of the response. */
export function fileOf(
  prefix: string,
  table: Pick<Table, 'columns' | 'rows'>,
  { format, header }: FileForm,
  day?: KstDay,
): Pick<EndpointResult, 'members' | 'file'> {
  const { columns, rows } = table;
  const titles = header ? [columns.map(({ title }) => title)] : [];
  const members =
    format === 'csv'
      ? writeCsv([...titles, ...rows])
      : writeXlsx({ columns, rows, name: prefix, hasHeader: header });
  return { members, file: { prefix, format, day } };
}

/** See docs/api.md#columns. */
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

export async function tableOf(entries: readonly ItemEntry[], services: Services) {
  const read = await createItemRenderer({ detail: false, sides: false, addOnUserKey: null }, services);
  const rows = entries.map(read).map((item) => [
    String(item.sortOrder),
    item.isbn13,
    item.itemId,
    item.title,
    item.author,
    // Foreign catalogues have prices with decimals, but the columns are integers.
    Math.round(item.shopPrice),
    Math.round(item.salePrice),
    item.publisher,
    item.publishDate,
    item.goodsSortNm,
  ]);
  return { columns: COLUMNS, rows };
}
