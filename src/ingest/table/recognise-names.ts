import { readIsbn13 } from '../../catalog/isbn.ts';
import type { Mapping } from '../mapping.ts';
import type { Reason } from '../reason.ts';
import type { TableKind } from '../record-fields.ts';
import { positionsOf, type Sheet } from './sheet.ts';
import { ITEM_CODES, NAME_COLUMNS } from './shop-columns.ts';

/** What the rows are. */
export interface RecognisedRows {
  readonly kind: TableKind;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly skip?: Mapping['skip'];
  readonly note?: Reason;
}

/** Columns that name the item of a row. An ISBN is the same in every system: an order that has one needs no code. */
export function useNames(sheet: Sheet, isOrder: boolean): void {
  const codes = positionsOf(sheet.names, ITEM_CODES);
  const named = sheet.free(NAME_COLUMNS.isbn13);
  const isbn = isbnColumn(sheet, named, codes);
  sheet.use(isbn, 'isbn13');
  sheet.use(sheet.free(NAME_COLUMNS.isbn10)[0], 'isbn10');
  sheet.use(sheet.free(NAME_COLUMNS.itemId)[0], 'itemId');
  if (isOrder && isbn !== undefined && sheet.isComplete(isbn)) return;
  const others = [...codes, ...named].filter((at) => at !== isbn);
  sheet.use(
    others.find((at) => sheet.isComplete(at)) ?? others.find((at) => codes.includes(at)),
    'externalId',
  );
}

/**
 * The column with the most ISBNs, whatever it is called: malls put codes of their own below "barcode". Where none has any, the one with
 * the name of an ISBN; a column of a name that nobody knows must hold nothing else, and be the only one.
 */
function isbnColumn(sheet: Sheet, named: readonly number[], codes: readonly number[]): number | undefined {
  const countAt = (at: number) => sheet.valuesAt(at).filter(isBook).length;
  const isFull = (at: number) => countAt(at) > 0 && countAt(at) === sheet.valuesAt(at).length;
  const known = [...named, ...codes.filter(isFull)];
  const [best] = known.toSorted((a, b) => countAt(b) - countAt(a));
  if (best !== undefined && countAt(best) > 0) return best;
  const others = sheet.names.flatMap((_name, at) => (codes.includes(at) || !isFull(at) ? [] : [at]));
  return others.length === 1 ? others[0] : best;
}

const isBook = (text: string) => /^97[89]/.test(readIsbn13(text) ?? '');
