import { memoizeLast } from '../base/memoize-last.ts';
import type { StoredItem } from '../catalog/catalog-store.ts';
import type { Category } from '../catalog/category.ts';
import { compactIsbn, isIsbn13Form, readIsbn13 } from '../catalog/isbn.ts';
import { authorLine, mainCategoryOf, measuresBy, salePriceOn } from '../catalog/item.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { Links } from '../http/links.ts';
import type { Query } from '../http/query-string.ts';
import type { Texts } from '../messages/languages.ts';
import { message } from '../messages/messages.ts';
import type { ItemEntry } from '../rankings/lists/ranking-store.ts';
import { choice, type Page, type PageOfList, type Parameter, quoteValue, type Services } from './endpoint.ts';
import { QUERY_LABEL } from './params.ts';
import { type DocumentText, text } from './schema.ts';

export interface ItemView {
  readonly detail: boolean;
  /** Whether to return sideCover and backCover, which few endpoints have (docs/api.md#item). */
  readonly sides: boolean;
  readonly addOnUserKey: string | null;
}

export interface RenderContext {
  readonly links: Pick<Links, 'substituteCover' | 'item' | 'mobileItem' | 'addOn'>;
  readonly goodsSortNames: ReadonlyMap<string, string>;
  readonly today: KstDay;
}

export type ItemFields = ReturnType<typeof itemJson>;

/** The fields in the order of responses (docs/api.md#item). */
export function itemJson(
  { item, sortOrder, upDown }: ItemEntry,
  view: ItemView,
  { links, goodsSortNames, today }: RenderContext,
) {
  const { itemId } = item;
  const picture = (side: string, url: string | null) => url ?? links.substituteCover(side, itemId);
  return {
    sortOrder,
    itemId,
    title: item.title,
    author: authorLine(item.contributors),
    goodsType: item.goodsType,
    goodsSortNm: item.goodsSortNm ?? goodsSortNames.get(mainCategoryOf(item)) ?? '',
    adultYn: item.adultYn,
    publisher: item.publisher,
    isbn10: item.isbn10,
    isbn13: item.isbn13,
    shopPrice: item.shopPrice,
    salePrice: salePriceOn(item, today),
    publishDate: item.publishDate,
    itemStatus: item.itemStatus,
    cover: picture('cover', item.cover),
    ...(view.sides && {
      sideCover: picture('side', item.sideCover),
      backCover: picture('back', item.backCover),
    }),
    link: links.item(itemId),
    addOnLink: view.addOnUserKey === null ? '' : links.addOn(view.addOnUserKey, itemId),
    upDown,
    contentDetail: item.contentDetail,
    ...(view.detail && {
      subTitle: item.subTitle,
      originalTitle: item.originalTitle,
      originalTranslation: item.originalTranslation,
      servicePoint: item.servicePoint,
      salePoint: item.salePoint,
      fixedBookPriceYn: item.fixedBookPriceYn,
      ...measuresBy((name) => item[name]),
      itemFormat: item.itemFormat,
      starScore: item.starScore,
      mobileLink: links.mobileItem(itemId),
      eBookLink: item.ebookId === null ? null : links.item(item.ebookId),
      ebookId: item.ebookId,
      series: item.series,
    }),
  };
}

export async function createItemRenderer(
  view: ItemView,
  { catalog, clock, links }: Services,
): Promise<(entry: ItemEntry) => ItemFields> {
  const goodsSortNames = goodsSortNamesOf(await catalog.listCategories());
  const context = { links, goodsSortNames, today: kstDayOf(clock.nowMs()) };
  return (entry) => itemJson(entry, view, context);
}

/** The label of each category, such as "국내도서-소설" from the two highest levels (docs/api.md#labels). */
const goodsSortNamesOf = memoizeLast((categories: readonly Category[]): ReadonlyMap<string, string> => {
  const names = new Map(categories.map((category) => [category.categoryId, category.categoryName]));
  const nameOf = (path: readonly string[]) => path.map((id) => names.get(id)).join('-');
  return new Map(categories.map(({ categoryId, pathIds }) => [categoryId, nameOf(pathIds.slice(0, 2))]));
});

/** The JSON text after `meta` inside `data` (docs/api.md#item-lists). */
export async function renderItemList(
  entries: readonly ItemEntry[],
  view: ItemView,
  { page, pageSize, totalCount }: PageOfList,
  services: Services,
): Promise<Buffer> {
  const read = await createItemRenderer(view, services);
  const rendered = entries.values().map((entry) => JSON.stringify(read(entry)));
  const items = joinItems(rendered, 'PARAM_006', 'pageSize', pageSize);
  const paging = `"currentPage":${page},"pageSize":${pageSize},"totalCount":${totalCount}`;
  return Buffer.from(`"items":[${items}],${paging}`);
}

/** Larger responses would block the serving thread. */
const ITEMS_MEGABYTES_MAX = 8;

