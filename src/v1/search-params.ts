import { formatKstDay } from '../clock.ts';
import { ApiError } from '../http/errors.ts';
import { message } from '../messages/messages.ts';
import {
  FILTER_PRICE_MAX,
  SEARCH_CATEGORIES,
  SEARCH_LENGTH_MAX,
  SEARCH_SORTS,
  SEARCH_TARGETS,
} from '../search/search-index.ts';
import { choice, day, type Parameter, parameter, quoteValue, wholeNumber, yesNo } from './endpoint.ts';
import { QUERY_LABEL } from './params.ts';
import { type DocumentText, text } from './schema.ts';

/** A longer text is refused at once, without the work of normalizing it. */
const GIVEN_MAX = 10 * SEARCH_LENGTH_MAX;

export const term = composed({ en: 'Search term', ko: '검색어' }, '여행');
export const beginning = composed(
  {
    en: 'What the user has typed so far: the beginning of a title or name, or Korean initial consonants',
    ko: '사용자가 지금까지 입력한 글자. 제목이나 이름의 앞부분 또는 초성',
  },
  'ㅎㄱㄷ',
);

function composed(description: DocumentText, example: string): Parameter<string> {
  const bounds = { minLength: 1, maxLength: SEARCH_LENGTH_MAX, examples: [example] };
  return parameter({
    schema: { ...text(description), 'x-label': QUERY_LABEL, ...bounds },
    code: 'PARAM_003',
    errorValues: { max: SEARCH_LENGTH_MAX },
    parse(sent) {
      // Some systems send a Korean syllable as up to three characters (NFD). Users count one.
      const composed = sent.length <= GIVEN_MAX ? sent.normalize('NFC') : '';
      // Users count code points. A code point has one or two code units.
      const fits = composed.length <= 2 * SEARCH_LENGTH_MAX && [...composed].length <= SEARCH_LENGTH_MAX;
      return composed.trim() !== '' && fits ? composed : null;
    },
  });
}

export const category = choice(
  SEARCH_CATEGORIES,
  'ALL',
  { en: 'Kind of product', ko: '상품 종류' },
  { en: 'Catalogue', ko: '상품 종류' },
  {
    ALL: { en: 'All', ko: '전체' },
    BOOK: { en: 'Books published in Korea', ko: '국내도서' },
    FOREIGN: { en: 'Foreign books', ko: '외국도서' },
    EBOOK: { en: 'E-books', ko: '전자책' },
    MUSIC: { en: 'Music', ko: '음반' },
    DVD: { en: 'DVD' },
  },
  'PARAM_008',
);

export const sort = choice(
  SEARCH_SORTS,
  'DEFAULT',
  { en: 'Order of the results', ko: '결과 정렬 순서' },
  { en: 'Sort by', ko: '정렬' },
  {
    DEFAULT: { en: 'Relevance and sales', ko: '관련도와 판매량' },
    RELATION: { en: 'Relevance alone', ko: '관련도만' },
    RECENT: { en: 'Publication date, newest first', ko: '최근 출간순' },
    REG_DTS: { en: 'Registration, newest first', ko: '최근 등록순' },
  },
  'PARAM_005',
);

export const target = choice(
  SEARCH_TARGETS,
  'all',
  { en: 'Where the words must be', ko: '검색할 필드' },
  { en: 'Search in', ko: '검색 범위' },
  {
    all: { en: 'Title, author, publisher or series', ko: '제목, 저자, 출판사, 시리즈' },
    title: { en: 'Title, subtitle or original title', ko: '제목, 부제, 원제' },
    author: { en: 'Authors or artists', ko: '저자 또는 아티스트' },
    publisher: { en: 'Publisher', ko: '출판사' },
  },
);

/** Search filters, checked in this order (docs/search.md#filters). */
export const filters = {
  inStock: yesNo(
    'N',
    {
      en: 'Whether products that cannot be ordered now are left out',
      ko: '지금 주문할 수 없는 상품을 제외할지 여부',
    },
    { en: 'Stock', ko: '재고' },
    {
      Y: { en: 'Only what can be ordered now', ko: '지금 주문할 수 있는 상품만' },
      N: { en: 'Everything', ko: '모든 상품' },
    },
  ),
  publishedFrom: day(
    {
      en: 'Earliest publication date. Products without a date are left out',
      ko: '출간일 시작. 출간일이 없는 상품은 제외됩니다',
    },
    { en: 'Published from', ko: '출간일부터' },
    '2020-01-01',
  ),
  publishedTo: rangeEnd(
    'publishedFrom',
    day(
      {
        en: 'Latest publication date, not before publishedFrom',
        ko: '출간일 끝. publishedFrom보다 빠를 수 없습니다',
      },
      { en: 'Published to', ko: '출간일까지' },
      '2026-12-31',
    ),
    formatKstDay,
  ),
  priceFrom: price(
    { en: "Lowest selling price, in the shop's currency", ko: '최저 판매가. 서점의 통화 단위' },
    { en: 'Price from', ko: '최저 가격' },
    5000,
  ),
  priceTo: rangeEnd(
    'priceFrom',
    price(
      {
        en: "Highest selling price, in the shop's currency; not below priceFrom",
        ko: '최고 판매가. 서점의 통화 단위이며 priceFrom보다 낮을 수 없습니다',
      },
      { en: 'Price to', ko: '최고 가격' },
      30000,
    ),
    String,
  ),
};

function price(description: DocumentText, label: DocumentText, example: number): Parameter<number | null> {
  const allowed = message('api.wholePrice', { min: 0, max: FILTER_PRICE_MAX });
  return wholeNumber({ min: 0, max: FILTER_PRICE_MAX, fallback: null, description, label, example, allowed });
}

export const correct = yesNo(
  'Y',
  { en: 'Whether a term that finds nothing is corrected', ko: '결과가 없는 검색어를 교정할지 여부' },
  { en: 'Correction', ko: '자동 교정' },
  {
    Y: { en: 'On', ko: '교정함' },
    N: {
      en: 'Off: a term that finds nothing fails with SEARCH_001',
      ko: '교정하지 않음. 결과가 없으면 SEARCH_001',
    },
  },
);

/** The end of a range. The value may not be less than that of the parameter `start`. */
function rangeEnd<Value extends number>(
  start: string,
  kind: Parameter<Value | null>,
  format: (value: Value) => string,
): Parameter<Value | null> {
  return {
    ...kind,
    read(query, name) {
      const to = kind.read(query, name);
      const from = to === null ? null : kind.read(query, start);
      if (to === null || from === null || to >= from) return to;
      const startValue = format(from);
      const allowed = message('api.notBelow', { start, value: startValue });
      const given = { parameter: name, value: quoteValue(query[name]) };
      throw new ApiError(kind.code, { ...given, allowed, start, startValue });
    },
  };
}
