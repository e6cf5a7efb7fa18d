import { MEASURE_TEXTS, measuresBy } from '../catalog/item.ts';
import { MEDIA_TYPES } from '../export/table.ts';
import type { Language } from '../messages/languages.ts';

/** A text in English and other languages. English replaces a missing language. */
export type DocumentText = { readonly en: string } & { readonly [Other in Exclude<Language, 'en'>]?: string };

export function textIn(language: Language, text?: DocumentText): string {
  return text?.[language] ?? text?.en ?? '';
}

export type Meanings<Value extends string | number = string> = Readonly<Record<`${Value}`, DocumentText>>;

/**
 * A JSON schema with texts in all languages. The OpenAPI document, the documentation and the tests of responses use it. A title
 * makes a named schema. Clients must accept further fields, which later versions may add.
 */
export interface Schema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object';
  readonly title?: string | undefined;
  readonly description?: DocumentText | undefined;
  /** The label of a parameter's form field. */
  readonly 'x-label'?: DocumentText;
  /** An extension of OpenAPI by Redocly. */
  readonly 'x-enumDescriptions'?: Meanings;
  readonly format?: 'date' | 'date-time' | 'uri' | 'binary' | 'int64';
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[] | undefined;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export const text = (description?: DocumentText): Schema => ({ type: 'string', description });
export const integer = (description?: DocumentText): Schema => ({ type: 'integer', description });
/** An integer that may need more than 32 bits. */
export const long = (description?: DocumentText): Schema => ({ ...integer(description), format: 'int64' });
export const number = (description?: DocumentText): Schema => ({ type: 'number', description });
export const date = (description: DocumentText): Schema => ({ ...text(description), format: 'date' });
export const address = (description?: DocumentText): Schema => ({ ...text(description), format: 'uri' });
export const orNull = (schema: Schema, description: DocumentText): Schema => ({
  anyOf: [schema, { type: 'null' }],
  description,
});
export const list = (items: Schema, description?: DocumentText): Schema => ({
  type: 'array',
  items,
  description,
});
/** An object whose members are all required. */
export const object = (properties: Readonly<Record<string, Schema>>, title?: string): Schema => ({
  type: 'object',
  title,
  properties,
  required: Object.keys(properties),
});
export const enumerated = (meanings: Meanings, description: DocumentText): Schema => ({
  ...text(description),
  enum: Object.keys(meanings),
  'x-enumDescriptions': meanings,
});
export const yesOrNo = (description: DocumentText): Schema =>
  enumerated({ Y: { en: 'Yes', ko: '예' }, N: { en: 'No', ko: '아니요' } }, description);
/** A label that the shop can choose freely. `known` has common labels. */
export const label = (schema: Schema, known: Meanings): Schema => ({
  ...schema,
  'x-enumDescriptions': known,
  examples: Object.keys(known),
});

export const metaSchema = object(
  {
    apiTitle: text({ en: 'Title of the endpoint', ko: '호출한 API의 이름' }),
    apiLink: address({ en: 'URL of the request', ko: '요청 URL' }),
    logoUrl: address({ en: "URL of the operator's logo", ko: '운영자 로고의 URL' }),
    pubDate: {
      ...text({ en: 'Time of the response, ISO 8601 with +09:00', ko: '응답 시각. ISO 8601, +09:00' }),
      format: 'date-time',
    },
    query: text({
      en: 'Query string with its "?", empty without parameters',
      ko: '"?"를 포함한 쿼리 문자열. 파라미터가 없으면 빈 문자열',
    }),
    version: text({ en: 'API version', ko: 'API 버전' }),
  },
  'Meta',
);

/** The schema of a response's `data`, which contains `meta` and an inner `data`. */
export function dataSchema(title: string, data: Schema): Schema {
  return object({ meta: metaSchema, data }, `${title}Data`);
}

/** As dataSchema, if the inner `data` is an object. `title` is that object's title. */
export function dataObject(title: string, fields: Readonly<Record<string, Schema>>): Schema {
  return dataSchema(title, object(fields, title));
}