/** Joins items as JSON. If they are too large, throws `code`, whose message says to request fewer than `count` by `parameter`. */
export function joinItems(
  rendered: Iterable<string>,
  code: ErrorCode,
  parameter: string,
  count: number,
): string {
  const items: string[] = [];
  let bytes = 0;
  for (const item of rendered) {
    bytes += Buffer.byteLength(item);
    if (bytes > ITEMS_MEGABYTES_MAX * 1024 * 1024) {
      const allowed = message('api.fewer', { megabytes: ITEMS_MEGABYTES_MAX });
      throw new ApiError(code, { parameter, value: count, allowed });
    }
    items.push(item);
  }
  return items.join();
}

/** Throws `code` for a page past the last one, and for any page of an empty list. */
export function refusePastEnd({ page, pageSize }: Page, totalCount: number, code: ErrorCode): void {
  if (totalCount === 0) throw new ApiError(code);
  const lastPage = Math.ceil(totalCount / pageSize);
  if (page > lastPage)
    throw new ApiError(code, { detail: message('api.pastLastPage', { totalCount, lastPage }) });
}

/** Throws GOODS_002 for an unknown ISBN13, `unknownNumber` for an unknown product number, SEARCH_002 for a withheld product. */
export async function findItem(
  reference: ItemReference,
  unknownNumber: ErrorCode,
  services: Services,
): Promise<StoredItem> {
  const [item = null] = await findNamed([reference], services);
  const { isbn13, text } = reference;
  if (item === null)
    throw new ApiError(isbn13 === null ? unknownNumber : 'GOODS_002', { value: isbn13 ?? text });
  if (item.withheld) throw new ApiError('SEARCH_002');
  return item;
}

export async function findNamed(
  references: readonly ItemReference[],
  { catalog }: Services,
): Promise<readonly (StoredItem | null)[]> {
  const itemIds = await Promise.all(
    references.map(({ isbn13, itemId }) => (isbn13 === null ? itemId : catalog.findItemIdByIsbn13(isbn13))),
  );
  // 0 finds nothing: no item has this number.
  return catalog.findItems(itemIds.map((itemId) => itemId ?? 0));
}

export interface ItemReference {
  readonly text: string;
  readonly isbn13: string | null;
  /** Null if the call sent an ISBN13, or a number too large for any item. */
  readonly itemId: number | null;
}

const searchType = choice(
  ['ISBN13', 'ItemId'],
  'ISBN13',
  { en: 'What kind of number query is', ko: 'query에 넣은 번호의 종류' },
  { en: 'Look up by', ko: '번호 종류' },
  { ISBN13: { en: 'ISBN13' }, ItemId: { en: 'Product number', ko: '상품번호' } },
  'PARAM_004',
);

/** Parameters for one product. `searchType` says whether `query` is an ISBN13 or a product number. */
export const oneItem = {
  searchType,
  query: productNumbers(
    { en: 'An ISBN13 or a product number', ko: 'ISBN13 또는 상품번호' },
    '9799010016057',
    (sent, parse) => parse(sent),
  ),
};

const REFERENCES_MAX = 100;

/** Parameters for several products. If one number is invalid, the call fails. */
export const severalItems = {
  searchType,
  query: productNumbers(
    { en: 'Up to 100 numbers, separated by commas', ko: '쉼표로 구분한 번호. 최대 100개' },
    '9799010016057,9791199999992',
    (sent, parse): readonly ItemReference[] => {
      const numbers = typeof sent === 'string' && sent !== '' ? sent.split(',') : [];
      if (numbers.length > 0 && numbers.length <= REFERENCES_MAX) return numbers.map(parse);
      const given = numbers.length === 0 ? quoteValue(sent) : String(numbers.length);
      throw badReference(given, message('api.severalNumbers', { max: REFERENCES_MAX }));
    },
  ),
};

/** `read` gets the parameter's value, and the function that parses numbers of the kind in searchType. */
function productNumbers<Value>(
  description: DocumentText,
  example: string,
  read: (sent: Query[string], parse: (number: Query[string]) => ItemReference) => Value,
): Parameter<Value> {
  return {
    schema: { ...text(description), 'x-label': QUERY_LABEL, examples: [example] },
    isRequired: true,
    code: 'PARAM_004',
    read: (query, name) =>
      read(query[name], searchType.read(query, 'searchType') === 'ItemId' ? parseItemId : parseIsbn13),
  };
}

function parseItemId(value: Query[string]): ItemReference {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value) || !/[1-9]/.test(value)) {
    throw badReference(quoteValue(value), message('api.productNumber'));
  }
  const itemId = Number(value);
  return { text: value, isbn13: null, itemId: Number.isSafeInteger(itemId) ? itemId : null };
}

function parseIsbn13(value: Query[string]): ItemReference {
  const text = typeof value === 'string' ? value : '';
  const isbn = compactIsbn(text);
  if (isIsbn13Form(isbn)) return { text, isbn13: isbn, itemId: null };
  const isbn13 = readIsbn13(isbn);
  const allowed = isbn13 === null ? message('api.isbn13') : message('api.isbn13Of', { isbn13 });
  throw badReference(quoteValue(value), allowed);
}

function badReference(value: string | Texts, allowed: Texts): ApiError {
  return new ApiError('PARAM_004', { parameter: 'query', value, allowed });
}
