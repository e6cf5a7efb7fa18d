import Type from 'typebox';
import { compactIsbn, isbn13Of, isIsbn10Form, isIsbn13Form } from '../catalog/isbn.ts';
import { ApiError } from '../http/errors.ts';
import type { FileFormat } from '../http/file-answer.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import { AGES, NEW_PRODUCT_SORTS, SEXES } from '../rankings/ranking-store.ts';
import { choice, day, type Parameter, type Parameters, shown, wholeNumber, yesNo } from './parameter.ts';

// Parameters as several endpoints take them (docs/rules/interface.md#parameters).

/** Largest page size on every endpoint. */
const PAGE_SIZE_MAX = 100;
/** Default page size of JSON lists. */
const PAGE_SIZE_JSON = 20;
/** Default page size of exports. */
export const PAGE_SIZE_EXPORT = 100;

/** A page of a list. */
export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** The format of an export (docs/rules/spreadsheets.md#csv-and-headers). */
export interface FileForm {
  readonly format: FileFormat;
  /** Whether the first row holds the titles of the columns. */
  readonly header: boolean;
}

export const categoryId: Parameter<string> = {
  schema: Type.String({ description: 'Category identifier', examples: ['001'] }),
  errors: ['PARAM_001'],
  read(query, name) {
    const sent = query[name];
    if (typeof sent === 'string' && sent !== '') return sent;
    throw new ApiError('PARAM_001');
  },
};

/** findEditionOfDate says what a date that is left out means. */
export const date = day('Day of the list. Default: yesterday in Korea', '2026-11-15', 'PARAM_002');
export const dateOfMonth = day(
  'Any day of the month of the list. Default: yesterday in Korea',
  '2026-11-15',
  'PARAM_002',
);

export const sex = choice(SEXES, 'A', 'Sex of the buyers: A all, M male, F female');
export const age = choice(AGES, 255, 'Age band of the buyers: 255 all, 60 is 60 and over');

/** The order of a new-product list. */
export const newProductSort = choice(
  NEW_PRODUCT_SORTS,
  'RegDate',
  'RegDate newest registration, Sales highest sales index, New latest publication, LowPrice and HighPrice ' +
    'selling price, Name title',
  'PARAM_005',
);

export const page = wholeNumber({ min: 1, max: 1_000_000, fallback: 1, description: 'Page number, from 1' });
export const pageSize = entriesPerPage(PAGE_SIZE_JSON);
export const pageSizeExport = entriesPerPage(PAGE_SIZE_EXPORT);

function entriesPerPage(fallback: number): Parameter<number> {
  return wholeNumber({
    min: 1,
    max: PAGE_SIZE_MAX,
    fallback,
    description: 'Entries per page',
    code: 'PARAM_006',
  });
}

export const detail = yesNo('N', 'Y adds the detail fields');

export const format = choice<FileFormat>(
  ['xlsx', 'csv'],
  'xlsx',
  'File format. CSV has no cell types: some programs read a text that begins with =, +, - or @ as a formula',
);
export const header = yesNo('Y', 'N leaves out the header row');

/** A product as a call names it. */
export type ItemReference =
  | { readonly isbn13: string }
  | { readonly itemId: number | null; readonly text: string };

const searchType = choice(['ISBN13', 'ItemId'], 'ISBN13', 'What kind of number query is', 'PARAM_004');

/** What a call says that names one product; searchType is the kind of its number. */
export interface OneItem {
  readonly searchType: 'ISBN13' | 'ItemId';
  readonly query: ItemReference;
}

export const oneItem: Parameters<OneItem> = {
  searchType,
  query: {
    schema: Type.String({ description: 'An ISBN13 or a product number', examples: ['9799010016057'] }),
    errors: ['PARAM_004'],
    read: (query, name) => referenceParser(query)(query[name]),
  },
};

/** Most products in one call (docs/rules/interface.md#several-products). */
const REFERENCES_MAX = 100;

/** A product as a call names it, and the text that named it. */
export interface NamedReference {
  readonly text: string;
  readonly reference: ItemReference;
}

/** The same for several products; one wrong number refuses the call. */
export interface SeveralItems extends Pick<OneItem, 'searchType'> {
  readonly query: readonly NamedReference[];
}

export const severalItems: Parameters<SeveralItems> = {
  searchType,
  query: {
    schema: Type.String({
      description: 'Up to 100 numbers with commas between them',
      examples: ['9799010016057,9791199999992'],
    }),
    errors: ['PARAM_004'],
    read(query, name) {
      const parse = referenceParser(query);
      const sent = query[name];
      const texts = typeof sent === 'string' && sent !== '' ? sent.split(',') : [];
      if (texts.length === 0 || texts.length > REFERENCES_MAX) {
        const given = texts.length === 0 ? shown(sent) : String(texts.length);
        throw badReference(given, message('api.severalNumbers', { max: REFERENCES_MAX }));
      }
      return texts.map((text) => ({ text, reference: parse(text) }));
    },
  },
};

/** The reader of a number of the kind that searchType says. */
function referenceParser(query: Query): (value: Query[string]) => ItemReference {
  return searchType.read(query, 'searchType') === 'ItemId' ? parseItemId : parseIsbn13;
}

function parseItemId(value: Query[string]): ItemReference {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value) || !/[1-9]/.test(value)) {
    throw badReference(shown(value), message('api.productNumber'));
  }
  const itemId = Number(value);
  // Longer numbers are well-formed, but no item can have one.
  return { itemId: Number.isSafeInteger(itemId) ? itemId : null, text: value };
}

function parseIsbn13(value: Query[string]): ItemReference {
  const isbn = compactIsbn(typeof value === 'string' ? value : '');
  if (isIsbn13Form(isbn)) return { isbn13: isbn };
  const isbn13 = isIsbn10Form(isbn) ? isbn13Of(isbn) : null;
  const allowed = isbn13 === null ? message('api.isbn13') : message('api.isbn13Of', { isbn13 });
  throw badReference(shown(value), allowed);
}

function badReference(value: string | Texts, allowed: Texts): ApiError {
  return new ApiError('PARAM_004', { parameter: 'query', value, allowed });
}
