import Type, { type TObject, type TSchema } from 'typebox';
import { MEASURE_TEXTS, measuresBy } from '../catalog/measures.ts';
import { about } from './openapi/document-texts.ts';
import { address, integer, label, labelOrNull, metaSchema, orNull, text, yesOrNo } from './schemas.ts';

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
