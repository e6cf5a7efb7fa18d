/**
 * What the codes of ONIX become here, by EDItEUR code list. docs/onix.md shows the same tables to operators; a test
 * compares the two.
 */

/** List 1, notification types. */
export const NOTIFICATION_TYPES: ReadonlyMap<string, 'record' | 'update' | 'delete'> = new Map([
  ['01', 'record'],
  ['02', 'record'],
  ['03', 'record'],
  ['04', 'update'],
  ['05', 'delete'],
  ['12', 'update'],
  ['13', 'update'],
  ['14', 'update'],
]);

/** List 150 (and 7 of ONIX 2.1), product forms, by their first letters; the longest that fits decides. */
export const CATALOGS_BY_FORM: ReadonlyMap<string, string> = new Map([
  ['A', 'MUSIC'],
  ['B', 'BOOK'],
  ['D', 'EBOOK'],
  ['E', 'EBOOK'],
  ['V', 'DVD'],
]);

/** List 150, product forms that shops name in Korean. */
export const FORMATS: ReadonlyMap<string, string> = new Map([
  ['BA', '도서'],
  ['BB', '양장'],
  ['BC', '반양장'],
  ['BD', '낱장'],
  ['BE', '스프링'],
  ['BF', '팸플릿'],
  ['BH', '보드북'],
  ['AC', 'CD'],
  ['AJ', '오디오 파일'],
  ['EA', '전자책'],
  ['EB', '전자책'],
  ['EC', '전자책'],
  ['ED', '전자책'],
  ['DG', '전자책'],
  ['VI', 'DVD'],
  ['VO', '블루레이'],
]);

/** List 17, roles of contributors. */
export const ROLES: ReadonlyMap<string, string> = new Map([
  ['A01', '지음'],
  ['A02', '지음'],
  ['A03', '각본'],
  ['A05', '작사'],
  ['A06', '작곡'],
  ['A07', '그림'],
  ['A08', '사진'],
  ['A12', '그림'],
  ['A13', '사진'],
  ['A15', '서문'],
  ['A16', '서문'],
  ['A19', '후기'],
  ['A21', '해설'],
  ['A23', '서문'],
  ['A24', '머리말'],
  ['A32', '글'],
  ['A35', '그림'],
  ['B01', '엮음'],
  ['B02', '개정'],
  ['B05', '각색'],
  ['B06', '옮김'],
  ['B09', '총서 엮음'],
  ['B11', '책임편집'],
  ['B21', '책임편집'],
  ['C01', '엮음'],
  ['D01', '제작'],
  ['D02', '감독'],
  ['E01', '출연'],
  ['E03', '낭독'],
  ['E07', '낭독'],
]);

/** List 65, product availability (list 54 of ONIX 2.1 below). */
export const STATUS_BY_AVAILABILITY: ReadonlyMap<string, string> = new Map([
  ['01', '판매중지'],
  ['09', '판매중지'],
  ['10', '예약판매'],
  ['11', '예약판매'],
  ['12', '예약판매'],
  ['20', '판매중'],
  ['21', '판매중'],
  ['22', '판매중'],
  ['23', '판매중'],
  ['30', '일시품절'],
  ['31', '일시품절'],
  ['32', '일시품절'],
  ['33', '일시품절'],
  ['34', '일시품절'],
  ['40', '품절'],
  ['41', '품절'],
  ['42', '품절'],
  ['43', '품절'],
  ['44', '품절'],
  ['45', '품절'],
  ['46', '판매중지'],
  ['47', '판매중지'],
  ['48', '품절'],
  ['49', '판매중지'],
  ['50', '품절'],
  ['51', '절판'],
  ['52', '품절'],
]);

/** List 54, availability in ONIX 2.1. */
export const STATUS_BY_OLD_AVAILABILITY: ReadonlyMap<string, string> = new Map([
  ['AB', '판매중지'],
  ['AD', '판매중'],
  ['CS', '판매중'],
  ['EX', '품절'],
  ['IP', '판매중'],
  ['NP', '예약판매'],
  ['OI', '품절'],
  ['OP', '절판'],
  ['OR', '품절'],
  ['PP', '예약판매'],
  ['RF', '품절'],
  ['RP', '일시품절'],
  ['RU', '일시품절'],
  ['TO', '판매중'],
  ['TP', '일시품절'],
  ['TU', '일시품절'],
  ['UR', '일시품절'],
  ['WS', '판매중지'],
]);

/** List 64, publishing status: asked where nothing is said of availability. */
export const STATUS_BY_PUBLISHING: ReadonlyMap<string, string> = new Map([
  ['01', '판매중지'],
  ['02', '예약판매'],
  ['03', '일시품절'],
  ['04', '판매중'],
  ['05', '품절'],
  ['06', '품절'],
  ['07', '절판'],
  ['08', '품절'],
  ['11', '판매중지'],
  ['15', '판매중지'],
  ['16', '판매중지'],
  ['17', '판매중지'],
]);

/** List 58, price types with tax, the kinds that a shop sells at: the first of this order that is there is taken. */
export const PRICE_TYPES = ['04', '02', '42', '03', '01', '41', '14', '12', '24', '22', '34', '32'] as const;

/** List 58, price types that a publisher has fixed. */
export const FIXED_PRICE_TYPES: ReadonlySet<string> = new Set([
  '03',
  '04',
  '13',
  '14',
  '23',
  '24',
  '33',
  '34',
]);

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
