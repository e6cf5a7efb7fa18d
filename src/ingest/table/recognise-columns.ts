import { message } from '../../messages/messages.ts';
import type { Mapping } from '../mapping.ts';
import { type Reason, shorten, shortNames } from '../reason.ts';
import { ITEM_NAMES, TABLE_REQUIRED, type TableKind } from '../record-fields.ts';
import { similarity } from '../text/title-likeness.ts';
import { type RecognisedRows, useNames } from './recognise-names.ts';
import { isOrders, useOrders } from './recognise-orders.ts';
import { COLUMNS_MAX } from './row-blocks.ts';
import { createSheet, type Header, headersIn, keyOf, positionsOf, type Sheet } from './sheet.ts';
import {
  GROUP_COLUMNS,
  ITEM_CODES,
  ITEM_COLUMNS,
  isPublishedWord,
  NAME_COLUMNS,
  type Names,
  ORDER_COLUMNS,
  PARENT_COLUMN,
  PARENT_TYPES,
  PUBLISHED_COLUMNS,
  PUBLISHED_VALUES,
  STATUS_COLUMNS,
  STOCK_COLUMNS,
  STOCK_VALUES,
  TYPE_COLUMN,
  VARIANT_COLUMNS,
} from './shop-columns.ts';

/** What a column of a file was taken for. */
export interface ColumnUse {
  readonly column: string;
  /** Our fields, as in TABLE_FIELDS; empty for a column that isn't used. */
  readonly fields: readonly string[];
  /** Of a column that isn't used: the field that its name looks like and that no other column fills. One name of the item will do. */
  readonly likely: string | null;
}

/** The columns of a table that come from a shop's own system. */
export interface Recognised {
  readonly header: Header;
  readonly mapping: Pick<Mapping, 'kind' | 'columns' | 'constants'> & Partial<Pick<Mapping, 'skip'>>;
  readonly columns: readonly ColumnUse[];
  /** What the reader of a report has to know besides; null for nearly all files. */
  readonly note: Reason | null;
  /** Why that isn't enough to read the file; null where it is. */
  readonly fault: Reason | null;
}

/** Rows below the header whose values are looked at. */
const SAMPLE_ROWS = 200;

/**
 * Recognises the header among the top rows of a file, and what its columns mean, by their names and the first values below
 * (docs/feeds.md#recognised-columns).
 */
