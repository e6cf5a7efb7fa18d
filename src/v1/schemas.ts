import Type, { type TObject, type TSchema } from 'typebox';
import { MEASURE_TEXTS, measuresBy } from '../catalog/item.ts';
import { MEDIA_TYPES } from '../export/table.ts';
import { about, type DocumentText, type Meanings, withMeanings } from './openapi/document-texts.ts';

/**
 * The parts of response shapes, for the OpenAPI document and for the tests that check responses against it. Each
 * endpoint's shape is in its file. A shape with a title becomes a named schema of the document. Shapes are open:
 * clients must accept fields that later versions add.
 */

export const text = (description: DocumentText) => Type.String(about(description));
export const integer = (description: DocumentText) => Type.Integer(about(description));
export const date = (description: DocumentText) => Type.String({ format: 'date', ...about(description) });
export const address = (description: DocumentText) => Type.String({ format: 'uri', ...about(description) });
export const orNull = (schema: TSchema, description: DocumentText) =>
  Type.Union([schema, Type.Null()], about(description));
/** One of several words. */
export const enumerated = (meanings: Meanings, description: DocumentText) =>
  Type.Enum(Object.keys(meanings), { type: 'string', ...withMeanings(about(description), meanings) });
export const yesOrNo = (description: DocumentText) =>
  enumerated({ Y: { en: 'Yes', ko: '예' }, N: { en: 'No', ko: '아니요' } }, description);
/** The shop's labels, with those that most shops use. */
export const label = (description: DocumentText, known: Meanings) =>
  Type.String(labelsOf(description, known));
export const labelOrNull = (description: DocumentText, known: Meanings) =>
  Type.Union([Type.String(), Type.Null()], labelsOf(description, known));

function labelsOf(description: DocumentText, known: Meanings) {
  return { ...withMeanings(about(description), known), examples: Object.keys(known) };
}

export const metaSchema = Type.Object(
  {
    apiTitle: text({ en: 'Title of the endpoint', ko: '호출한 API의 이름' }),
    apiLink: address({ en: 'URL of the request', ko: '요청 URL' }),
    logoUrl: address({ en: "URL of the operator's logo", ko: '운영자 로고의 URL' }),
    pubDate: Type.String({
      format: 'date-time',
      ...about({ en: 'Time of the response, ISO 8601 with +09:00', ko: '응답 시각. ISO 8601, +09:00' }),
    }),
    query: text({
      en: 'Query string with its "?", empty without parameters',
      ko: '"?"를 포함한 쿼리 문자열. 파라미터가 없으면 빈 문자열',
    }),
    version: text({ en: 'API version', ko: 'API 버전' }),
  },
  { title: 'Meta' },
);

/** `data` of an endpoint with our own format: meta, and its result. */
export function dataSchema(title: string, data: TSchema): TObject {
  return Type.Object({ meta: metaSchema, data }, { title: `${title}Data` });
}

/** Wraps `data` into the envelope. */
export function successSchema(data: TSchema & { readonly title?: string }): TObject {
  const title = data.title === undefined ? {} : { title: `${data.title.replace(/Data$/, '')}Response` };
  return Type.Object(
    { success: Type.Literal(true), message: successMessage, errorCode: Type.Null(), data },
    title,
  );
}

const successMessage = Type.String({
  description:
    'OK; of a search that was answered for another term, a sentence that names both, in English or, with Accept-Language: ko, in Korean',
});

/** A file in one of two formats. */
export const fileContent = {
  [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe({ type: 'string', format: 'binary' }) },
  'text/csv': { schema: Type.String() },
};

/** The envelope of a failure, whatever its code. */
const errorEnvelope = Type.Object(
  {
    success: Type.Literal(false),
    message: Type.String({
      description: 'What is wrong, in English or, with Accept-Language: ko, in Korean',
    }),
    errorCode: Type.String({ pattern: '^[A-Z]+_[A-Z0-9]+$', description: 'Error code' }),
    data: Type.Object({}, { maxProperties: 0 }),
  },
  { title: 'ErrorEnvelope' },
);

/** The envelope of a failure with one of several codes. */
export function failureSchema(codes: readonly string[]): TSchema {
  return Type.Intersect([errorEnvelope, Type.Unsafe({ properties: { errorCode: { enum: codes } } })]);
}

// The item and item lists (docs/api.md#item).

const contentDetailSchema = Type.Object(
  {
    bookIntroduction: orNull(Type.String(), { en: 'Introduction', ko: '책 소개' }),
    bookSummary: orNull(Type.String(), { en: 'Plot summary', ko: '줄거리' }),
    tableOfContents: orNull(Type.String(), { en: 'Table of contents', ko: '목차' }),
  },
  { title: 'ContentDetail' },
);