export function successSchema(data: Schema): Schema {
  const title = data.title === undefined ? undefined : `${data.title.replace(/Data$/, '')}Response`;
  return object({ success: only(true), message: successMessage, errorCode: { type: 'null' }, data }, title);
}

/** An enum of one value, because some client generators don't know `const`. */
function only(value: boolean): Schema {
  return { type: 'boolean', enum: [value] };
}

const successMessage = text({
  en: 'OK; of a search that was answered for another term, a sentence that names both, in English or, with Accept-Language: ko, in Korean',
});

export const fileContent = {
  [MEDIA_TYPES.xlsx]: { schema: { type: 'string', format: 'binary' } },
  'text/csv': { schema: text() },
};

const errorEnvelope = object(
  {
    success: only(false),
    message: text({ en: 'What is wrong, in English or, with Accept-Language: ko, in Korean' }),
    errorCode: { ...text({ en: 'Error code' }), pattern: '^[A-Z]+_[A-Z0-9]+$' },
    data: { type: 'object', properties: {}, maxProperties: 0 },
  },
  'ErrorEnvelope',
);

export function failureSchema(codes: readonly string[]): Schema {
  return { allOf: [errorEnvelope, { properties: { errorCode: { enum: codes } } }] };
}

// The item and item lists (docs/api.md#item).

const contentDetailSchema = object(
  {
    bookIntroduction: orNull(text(), { en: 'Introduction', ko: '책 소개' }),
    bookSummary: orNull(text(), { en: 'Plot summary', ko: '줄거리' }),
    tableOfContents: orNull(text(), { en: 'Table of contents', ko: '목차' }),
  },
  'ContentDetail',
);

const sideFields = {
  sideCover: address({
    en: 'Picture of the spine; a substitute when none is registered',
    ko: '책등 이미지. 등록되지 않았으면 대체 이미지',
  }),
  backCover: address({
    en: 'Picture of the back; a substitute when none is registered',
    ko: '뒤표지 이미지. 등록되지 않았으면 대체 이미지',
  }),
};

const detailFields = {
  subTitle: text({ en: 'Subtitle', ko: '부제' }),
  originalTitle: orNull(text(), { en: 'Original title', ko: '원제' }),
  originalTranslation: orNull(text(), { en: 'Marks a translated work', ko: '번역서 표시' }),
  servicePoint: orNull(integer(), { en: 'Loyalty points', ko: '적립 포인트' }),
  salePoint: orNull(long(), {
    en: 'Sales index; null before the first sale',
    ko: '판매지수. 첫 판매 전에는 null',
  }),
  fixedBookPriceYn: yesOrNo({
    en: 'Whether the fixed book price system applies',
    ko: '도서정가제 적용 여부',
  }),
  ...measuresBy((name) => orNull(integer(), MEASURE_TEXTS[name])),
  itemFormat: label(orNull(text(), { en: 'Book format', ko: '책의 형태' }), {
    양장본: { en: 'Hardback', ko: '단단한 표지' },
    반양장본: { en: 'Paperback', ko: '부드러운 표지' },
  }),
  starScore: {
    ...number({
      en: "Average review rating on the shop's own scale (often 5, 10 or 100 at most); 0 without ratings",
      ko: '독자 평점 평균. 만점은 서점에 따라 다르며(보통 5, 10, 100) 평점이 없으면 0',
    }),
    minimum: 0,
    maximum: 100,
  },
  mobileLink: address({ en: 'Product page for phones', ko: '모바일 상품 페이지' }),
  eBookLink: orNull(address(), {
    en: 'Page of the e-book edition',
    ko: '전자책 상품 페이지',
  }),
  ebookId: orNull(long(), { en: 'Product number of the e-book edition', ko: '전자책 상품번호' }),
  series: list(
    object(
      {
        seriesId: long({ en: 'Series number', ko: '시리즈 번호' }),
        seriesName: text({ en: 'Series name', ko: '시리즈 이름' }),
      },
      'SeriesReference',
    ),
  ),
};

