import type { TableKind } from '../mapping.ts';

/** What exports of Korean and English shops and libraries call our fields. Blanks, case and signs don't matter. */
const ITEM_NAMES: Readonly<Record<string, string>> = {
  title: '도서명 서명 제목 책제목 책이름 상품명 자료명 title booktitle',
  subTitle: '부제 부제목 부서명 subtitle',
  isbn13: 'isbn isbn13 isbn번호 바코드 ean ean13',
  isbn10: 'isbn10',
  externalId: '상품코드 도서코드 상품번호 관리번호 제어번호 등록번호 sku productid productcode bookid',
  authors: '저자 저자명 지은이 작가 저작자 author authors',
  publisher: '출판사 출판사명 발행처 발행자 publisher',
  publishDate:
    '출간일 출판일 발행일 출간일자 출판일자 발행일자 발행년도 출판년도 발행연도 출판연도 발행년 publicationdate pubdate year',
  shopPrice: '정가 소비자가 소비자가격 가격 price listprice rrp',
  salePrice: '판매가 할인가 판매가격 saleprice sellingprice',
  categoryIds: '분류 카테고리 분류기호 분류번호 장르 주제 category categories genre subject',
  itemStatus: '판매상태 상품상태 상태 status availability',
  itemFormat: '판형 제본 형태 format binding',
  pages: '쪽수 페이지 페이지수 면수 pages pagecount',
  cover: '표지 표지이미지 이미지 이미지url cover image imageurl',
  'contentDetail.bookIntroduction': '책소개 소개 도서소개 내용 설명 description blurb',
  'contentDetail.tableOfContents': '목차 tableofcontents toc',
};

const SALE_NAMES: Readonly<Record<string, string>> = {
  orderId: '주문번호 주문id orderid orderno ordernumber',
  lineNo: '주문순번 주문상세번호 순번 lineno line',
  isbn13: 'isbn isbn13 isbn번호 바코드 ean ean13',
  isbn10: 'isbn10',
  externalId: '상품코드 도서코드 상품번호 관리번호 제어번호 sku productid productcode',
  quantity: '수량 판매수량 주문수량 부수 판매부수 대출횟수 대출건수 quantity qty copies sold',
  unitPrice: '단가 판매단가 unitprice',
  soldAt:
    '주문일시 주문일 주문일자 판매일시 판매일 판매일자 결제일시 날짜 일자 date orderdate solddate soldat',
  sex: '성별 sex gender',
  age: '나이 연령 age',
  buyer: '회원번호 고객번호 회원id 고객id customerid memberid',
};

/** A mapping in the form of its JSON. */
export interface SuggestedMapping {
  readonly kind: TableKind;
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly constants: Readonly<Record<string, unknown>>;
}

/**
 * A first guess of what the columns of a table mean, by their names. Copies and a day make it a table of sales, which may have no
 * order numbers: day and item name the line then.
 */
export function suggestMapping(header: readonly string[]): SuggestedMapping {
  const sale = fieldsOf(header, SALE_NAMES);
  if (![...sale.values()].includes('quantity') || ![...sale.values()].includes('soldAt')) {
    const columns = Object.fromEntries(
      [...fieldsOf(header, ITEM_NAMES)].map(([name, field]) => [name, [field]]),
    );
    return { kind: 'item', columns, constants: { catalog: 'BOOK' } };
  }
  const isTotal = ![...sale.values()].includes('orderId');
  const named = [...sale].map(([name, field]): [string, string[]] => [
    name,
    isTotal && NAMING_A_TOTAL.has(field) ? [field, 'orderId'] : [field],
  ]);
  const isNumbered = [...sale.values()].includes('lineNo');
  return {
    kind: 'sale',
    columns: Object.fromEntries(named),
    constants: { ...(isNumbered ? {} : { lineNo: 1 }), ...(isTotal ? { buyerType: 'aggregate' } : {}) },
  };
}

const NAMING_A_TOTAL: ReadonlySet<string> = new Set(['soldAt', 'isbn13', 'externalId']);

/** Columns to fields: each field from the first column that is called so. */
function fieldsOf(
  header: readonly string[],
  names: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const known = new Map(
    Object.entries(names).flatMap(([field, words]) => words.split(' ').map((word) => [word, field] as const)),
  );
  const found = new Map<string, string>();
  for (const name of header) {
    const field = known.get(name.toLowerCase().replace(/[\s_.()/-]/g, ''));
    if (field !== undefined && ![...found.values()].includes(field)) found.set(name, field);
  }
  return found;
}