/** Pictures that only some endpoints return (docs/api.md#item). */
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
  originalTitle: orNull(Type.String(), { en: 'Original title', ko: '원제' }),
  originalTranslation: orNull(Type.String(), { en: 'Marks a translated work', ko: '번역서 표시' }),
  servicePoint: orNull(Type.Integer(), { en: 'Loyalty points', ko: '적립 포인트' }),
  salePoint: orNull(Type.Integer(), {
    en: 'Sales index; null before the first sale',
    ko: '판매지수. 첫 판매 전에는 null',
  }),
  fixedBookPriceYn: yesOrNo({
    en: 'Whether the fixed book price system applies',
    ko: '도서정가제 적용 여부',
  }),
  ...measuresBy((name) => orNull(Type.Integer(), MEASURE_TEXTS[name])),
  itemFormat: labelOrNull(
    { en: 'Book format', ko: '책의 형태' },
    { 양장본: { en: 'Hardback', ko: '단단한 표지' }, 반양장본: { en: 'Paperback', ko: '부드러운 표지' } },
  ),
  starScore: Type.Number({
    minimum: 0,
    maximum: 100,
    ...about({
      en: "Average review rating on the shop's own scale (often 5, 10 or 100 at most); 0 without ratings",
      ko: '독자 평점 평균. 만점은 서점에 따라 다르며(보통 5, 10, 100) 평점이 없으면 0',
    }),
  }),
  mobileLink: address({ en: 'Product page for phones', ko: '모바일 상품 페이지' }),
  eBookLink: orNull(Type.String({ format: 'uri' }), {
    en: 'Page of the e-book edition',
    ko: '전자책 상품 페이지',
  }),
  ebookId: orNull(Type.Integer(), { en: 'Product number of the e-book edition', ko: '전자책 상품번호' }),
  series: Type.Array(
    Type.Object(
      {
        seriesId: integer({ en: 'Series number', ko: '시리즈 번호' }),
        seriesName: text({ en: 'Series name', ko: '시리즈 이름' }),
      },
      { title: 'SeriesReference' },
    ),
  ),
};

const itemFields = (sides: boolean) => ({
  sortOrder: integer({ en: 'Position in the whole list, from 1', ko: '전체 목록에서의 순서. 1부터' }),
  itemId: integer({ en: 'Product number', ko: '상품번호' }),
  title: text({ en: 'Title', ko: '제목' }),
  author: text({ en: 'Authors or artists', ko: '저자 또는 아티스트' }),
  goodsType: label(
    { en: 'Product type', ko: '상품 유형' },
    {
      국내도서: { en: 'Book published in Korea', ko: '한국에서 출간한 책' },
      외국도서: { en: 'Foreign book', ko: '외국에서 출간한 책' },
      eBook: { en: 'E-book', ko: '전자책' },
      음반: { en: 'Music on CD or record', ko: 'CD, LP 등' },
      DVD: { en: 'DVD' },
    },
  ),
  goodsSortNm: label(
    { en: 'Management classification', ko: '관리 분류' },
    { '국내도서-소설': { en: 'Root and second level of the category', ko: '카테고리의 1단계와 2단계' } },
  ),
  adultYn: yesOrNo({ en: 'For adults only', ko: '성인용 여부' }),
  publisher: text({ en: 'Publisher', ko: '출판사' }),
  isbn10: text({ en: 'ISBN10, empty when none', ko: 'ISBN10. 없으면 빈 문자열' }),
  isbn13: text({ en: 'ISBN13, empty when none', ko: 'ISBN13. 없으면 빈 문자열' }),
  shopPrice: Type.Number(about({ en: 'List price', ko: '정가' })),
  salePrice: Type.Number(
    about({ en: 'Selling price; the deal price while a deal lasts', ko: '판매가. 특가 기간에는 특가' }),
  ),
  publishDate: text({
    en: 'Publication date, yyyy-MM-dd; empty when unknown',
    ko: '출간일. yyyy-MM-dd, 모르면 빈 문자열',
  }),
  itemStatus: label(
    { en: 'Sales status', ko: '판매 상태' },
    {
      판매중: { en: 'On sale', ko: '주문할 수 있음' },
      예약판매: { en: 'Can be pre-ordered', ko: '출간 전 예약 주문 가능' },
      일시품절: { en: 'Out of stock for now', ko: '재입고 예정' },
      품절: { en: 'Out of stock', ko: '재고 없음' },
      절판: { en: 'Out of print', ko: '출판사가 더 찍지 않음' },
      판매중지: { en: 'No longer sold', ko: '서점이 더 팔지 않음' },
    },
  ),
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
  upDown: orNull(Type.Integer(), {
    en: 'Places gained since the preceding edition; null when new or not ranked',
    ko: '직전 목록 대비 순위 상승폭. 신규 진입이거나 순위 목록이 아니면 null',
  }),
  contentDetail: orNull(contentDetailSchema, {
    en: 'Introduction, summary and contents',
    ko: '소개, 줄거리, 목차',
  }),
});

/** An item as returned with detail=Y or detail=N. */
export function itemSchema(sides: boolean): TSchema {
  const title = sides ? 'ItemWithAllCovers' : 'Item';
  const withDetail = sides ? 'ItemWithAllCoversAndDetail' : 'ItemWithDetail';
  return Type.Union([
    Type.Object({ ...itemFields(sides), ...detailFields }, { title: withDetail }),
    Type.Object(itemFields(sides), { title }),
  ]);
}

function itemListSchema(sides: boolean): TObject {
  return Type.Object(
    {
      meta: metaSchema,
      items: Type.Array(itemSchema(sides)),
      currentPage: integer({ en: 'Page number, from 1', ko: '페이지 번호. 1부터' }),
      pageSize: integer({ en: 'Entries per page', ko: '페이지당 항목 수' }),
      totalCount: integer({ en: 'Entries in the whole list', ko: '전체 목록의 항목 수' }),
    },
    { title: sides ? 'ItemListWithAllCovers' : 'ItemList' },
  );
}

/** `data` of endpoints that return all three pictures (docs/api.md#item-lists). */
export const itemListWithSides = itemListSchema(true);
/** `data` of endpoints that return only the cover. */
export const itemListCoverOnly = itemListSchema(false);