const itemFields = (sides: boolean) => ({
  sortOrder: integer({ en: 'Position in the whole list, from 1', ko: '전체 목록에서의 순서. 1부터' }),
  itemId: long({ en: 'Product number', ko: '상품번호' }),
  title: text({ en: 'Title', ko: '제목' }),
  author: text({ en: 'Authors or artists', ko: '저자 또는 아티스트' }),
  goodsType: label(text({ en: 'Product type', ko: '상품 유형' }), {
    국내도서: { en: 'Book published in Korea', ko: '한국에서 출간한 책' },
    외국도서: { en: 'Foreign book', ko: '외국에서 출간한 책' },
    eBook: { en: 'E-book', ko: '전자책' },
    음반: { en: 'Music on CD or record', ko: 'CD, LP 등' },
    DVD: { en: 'DVD' },
  }),
  goodsSortNm: label(text({ en: 'Management classification', ko: '관리 분류' }), {
    '국내도서-소설': { en: 'Root and second level of the category', ko: '카테고리의 1단계와 2단계' },
  }),
  adultYn: yesOrNo({ en: 'For adults only', ko: '성인용 여부' }),
  publisher: text({ en: 'Publisher', ko: '출판사' }),
  isbn10: text({ en: 'ISBN10, empty when none', ko: 'ISBN10. 없으면 빈 문자열' }),
  isbn13: text({ en: 'ISBN13, empty when none', ko: 'ISBN13. 없으면 빈 문자열' }),
  shopPrice: number({ en: 'List price', ko: '정가' }),
  salePrice: number({
    en: 'Selling price; the deal price while a deal lasts',
    ko: '판매가. 특가 기간에는 특가',
  }),
  publishDate: text({
    en: 'Publication date, yyyy-MM-dd; empty when unknown',
    ko: '출간일. yyyy-MM-dd, 모르면 빈 문자열',
  }),
  itemStatus: label(text({ en: 'Sales status', ko: '판매 상태' }), {
    판매중: { en: 'On sale', ko: '주문할 수 있음' },
    예약판매: { en: 'Can be pre-ordered', ko: '출간 전 예약 주문 가능' },
    일시품절: { en: 'Out of stock for now', ko: '재입고 예정' },
    품절: { en: 'Out of stock', ko: '재고 없음' },
    절판: { en: 'Out of print', ko: '출판사가 더 찍지 않음' },
    판매중지: { en: 'No longer sold', ko: '서점이 더 팔지 않음' },
  }),
  cover: address({
    en: 'Cover picture; a substitute when none is registered',
    ko: '표지 이미지. 등록되지 않았으면 대체 이미지',
  }),
  ...(sides ? sideFields : {}),
  link: address({ en: 'Original product page', ko: '원래 상품 페이지' }),
  addOnLink: text({
    en: 'Add-on click URL; empty unless the account is enrolled',
    ko: '애드온 클릭 URL. 가입하지 않았으면 빈 문자열',
  }),
  upDown: orNull(integer(), {
    en: 'Places gained since the preceding edition; null when new or not ranked',
    ko: '직전 목록 대비 순위 상승폭. 신규 진입이거나 순위 목록이 아니면 null',
  }),
  contentDetail: orNull(contentDetailSchema, {
    en: 'Introduction, summary and contents',
    ko: '소개, 줄거리, 목차',
  }),
});

export function itemSchema(sides: boolean): Schema {
  const title = sides ? 'ItemWithAllCovers' : 'Item';
  const withDetail = sides ? 'ItemWithAllCoversAndDetail' : 'ItemWithDetail';
  const fields = itemFields(sides);
  return { anyOf: [object({ ...fields, ...detailFields }, withDetail), object(fields, title)] };
}

/** The schema of `data` for lists of items. With `sides`, an item has all three pictures (docs/api.md#item-lists). */
export function itemListSchema(sides: boolean): Schema {
  return object(
    {
      meta: metaSchema,
      items: list(itemSchema(sides)),
      currentPage: integer({ en: 'Page number, from 1', ko: '페이지 번호. 1부터' }),
      pageSize: integer({ en: 'Entries per page', ko: '페이지당 항목 수' }),
      totalCount: integer({ en: 'Entries in the whole list', ko: '전체 목록의 항목 수' }),
    },
    sides ? 'ItemListWithAllCovers' : 'ItemList',
  );
}
