import type { KstDay } from '../clock.ts';

/** Catalogues of a shop, in the order of their numbers in the database. */
export const CATALOGS = ['BOOK', 'FOREIGN', 'EBOOK', 'MUSIC', 'DVD'] as const;
export type Catalog = (typeof CATALOGS)[number];

/** goodsType if the feed gives none (docs/api.md#labels). */
export const DEFAULT_GOODS_TYPES: Readonly<Record<Catalog, string>> = {
  BOOK: '국내도서',
  FOREIGN: '외국도서',
  EBOOK: 'eBook',
  MUSIC: '음반',
  DVD: 'DVD',
};

/** Catalogues to which the fixed-price law applies by default. */
export const FIXED_PRICE_CATALOGS: readonly Catalog[] = ['BOOK', 'EBOOK'];

export const DEFAULT_ITEM_STATUS = '판매중';

/** Statuses that affect lists and searches. Other statuses of a shop are shown unchanged. */
export const ITEM_STATUSES: readonly string[] = [
  '판매중',
  '예약판매',
  '일시품절',
  '품절',
  '절판',
  '판매중지',
];

/** Statuses in which an item can be bought or pre-ordered. */
export const ON_SALE_STATUSES: readonly string[] = ['판매중', '예약판매'];

/** Pre-orders aren't in stock yet. */
export const IN_STOCK_STATUS = '판매중';

export type YesNo = 'Y' | 'N';

export interface Contributor {
  /** Null without an author record. */
  readonly authorId: number | null;
  readonly author: string;
  /** The role as printed, such as 지음 or 옮김; may be empty. */
  readonly authorType: string;
}

export interface Series {
  readonly seriesId: number;
  readonly seriesName: string;
}

/** Both days are included. */
export interface DayWindow {
  readonly from: KstDay;
  readonly until: KstDay;
}

export interface Deal extends DayWindow {
  readonly salePrice: number;
}

export interface ContentDetail {
  readonly bookIntroduction: string | null;
  readonly bookSummary: string | null;
  readonly tableOfContents: string | null;
}

/** Numbers that only responses with detail=Y contain, in this order. */
export const MEASURE_NAMES = ['pages', 'weight', 'width', 'length', 'height'] as const;
export type MeasureName = (typeof MEASURE_NAMES)[number];

export const MEASURE_TEXTS = {
  pages: { en: 'Number of pages', ko: '쪽수' },
  weight: { en: 'Weight in grams', ko: '무게(g)' },
  width: { en: 'Width in millimetres', ko: '가로(mm)' },
  length: { en: 'Length of the cover in millimetres, top to bottom', ko: '세로(mm)' },
  height: { en: 'Thickness in millimetres', ko: '두께(mm)' },
} as const satisfies Readonly<Record<MeasureName, object>>;

export type Measures = Readonly<Record<MeasureName, number | null>>;

export function measuresBy<Value>(value: (name: MeasureName) => Value): Record<MeasureName, Value> {
  const values: Record<MeasureName, Value> = Object.create(Object.prototype);
  for (const name of MEASURE_NAMES) values[name] = value(name);
  return values;
}

/** A product as a feed gives it, after the checks: text is plain and NFC. No value depends on the day or the base URL. */
export interface Item extends Measures {
  readonly itemId: number;
  /** 13 digits, or empty. */
  readonly isbn13: string;
  /** 10 characters, or empty. */
  readonly isbn10: string;
  readonly title: string;
  readonly subTitle: string;
  readonly originalTitle: string | null;
  readonly originalTranslation: string | null;
  readonly contributors: readonly Contributor[];
  readonly publisher: string;
  /** yyyy-MM-dd, or empty. */
  readonly publishDate: string;
  readonly catalog: Catalog;
  readonly goodsType: string;
  /** Null = derived from the main category (docs/api.md#labels). */
  readonly goodsSortNm: string | null;
  /** At least one; the first is the main category. */
  readonly categoryIds: readonly string[];
  readonly adultYn: YesNo;
  readonly shopPrice: number;
  /** Without deals. */
  readonly salePrice: number;
  readonly deal: Deal | null;
  readonly itemStatus: string;
  readonly itemFormat: string | null;
  readonly fixedBookPriceYn: YesNo;
  readonly servicePoint: number | null;
  readonly starScore: number;
  readonly ebookId: number | null;
  readonly series: readonly Series[];
  /** Null = a substitute is drawn. */
  readonly cover: string | null;
  readonly sideCover: string | null;
  readonly backCover: string | null;
  readonly contentDetail: ContentDetail | null;
  readonly registeredAtMs: number;
  /** Days on which an editor features the item among the new products. */
  readonly attention: DayWindow | null;
  /** Whether the operator keeps the item out of all responses. */
  readonly withheld: boolean;
}

export interface Author {
  readonly authorId: number;
  readonly author: string;
  readonly birthDate: string;
  readonly deathDate: string;
  readonly debutTitle: string;
  readonly details: string;
}

/** The author field of a response. */
export function authorLine(contributors: readonly Contributor[]): string {
  return contributors.map((contributor) => contributor.author).join(', ');
}

export function mainCategoryOf({ categoryIds }: Pick<Item, 'categoryIds'>): string {
  return categoryIds[0] ?? '';
}

export function isWithin(window: DayWindow, day: KstDay): boolean {
  return window.from <= day && day <= window.until;
}

/** The deal's price while the deal lasts (docs/lists.md#deals). */
export function salePriceOn({ deal, salePrice }: Pick<Item, 'deal' | 'salePrice'>, day: KstDay): number {
  return deal !== null && isWithin(deal, day) ? deal.salePrice : salePrice;
}

/** The lowest share of the list price that the fixed-price law allows: 10 % off, and 5 % in other benefits. */
export const FIXED_PRICE_SHARE = 0.85;
/** Deals below this share of the list price are usually typing errors. */
const LOW_SHARE = 0.5;

/** Why a deal is doubtful, or null. Operators must confirm such deals; feeds get a warning (docs/feeds.md#warnings). */
export function dealDoubt(
  dealPrice: number,
  { shopPrice, fixedBookPriceYn }: { readonly shopPrice: number; readonly fixedBookPriceYn: string },
): 'aboveList' | 'fixedPrice' | 'low' | null {
  if (shopPrice <= 0) return null;
  if (dealPrice >= shopPrice) return 'aboveList';
  if (fixedBookPriceYn === 'Y' && dealPrice < shopPrice * FIXED_PRICE_SHARE) return 'fixedPrice';
  return dealPrice < shopPrice * LOW_SHARE ? 'low' : null;
}

/** The texts by which search finds an item (docs/search.md#matching). */
export function textsOf(item: Item) {
  return {
    title: item.title,
    subTitle: item.subTitle,
    originalTitle: item.originalTitle ?? '',
    contributors: item.contributors.map(({ author }) => author),
    publisher: item.publisher,
    series: item.series.map(({ seriesName }) => seriesName),
  };
}

export function haveSameTexts(one: Item, other: Item): boolean {
  return JSON.stringify(textsOf(one)) === JSON.stringify(textsOf(other));
}

export function textsOfData(data: unknown) {
  const item: Item = JSON.parse(String(data));
  return textsOf(item);
}
