import type { KstDay } from '../clock.ts';
import type { StoredItem } from './catalog-store.ts';
import { authorLine, mainCategoryOf, measuresBy, salePriceOn } from './item.ts';

/** An item at its place in a list. */
export interface PlacedItem {
  readonly item: StoredItem;
  /** 1-based position in the whole list. */
  readonly sortOrder: number;
  /** Null where there is no ranking or no preceding rank. */
  readonly upDown: number | null;
}

/** What a response shows of its items. */
export interface ItemView {
  /** detail=Y: includes the fields that it adds. */
  readonly detail: boolean;
  /** Includes sideCover and backCover, which only some endpoints return (docs/api.md#item). */
  readonly sides: boolean;
  readonly addOnUserKey: string | null;
}

/** What the answers of a moment have in common. */
export interface AnswerContext {
  readonly links: {
    /** URL of a drawn picture; sides are cover, side and back. */
    substituteCover(side: string, itemId: number): string;
    item(itemId: number): string;
    mobileItem(itemId: number): string;
    addOn(userKey: string, itemId: number): string;
  };
  /** "root-second level" of every category (docs/api.md#labels). */
  readonly goodsSortNames: ReadonlyMap<string, string>;
  readonly today: KstDay;
}

/** An item as responses show it, in the order of its fields (docs/api.md#item). */
export function itemAnswer(
  { item, sortOrder, upDown }: PlacedItem,
  view: ItemView,
  { links, goodsSortNames, today }: AnswerContext,
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

export type ItemFields = ReturnType<typeof itemAnswer>;
