import type { StoredItem } from '../catalog/catalog-store.ts';
import type { Category } from '../catalog/category.ts';
import { type AnswerContext, type ItemFields, type ItemView, itemAnswer } from '../catalog/item-answer.ts';
import { kstDayOf } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import type { PageOfList } from '../http/links.ts';
import { message } from '../messages/messages.ts';
import type { ItemEntry } from '../rankings/lists/visible-list.ts';
import { untilChanged } from '../until-changed.ts';
import type { Services } from './endpoint.ts';
import type { ItemReference, Page } from './params.ts';

/** The JSON members of an item list payload (docs/api.md#item-lists) behind `meta`. */
export async function renderItemList(
  entries: readonly ItemEntry[],
  view: ItemView,
  { page, pageSize, totalCount }: PageOfList,
  services: Services,
): Promise<Buffer> {
  const render = await itemRenderer(view, services);
  const items = joinItems(entries.values().map(render), 'PARAM_006', 'pageSize', pageSize);
  const paging = `"currentPage":${page},"pageSize":${pageSize},"totalCount":${totalCount}`;
  return Buffer.from(`"items":[${items}],${paging}`);
}

/** A larger response would hold up everybody else while it's made and sent. */
const ITEMS_MEGABYTES_MAX = 8;

/**
 * The JSON of several items. Throws an error that says to ask for fewer as soon as they have become too large; `count` of
 * them were asked for by a parameter.
 */
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

/** Makes the JSON of one item. */
export async function itemRenderer(
  view: ItemView,
  services: Services,
): Promise<(entry: ItemEntry) => string> {
  const context = await answerContext(services);
  return (entry) => JSON.stringify(itemAnswer(entry, view, context));
}

/** The fields that any caller gets without detail, for files. */
export async function readItemFields(
  entries: readonly ItemEntry[],
  services: Services,
): Promise<readonly ItemFields[]> {
  const context = await answerContext(services);
  const view = { detail: false, sides: false, addOnUserKey: null };
  return entries.map((entry) => itemAnswer(entry, view, context));
}

/** What the answers of this moment have in common. */
export async function answerContext({ catalog, clock, links }: Services): Promise<AnswerContext> {
  const goodsSortNames = goodsSortNamesOf(await catalog.listCategories());
  return { links, goodsSortNames, today: kstDayOf(clock.nowMs()) };
}

/** First position of a page, 0-based. Throws the list's "no result" error for an empty list or a page past its end. */
export function pageOffset({ page, pageSize }: Page, totalCount: number, code: ErrorCode): number {
  const offset = (page - 1) * pageSize;
  if (totalCount === 0) throw new ApiError(code);
  if (offset < totalCount) return offset;
  const lastPage = Math.ceil(totalCount / pageSize);
  throw new ApiError(code, {
    detail: message('api.pastLastPage', { totalCount, lastPage }),
  });
}

/** "root-second level" of every category (docs/api.md#labels). */
const goodsSortNamesOf = untilChanged((categories: readonly Category[]): ReadonlyMap<string, string> => {
  const names = new Map(categories.map((category) => [category.categoryId, category.categoryName]));
  return new Map(
    categories.map(({ categoryId, pathIds }) => [
      categoryId,
      pathIds
        .slice(0, 2)
        .map((id) => names.get(id))
        .join('-'),
    ]),
  );
});

/**
 * The product that a call names. Throws GOODS_002 for an unknown ISBN13, `unknownNumber` for an unknown product
 * number, and SEARCH_002 for a product that the operator withholds (docs/api.md#error-codes).
 */
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

/** The products in the order of their references; null for missing ones. */
export async function findNamed(
  references: readonly ItemReference[],
  { catalog }: Services,
): Promise<readonly (StoredItem | null)[]> {
  const itemIds = await Promise.all(
    references.map(({ isbn13, itemId }) => (isbn13 === null ? itemId : catalog.findItemIdByIsbn13(isbn13))),
  );
  // No item has the number 0.
  return catalog.findItems(itemIds.map((itemId) => itemId ?? 0));
}
