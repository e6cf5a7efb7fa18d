import type { StoredItem } from '../catalog/catalog-store.ts';
import type { Category } from '../catalog/category.ts';
import {
  type BoundFragment,
  bindFragment,
  type FragmentValues,
  fragmentToObject,
  type ItemFields,
  renderFragment,
} from '../catalog/fragment.ts';
import { salePriceOn } from '../catalog/item.ts';
import { type KstDay, kstDayOf } from '../clock.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import type { ItemEntry } from '../rankings/visible-list.ts';
import { untilChanged } from '../until-changed.ts';
import type { Page } from './params.ts';
import type { Services } from './services.ts';

/** How a response shows its items. */
export interface ItemView {
  /** detail=Y: includes the fields that it adds. */
  readonly detail: boolean;
  /** Includes sideCover and backCover, which only some endpoints return (docs/rules/interface.md#item). */
  readonly sides: boolean;
  readonly addOnUserKey: string | null;
}

/** The JSON members of an item list payload (docs/rules/interface.md#item-lists) behind `meta`. */
export async function renderItemList(
  entries: readonly ItemEntry[],
  view: ItemView,
  { page, pageSize }: Page,
  totalCount: number,
  services: Services,
): Promise<Buffer> {
  const render = await itemRenderer(view, services);
  const items = joinItems(entries.values().map(render), 'PARAM_006', 'pageSize', pageSize);
  const paging = `"currentPage":${page},"pageSize":${pageSize},"totalCount":${totalCount}`;
  return Buffer.from(`"items":[${items}],${paging}`, 'latin1');
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
    bytes += item.length;
    if (bytes > ITEMS_MEGABYTES_MAX * 1024 * 1024) {
      const allowed = message('api.fewer', { megabytes: ITEMS_MEGABYTES_MAX });
      throw new ApiError(code, { parameter, value: count, allowed });
    }
    items.push(item);
  }
  return items.join();
}

/** Makes the JSON of one item, in UTF-8, each byte as one character. */
export async function itemRenderer(
  view: ItemView,
  services: Services,
): Promise<(entry: ItemEntry) => string> {
  const shown = await itemShower(view, services);
  return (entry) => renderFragment(...shown(entry));
}

/** The same fields as objects, for files: those that any caller gets without detail. */
export async function readItemFields(
  entries: readonly ItemEntry[],
  services: Services,
): Promise<readonly ItemFields[]> {
  const shown = await itemShower({ detail: false, sides: false, addOnUserKey: null }, services);
  return entries.map((entry) => fragmentToObject(...shown(entry)));
}

async function itemShower(view: ItemView, services: Services) {
  const goodsSorts = goodsSortNames(await services.catalog.listCategories());
  const today = kstDayOf(services.clock.nowMs());
  return (entry: ItemEntry): [BoundFragment, FragmentValues] => [
    bindItem(entry.item, goodsSorts, services),
    valuesOf(entry, view, today, services),
  ];
}

/** Fragments of items that the store keeps, each with its bound form. */
const boundFragments = new WeakMap<
  StoredItem,
  { links: Services['links']; goodsSortNm: string; bound: BoundFragment }
>();

function bindItem(
  item: StoredItem,
  goodsSorts: ReadonlyMap<string, string>,
  { links }: Services,
): BoundFragment {
  const goodsSortNm = goodsSorts.get(item.mainCategoryId) ?? '';
  const known = boundFragments.get(item);
  if (known?.links === links && known.goodsSortNm === goodsSortNm) return known.bound;
  const { substituteCover, item: link, mobileItem: mobileLink } = links;
  const bound = bindFragment(item.template, { substituteCover, link, mobileLink, goodsSortNm });
  boundFragments.set(item, { links, goodsSortNm, bound });
  return bound;
}

function valuesOf(entry: ItemEntry, view: ItemView, today: KstDay, { links }: Services): FragmentValues {
  const { item } = entry;
  return {
    sortOrder: entry.sortOrder,
    salePrice: salePriceOn(item, today),
    addOnLink: view.addOnUserKey === null ? '' : links.addOn(view.addOnUserKey, item.itemId),
    upDown: entry.upDown,
    salePoint: item.salePoint,
    withSides: view.sides,
    withDetail: view.detail,
  };
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

/** "root-second level" of every category (docs/rules/interface.md#labels). */
const goodsSortNames = untilChanged((categories: readonly Category[]): ReadonlyMap<string, string> => {
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
