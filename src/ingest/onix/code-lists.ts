/**
 * What the codes of ONIX become here, by EDItEUR code list. docs/feeds.md#onix-fields shows the same tables to operators; a test
 * compares the two.
 */

/** Codes to their meaning, from each meaning with its codes. */
function byCode<Meaning extends string>(
  codes: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  const entries = Object.entries<string>(codes) as [Meaning, string][];
  return new Map(entries.flatMap(([meaning, list]) => list.split(' ').map((code) => [code, meaning])));
}

/** List 1, notification types. */
export const NOTIFICATION_TYPES = byCode({
  record: '01 02 03',
  update: '04 12 13 14',
  delete: '05',
});

/** List 150 (and 7 of ONIX 2.1), product forms, by their first letter. */
export const CATALOGS_BY_FORM: ReadonlyMap<string, string> = new Map([
  ['A', 'MUSIC'],
  ['B', 'BOOK'],
  ['D', 'EBOOK'],
  ['E', 'EBOOK'],
  ['V', 'DVD'],
]);

/** List 150, product forms that shops name in Korean. */
export const FORMATS = byCode({
  도서: 'BA',
  양장: 'BB',
  반양장: 'BC',
  낱장: 'BD',
  스프링: 'BE',
  팸플릿: 'BF',
  보드북: 'BH',
  CD: 'AC',
  '오디오 파일': 'AJ',
  전자책: 'EA EB EC ED DG',
  DVD: 'VI',
  블루레이: 'VO',
});

/** List 17, roles of contributors. */
export const ROLES = byCode({
  지음: 'A01 A02',
  각본: 'A03',
  작사: 'A05',
  작곡: 'A06',
  그림: 'A07 A12 A35',
  사진: 'A08 A13',
  서문: 'A15 A16 A23',
  후기: 'A19',
  해설: 'A21',
  머리말: 'A24',
  글: 'A32',
  엮음: 'B01 C01',
  개정: 'B02',
  각색: 'B05',
  옮김: 'B06',
  '총서 엮음': 'B09',
  책임편집: 'B11 B21',
  제작: 'D01',
  감독: 'D02',
  출연: 'E01',
  낭독: 'E03 E07',
});

/** List 65, product availability (list 54 of ONIX 2.1 below). */
export const STATUS_BY_AVAILABILITY = byCode({
  판매중지: '01 09 46 47 49',
  예약판매: '10 11 12',
  판매중: '20 21 22 23',
  일시품절: '30 31 32 33 34',
  품절: '40 41 42 43 44 45 48 50 52',
  절판: '51',
});

/** List 54, availability in ONIX 2.1. */
export const STATUS_BY_OLD_AVAILABILITY = byCode({
  판매중지: 'AB WS',
  판매중: 'AD CS IP TO',
  품절: 'EX OI OR RF',
  예약판매: 'NP PP',
  절판: 'OP',
  일시품절: 'RP RU TP TU UR',
});

/** List 64, publishing status, and 68, that of a market: asked where nothing is said of availability. */
export const STATUS_BY_PUBLISHING = byCode({
  판매중지: '01 11 12 15 16 17',
  예약판매: '02',
  일시품절: '03',
  판매중: '04 14',
  품절: '05 06 08 13 18',
  절판: '07',
});

/** List 58, types of retail prices: the first of this order that is there is taken. Others are what the shop pays. */
export const PRICE_TYPES: readonly string[] = '04 02 42 03 01 41 14 12 13 11 24 22 23 21 34 33 31'.split(' ');

/** What may stand with a price for one copy and anybody; other terms (lists 59, 60, 167) are those of libraries, rentals and the like. */
export const OUR_TERMS: ReadonlyMap<string, RegExp> = new Map([
  ['PriceQualifier', /^(?:00|05)?$/],
  ['MinimumOrderQuantity', /^0*1?$/],
  ['PricePer', /^(?:00)?$/],
  ['PriceConditionType', /^(?:0[0-3])?$/],
  ['ClassOfTrade', /^(?:gen.*|trade|retail|consumer)?$/i],
]);

/** List 59, offers to everybody where they have dates: of a promotion, for an introduction. */
export const OFFER_QUALIFIERS: ReadonlySet<string> = new Set(['08', '17']);

/** List 58, price types that a publisher has fixed. */
export const FIXED_PRICE_TYPES: ReadonlySet<string> = new Set('03 04 13 14 23 24 33 34'.split(' '));

/** List 48, kinds of measures, and the field that each becomes. */
export const MEASURES: ReadonlyMap<string, 'length' | 'width' | 'height' | 'weight'> = new Map([
  ['01', 'length'],
  ['02', 'width'],
  ['03', 'height'],
  ['08', 'weight'],
]);

/** List 50, units of measure, in millimetres or grams. */
export const UNITS: ReadonlyMap<string, number> = new Map([
  ['mm', 1],
  ['cm', 10],
  ['m', 1000],
  ['in', 25.4],
  ['gr', 1],
  ['kg', 1000],
  ['oz', 28.349523125],
  ['lb', 453.59237],
]);

/** List 23, extents that count pages, the best first. */
export const PAGE_EXTENTS = ['11', '00', '08', '10', '07', '05', '09'] as const;

/** List 153 (33 in ONIX 2.1), types of texts, and the field that each becomes; the first that is there is taken. */
export const TEXTS_BY_FIELD = {
  bookIntroduction: { types: ['03', '01', '02'], oldTypes: ['03', '01', '13', '02'] },
  tableOfContents: { types: ['04'], oldTypes: ['04'] },
} as const;

/** List 163, roles of publishing dates, the best first. */
export const PUBLISHING_DATE_ROLES = ['01', '11', '19', '02'] as const;
