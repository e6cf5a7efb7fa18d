import { compactIsbn, isbn13Of, isIsbn10Form, isIsbn13Form } from '../catalog/isbn.ts';
import { type KstDay, parseKstDay } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { FileFormat } from '../http/file-answer.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import { inEveryLanguage, message } from '../messages/messages.ts';
import {
  AGES,
  type Age,
  NEW_PRODUCT_SORTS,
  type NewProductSort,
  SEXES,
  type Sex,
} from '../rankings/ranking-store.ts';

/** Largest page (docs/rules/interface.md#parameters). */
const PAGE_MAX = 1_000_000;
/** Largest page size on every endpoint (docs/rules/interface.md#parameters). */
const PAGE_SIZE_MAX = 100;
/** Default page size of JSON lists (docs/rules/interface.md#parameters). */
export const PAGE_SIZE_JSON = 20;
/** Default page size of exports (docs/rules/interface.md#parameters). */
export const PAGE_SIZE_EXPORT = 100;

/** Required. Throws PARAM_001. */
export function readCategoryId(query: Query): string {
  const value = query.categoryId;
  if (typeof value !== 'string' || value === '') throw new ApiError('PARAM_001');
  return value;
}

/** The day of `date`, null when it is left out (findEditionOfDate says what that means). Throws PARAM_002. */
export function readDate(query: Query): KstDay | null {
  const value = query.date;
  if (value === undefined) return null;
  const day = typeof value === 'string' ? parseKstDay(value) : null;
  if (day === null) throw new ApiError('PARAM_002', { value: shown(value) });
  return day;
}

/** Throws PARAM_007. */
export function readSex(query: Query): Sex {
  return oneOf(query, 'sex', SEXES, 'A', 'PARAM_007');
}

/** Throws PARAM_007. */
export function readAge(query: Query): Age {
  const age = oneOf(query, 'age', AGES.map(String), '255', 'PARAM_007');
  return Number(age) as Age;
}

/** The order of a new-product list. Throws PARAM_005. */
export function readNewProductSort(query: Query): NewProductSort {
  return oneOf(query, 'sort', NEW_PRODUCT_SORTS, 'RegDate', 'PARAM_005');
}

/** A page of a list. */
export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** page, then pageSize. Throws PARAM_007, PARAM_006. */
export function readPaging(query: Query, pageSizeDefault: number): Page {
  return { page: readPage(query), pageSize: readPageSize(query, pageSizeDefault) };
}

/** Throws PARAM_007. */
function readPage(query: Query): number {
  const page = readInteger(query.page, 1, PAGE_MAX, 1);
  if (page !== undefined) return page;
  const allowed = message('api.wholeNumber', { min: 1, max: PAGE_MAX });
  throw new ApiError('PARAM_007', { parameter: 'page', value: shown(query.page), allowed });
}

/** Throws PARAM_006. */
function readPageSize(query: Query, fallback: number): number {
  const pageSize = readInteger(query.pageSize, 1, PAGE_SIZE_MAX, fallback);
  if (pageSize === undefined) throw new ApiError('PARAM_006', { value: shown(query.pageSize) });
  return pageSize;
}

/** Whether detail=Y is set. Throws PARAM_007. */
export function readDetail(query: Query): boolean {
  return readYn(query, 'detail', 'N');
}

/** A product as itemDetail, author and content name it. */
export type ItemReference =
  | { readonly isbn13: string }
  | { readonly itemId: number | null; readonly text: string };

/** searchType and query of itemDetail, author and content. Throws PARAM_004. */
export function readItemReference(query: Query): ItemReference {
  const readOne = referenceReader(query);
  return readOne(query.query);
}

/** Most products in one call (docs/rules/interface.md#several-products). */
export const REFERENCES_MAX = 100;

/** A product as a call names it, and the kind of name. */
export interface NamedReference {
  readonly text: string;
  readonly reference: ItemReference;
}

/** searchType and query of items: numbers with commas between them. Throws PARAM_004, also for one wrong number. */
export function readItemReferences(query: Query): readonly NamedReference[] {
  const readOne = referenceReader(query);
  const value = query.query;
  const texts = typeof value === 'string' && value !== '' ? value.split(',') : [];
  if (texts.length === 0 || texts.length > REFERENCES_MAX) {
    const given = texts.length === 0 ? shown(value) : String(texts.length);
    throw badReference(given, message('api.severalNumbers', { max: REFERENCES_MAX }));
  }
  return texts.map((text) => ({ text, reference: readOne(text) }));
}

/** Reads searchType and returns the reader for numbers of that type. */
function referenceReader(query: Query): (value: Query[string]) => ItemReference {
  const searchType = oneOf(query, 'searchType', ['ISBN13', 'ItemId'], 'ISBN13', 'PARAM_004');
  return searchType === 'ItemId' ? parseItemId : parseIsbn13;
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

/** The format of an export (docs/rules/spreadsheets.md#csv-and-headers). */
export interface FileForm {
  readonly format: FileFormat;
  readonly hasHeader: boolean;
}

/** format and header, the last parameters of every export. Throws PARAM_007. */
export function readFileForm(query: Query): FileForm {
  const format = oneOf(query, 'format', FILE_FORMATS, 'xlsx', 'PARAM_007');
  return { format, hasHeader: readYn(query, 'header', 'Y') };
}

/** Values of `format`. */
export const FILE_FORMATS = ['xlsx', 'csv'] as const satisfies readonly FileFormat[];

/** Whether a switch is on. Throws PARAM_007. */
export function readYn(query: Query, parameter: string, fallback: 'Y' | 'N'): boolean {
  return oneOf(query, parameter, ['Y', 'N'], fallback, 'PARAM_007') === 'Y';
}

/** A parameter with a closed set of values, spelled exactly; an empty or repeated one is wrong. */
export function oneOf<T extends string>(
  query: Query,
  parameter: string,
  allowed: readonly T[],
  fallback: T,
  code: ErrorCode,
): T {
  const value = query[parameter];
  if (value === undefined) return fallback;
  const known = allowed.find((one) => one === value);
  if (known !== undefined) return known;
  throw new ApiError(code, { parameter, value: shown(value), allowed: allowed.join(', ') });
}

/** Digits only: no sign, blank, exponent or fraction. Undefined when the value is anything else or out of range. */
export function readInteger<T extends number | null>(
  value: Query[string],
  min: number,
  max: number,
  fallback: T,
): number | T | undefined {
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && number <= max ? number : undefined;
}

/** The longest part of a refused value that a message repeats. */
const SHOWN_MAX = 60;

/** A refused value as a message repeats it; nothing that may be a key is repeated. */
export function shown(value: Query[string]): Texts {
  if (value === undefined) return message('api.absent');
  if (typeof value !== 'string') return message('api.repeated');
  if (value === '') return message('api.empty');
  if (value.length > SHOWN_MAX || /(?=\d*[A-Za-z])[A-Za-z0-9]{20}/.test(value))
    return message('api.notOneOfThese');
  return inEveryLanguage(() => `"${value}"`);
}