export function recogniseColumns(rows: readonly (readonly string[])[]): Recognised {
  let header: Header = { names: [], at: 0 };
  let most = -1;
  for (const candidate of headersIn(rows)) {
    // Where no name is known, the row with the most cells looks most like a header.
    const filled = candidate.names.filter((name) => name !== '').length / COLUMNS_MAX;
    const count = positionsOf(candidate.names, ALL_WORDS).length + filled / 2;
    if (count > most) [header, most] = [candidate, count];
  }
  const below = rows.slice(header.at + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const sheet = createSheet(header.names, below.slice(0, SAMPLE_ROWS));
  const { note = null, ...table } = isOrders(sheet) ? useOrders(sheet, below) : useItems(sheet);
  const columns = usesOf(sheet, table.kind);
  const missing: string[] = TABLE_REQUIRED[table.kind].filter(
    (field) => !(field in table.constants) && !sheet.isFilled(field),
  );
  if (!ITEM_NAMES.some(sheet.isFilled)) missing.unshift(ITEM_NAMES.join(' / '));
  const { names } = header;
  const isTwice = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const twice = columns.find(({ column, fields }) => fields.length > 0 && isTwice(column))?.column;
  const fault = twice === undefined ? null : message('feeds.twoColumns', { name: shorten(twice) });
  const filling = [...sheet.targets].map(([at, targets]) => [names[at] ?? '', targets] as const);
  return {
    header,
    columns,
    note,
    mapping: { ...table, columns: Object.fromEntries(filling) },
    fault: missing.length > 0 ? notRecognised(names, table.kind, missing, columns) : fault,
  };
}

const ALL_WORDS = [
  ITEM_CODES,
  STATUS_COLUMNS,
  ...[NAME_COLUMNS, ITEM_COLUMNS, ORDER_COLUMNS].flatMap((columns) => Object.values(columns)),
].join(' ');

function useItems(sheet: Sheet): RecognisedRows {
  useNames(sheet, false);
  for (const [field, words] of Object.entries(ITEM_COLUMNS)) {
    const [at] = sheet.free(words);
    // WooCommerce puts commas between categories.
    const parts = keyOf(sheet.names[at ?? -1] ?? '') === 'categories' ? { split: ',' } : {};
    if (at !== undefined && sheet.hasKnownValues(field, at)) sheet.use(at, field, parts);
  }
  if (!sheet.isFilled('itemStatus'))
    sheet.use(sheet.free(STOCK_COLUMNS)[0], 'itemStatus', { values: STOCK_VALUES });
  const [published] = sheet.free(PUBLISHED_COLUMNS);
  if (published !== undefined && sheet.valuesAt(published).every(isPublishedWord))
    sheet.use(published, 'itemStatus', { values: PUBLISHED_VALUES });
  else if (!sheet.isFilled('publishDate')) sheet.use(published, 'publishDate');
  const isChange = ['shopPrice', 'salePrice', 'itemStatus'].some((field) => sheet.isFilled(field));
  if (!sheet.isFilled('title') && isChange) return { kind: 'patch', constants: {} };
  const [price] = sheet.columnsFor('salePrice');
  const [list] = sheet.columnsFor('shopPrice');
  // A book without a list price costs what it is sold for.
  if (price !== undefined && (list === undefined || !sheet.isComplete(list))) {
    sheet.targets.delete(list ?? -1);
    sheet.targets.delete(price);
    sheet.use(price, 'shopPrice');
    sheet.use(price, 'salePrice');
    sheet.use(list, 'shopPrice');
  }
  return {
    kind: 'item',
    constants: sheet.isFilled('catalog') ? {} : { catalog: 'BOOK' },
    ...useProductRows(sheet),
  };
}

/** Several rows of one product: variants have what the first row, or the one of their parent, says of all of them. */
function useProductRows(sheet: Sheet): Pick<RecognisedRows, 'skip'> {
  const groups = positionsOf(sheet.names, GROUP_COLUMNS);
  if (groups.length === 0) return {};
  for (const [at, targets] of sheet.targets)
    sheet.targets.set(
      at,
      targets.map((one) => (OF_A_ROW.has(one.to) ? one : { ...one, fill: 'product' })),
    );
  for (const at of groups) sheet.use(at, 'productGroup');
  for (const at of positionsOf(sheet.names, VARIANT_COLUMNS)) sheet.use(at, 'variant');
  sheet.use(positionsOf(sheet.names, PARENT_COLUMN)[0], 'parentProduct');
  const [type] = positionsOf(sheet.names, TYPE_COLUMN);
  return type === undefined ? {} : { skip: { [sheet.names[type] ?? '']: PARENT_TYPES } };
}

/** Fields that each row of a product has of its own. */
const OF_A_ROW = new Set([...ITEM_NAMES, 'shopPrice', 'salePrice']);

function usesOf(sheet: Sheet, kind: TableKind): readonly ColumnUse[] {
  return sheet.names.flatMap((column, at): ColumnUse[] => {
    if (column === '') return [];
    const fields = [...new Set((sheet.targets.get(at) ?? []).map(({ to }) => to))];
    return [{ column, fields, likely: fields.length > 0 ? null : likelyField(sheet, column, kind) }];
  });
}

/** Longer names are sentences. */
const LIKELY_LENGTH_MAX = 40;
/** Share of pairs of letters in common from which a word may be meant for another. */
const LIKELY_FROM = 0.6;

function likelyField(sheet: Sheet, name: string, kind: TableKind): string | null {
  const key = keyOf(name);
  const itemNames = { ...NAME_COLUMNS, externalId: ITEM_CODES };
  const isNamed = Object.keys(itemNames).some((field) => sheet.isFilled(field));
  const words: Names = { ...(isNamed ? {} : itemNames), ...(kind === 'sale' ? ORDER_COLUMNS : ITEM_COLUMNS) };
  let [likely, most]: [string | null, number] = [null, LIKELY_FROM];
  for (const [field, known] of Object.entries(words)) {
    const likeness = Math.max(...known.split(' ').map((word) => likenessOf(key, word)));
    if (likeness > most && !sheet.isFilled(field)) [likely, most] = [field, likeness];
  }
  return likely;
}

function likenessOf(key: string, word: string): number {
  if (/^\p{Script=Hangul}{2}/u.test(word) && key.includes(word)) return 1;
  return key.length < 3 || key.length > LIKELY_LENGTH_MAX ? 0 : similarity(key, word);
}

function notRecognised(
  names: readonly string[],
  kind: TableKind,
  missing: readonly string[],
  columns: readonly ColumnUse[],
): Reason {
  const values = { names: shortNames(names), kind, missing: missing.join(', ') };
  const likely = columns.flatMap((one) =>
    one.likely === null ? [] : [`"${shorten(one.column)}" = ${one.likely}`],
  );
  const lacking = message('feeds.notRecognised', values);
  if (likely.length === 0) return lacking;
  return message('feeds.didYouMean', { lacking, likely: likely.slice(0, 3).join(', ') });
}
