/**
 * What exports of Korean and English shop systems, tills, wholesalers and libraries call our fields, the best word first.
 * Case, blanks, signs and what stands in brackets don't matter. `a&b` counts only beside a column b.
 */
export type Names = Readonly<Record<string, string>>;

/** What names an item, but codes of the shop's own. */
export const NAME_COLUMNS = {
  itemId: 'itemid',
  isbn13:
    'isbn13 isbn isbn번호 국제표준도서번호 바코드 상품바코드 ean ean13 gtin barcode variantbarcode gtinupceanorisbn upc',
  isbn10: 'isbn10',
};

/** The first one of these that no row leaves empty names the item, unless it holds the ISBNs. */
export const ITEM_CODES =
  '자체상품코드 판매자상품코드 판매자관리코드 업체상품코드 sku lineitemsku variantsku itemsku productsku customlabel 상품코드 도서코드 상품번호 상품id 관리번호 제어번호 등록번호 externalid productid productcode bookid';

export const ITEM_COLUMNS: Names = {
  title:
    '도서명 서명 책제목 책이름 제목 상품명 품명 자료명 title booktitle itemname productname producttitle name&regularprice',
  subTitle: '부제 부제목 부서명 subtitle',
  originalTitle: '원제 원서명 originaltitle',
  authors: '저자 저자명 지은이 글쓴이 글작가 작가 저작자 저자역자 author authors writer by',
  publisher: '출판사 출판사명 발행처 발행자 펴낸곳 publisher imprint',
  publishDate:
    '출간일 출판일 발행일 출간일자 출판일자 발행일자 발간일 발행년도 출판년도 발행연도 출판연도 발행년 publicationdate publishdate publisheddate pubdate releasedate year',
  catalog: '상품구분 도서구분 상품종류 상품유형 매체구분 catalog',
  categoryIds:
    '카테고리 카테고리명 분류 분류명 상품분류 도서분류 상품카테고리 분야 장르 주제 분류기호 분류번호 대분류 categoryids category categories categoryname productcategory genre subject type&handle',
  shopPrice:
    '정가 도서정가 정상가 소비자가 소비자가격 권장소비자가 shopprice listprice rrp msrp retailprice variantcompareatprice compareatprice regularprice 가격 price variantprice',
  salePrice:
    '판매가 판매가격 할인가 할인판매가 saleprice sellingprice ourprice variantprice price&listprice price&compareatprice',
  itemStatus: '판매상태 상품상태 도서상태 재고상태 상태 itemstatus status availability stockstatus instock',
  itemFormat: '판형 제본 형태 itemformat format binding',
  pages: '쪽수 페이지 페이지수 면수 pages pagecount',
  cover: '표지 표지이미지 대표이미지 이미지 이미지url cover image imageurl imagesrc',
  'contentDetail.bookIntroduction':
    '책소개 소개 도서소개 상품상세설명 상세설명 상품설명 내용 설명 description bodyhtml body blurb',
  'contentDetail.tableOfContents': '목차 tableofcontents toc',
};

/** Columns that name a line of an order for good, whatever the order is called. */
const LINE_KEYS = '품목별주문번호 상품주문번호 주문상품번호 주문상세번호 orderitemid lineitemid';

export const ORDER_COLUMNS = {
  orderId: `${LINE_KEYS} 주문번호 주문id 주문코드 전표번호 전표 영수증번호 거래번호 판매번호 orderid orderno ordernumber transactionid receiptno receiptnumber invoiceno invoicenumber saleid amazonorderid salesrecordnumber name&lineitemquantity order`,
  lineNo: '주문순번 품목순번 순번 행 행번호 라인 lineno linenumber line',
  quantity:
    '판매수량 주문수량 구매수량 구매수 수량 판매부수 부수 판매량 대출횟수 대출건수 대출권수 lineitemquantity itemquantity quantitypurchased quantityordered quantity qty quantitysold copies sold unitssold',
  unitPrice:
    '단가 판매단가 옵션판매가 판매가 상품가격 상품단가 lineitemprice itemcost itemprice unitprice soldfor',
  soldAt:
    '주문일시 주문일 주문일자 주문날짜 거래일시 거래일자 거래일 판매일시 판매일 판매일자 영업일자 영업일 매출일자 매출일 대출일 대출일자 일시 soldat createdat orderdate ordercreatedat purchasedate datecreated solddate saledate transactiondate 결제일시 결제일 결제일자 결제완료일 paidat paymentdate paymentsdate datepaid paiddate 날짜 일자 date datetime',
  buyer:
    '주문자id 주문자아이디 구매자id 회원번호 회원id 회원아이디 고객번호 고객id 고객코드 회원 customerid memberid customerreferenceid customernumber buyer buyerusername 주문자이메일 구매자이메일 email customeremail billingemail buyeremail',
  sex: '성별 sex gender',
  age: '나이 연령 age',
  cancelledAt: '취소일시 취소일 취소일자 취소완료일 cancelledat canceledat',
} as const satisfies Names;

/** A number of copies in stock stands for the status of an item that has no column for it. */
export const STOCK_COLUMNS =
  '재고 재고수량 현재고 가용재고 재고량 stock stockquantity currentquantity onhand variantinventoryqty';
export const STOCK_VALUES = { '0': '일시품절', '-*': '일시품절', '*': '판매중' };

/** Beside a day of sale. */
export const TIME_COLUMNS =
  '시간 시각 거래시간 거래시각 판매시간 판매시각 결제시간 결제시각 주문시간 주문시각 승인시간 영업시간 매출시간 매출시각 time saletime ordertime';
export const ZONE_COLUMN = 'timezone';

/** Whether a product can be seen in the shop: a word for no takes it off sale, whatever its status says. */
export const PUBLISHED_COLUMNS = 'published 진열상태 진열여부 전시상태 전시여부 노출여부';
const HIDDEN = 'false False FALSE 0 -1 no No NO n N 미진열 진열안함 전시안함 노출안함 비노출 숨김';
export const PUBLISHED_VALUES = {
  ...Object.fromEntries(HIDDEN.split(' ').map((word) => [word, '판매중지'])),
  '*': '',
};
const SHOWN = 'true True TRUE 1 yes Yes YES y Y 진열 진열함 전시 전시함 노출 노출함';
export const isPublishedWord = (text: string) => `${HIDDEN} ${SHOWN}`.split(' ').includes(text);

/** Several rows of one product: what they share, what tells them apart, and a column that names the row of the product itself. */
export const GROUP_COLUMNS = 'handle id&parent sku&parent';
export const VARIANT_COLUMNS =
  'option1value option2value option3value attribute1values attribute2values attribute3values';
export const PARENT_COLUMN = 'parent';
export const TYPE_COLUMN = 'type&parent';
/** Rows of products that are sold by their variants alone. */
export const PARENT_TYPES = ['variable*', 'grouped*'];

/** Beside prices; the code of each row. */
export const CURRENCY_COLUMN = 'currency currencycode 통화 통화코드 화폐단위';

/** Every column of one of these names says whether the row is a sale. */
export const STATUS_COLUMNS =
  '주문상태 주문세부상태 주문처리상태 결제상태 진행상태 처리상태 클레임상태 클레임구분 클레임유형 취소구분 취소상태 반품상태 환불상태 cs상태 배송상태 상태 구분 거래구분 거래유형 판매구분 매출구분 orderstatus itemstatus financialstatus paymentstatus eventtype transactiontype status';

/** Words that say that copies were sold: with them a table without order numbers is one of totals, not of a delivery. */
export const SOLD = /판매|대출|sold|sales/;
/** A column that names lines: nothing else numbers them, and no cell of it stands for the rows below. */
export const isLineKey = (name: string) => LINE_KEYS.split(' ').includes(name);

/** By field and meaning, what a column says; `*` stands for any ending. Requests that nobody has decided yet are skipped. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: {
    sale: '결제완료,결제확인,입금완료,입금확인,신규주문,주문확인,발주확인,발송*,상품준비*,배송*,출고*,구매확정*,구매확인,수취완료,거래완료,판매,판매완료,매출,정상,정상판매,완료,구매결정*,정산완료,업체직접배송,교환*,취소철회*,취소거부*,반품철회*,반품거부*,paid,partially_paid,partially_refunded,authorized,completed,complete,fulfilled,shipped*,shipping,unshipped,partiallyshipped,partially shipped,delivered,processing,closed,payment,sale,sold,success,wc-completed,wc-processing',
    cancel:
      '매출취소,매출반품,반품매출,판매반품,거래취소,승인취소,취소,취소완료,취소처리완료,직권취소,자동취소,전체취소,주문취소,주문취소완료,결제취소,결제취소완료,판매취소,판매자취소,구매자취소,미입금취소,입금전취소,배송취소,반품,반품완료,반품처리완료,환불,환불완료,환불처리완료,전체환불,refunded,refund,voided,void,canceled,cancelled,returned,return,shipped - returned to seller,shipped - rejected by buyer,wc-refunded,wc-cancelled',
    skip: '취소요청,취소신청,취소접수,취소중,취소처리중,반품요청,반품신청,반품접수,반품중,반품처리중,반품수거중,반품수거완료,반품보류,수거중,수거완료,환불요청,환불신청,환불접수,환불중,환불처리중,환불보류,입금전,입금대기,입금대기중,결제전,결제대기,결제대기중,미결제,미입금,주문접수,pending*,unpaid,expired,failed,on-hold,on hold,draft,trash,wc-pending,wc-on-hold,wc-failed',
  },
  itemStatus: {
    판매중: '판매중*,정상*,판매,판매가능,재고있음,active,in stock,instock,available,Y',
    예약판매: '예약*,preorder,pre-order',
    일시품절: '일시품절*,재입고*,backorder,onbackorder,temporarily out of stock',
    품절: '품절*,재고없음,매진,out of stock,outofstock,sold out',
    절판: '절판*,out of print',
    판매중지: '판매중지*,판매중단*,판매종료*,판매안함,중지,draft,archived,inactive,discontinued,N',
  },
  catalog: {
    BOOK: 'BOOK,국내도서,도서,일반도서,단행본,종이책,book',
    FOREIGN: 'FOREIGN,외국도서,해외도서,서양도서,일본도서,원서',
    EBOOK: 'EBOOK,전자책,eBook,ebook,e-book,E-Book',
    MUSIC: 'MUSIC,음반,CD,LP,music',
    DVD: 'DVD,영상,블루레이,dvd',
  },
  sex: { M: '남*,m,M,male,man', F: '여*,f,F,female,woman' },
};

/** What the values of a column become, as in a mapping: English words also with capital letters. */
export const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.entries(WORDS).map(([field, meanings]) => {
    const values = Object.entries(meanings).flatMap(([meaning, words]) =>
      words.split(',').flatMap((word) => {
        const [one, each] = [/^[a-z]/, /(?<![a-z])(?!of\b)[a-z]/g].map((first) =>
          word.replace(first, (letter) => letter.toUpperCase()),
        );
        return [word, one ?? word, each ?? word, word.toUpperCase()].map((form) => [form, meaning] as const);
      }),
    );
    return [field, Object.fromEntries(values)];
  }),
);

/** The buyer of whoever has no account, or of whom the system hides: it stands for many people. */
export const NOBODY = /\*\*|^(?:비회원|guest)$/i;

/** A cell that says by itself that copies came back or were never sold. */
export const CANCEL_WORD =
  /^(?:\S{0,4} ?(?:취소|반품|환불)(?:완료|처리완료|요청|신청|접수|처리중|중)?|refunded|partially[_ ]refunded|voided|cancell?ed|returned)$/i;

/** What the first filled cell of a row of totals says. */
export const TOTAL_WORD =
  /^(?:총|전체)? ?(?:합 ?계|총 ?계|소 ?계|누 ?계|계|grand total|sub ?total|total|sum)\s*[:：]?$/i;

/** Columns of an order that say what was bought, and words for what is no article. */
export const BOUGHT_COLUMNS =
  'lineitemname 상품명 품명 품목명 메뉴명 도서명 등록상품명 노출상품명 itemname item productname producttitle itemtitle title';
export const NO_ARTICLE =
  /gift|기프트 ?카드|상품권|쇼핑백|봉투|종이 ?가방|에코백|\bbag\b|기부|후원|donation|\btips?\b|배송비|배송료|택배비|shipping|postage|delivery|포장|할인|쿠폰|적립금|예치금|수수료|coupon|discount|voucher|\bfee\b|custom amount/i;

/** What a column of a name that nobody knows must look like for its table to be one of orders. */
export const ORDER_NUMBER =
  /(?:order|주문서?|거래|전표|영수증|결제|purchase|receipt|invoice|transaction|sale)s?(?:item|record)?(?:id|no|nr|number|번호|코드)$/;
export const ORDER_DAY =
  /(?:order|purchase|주문|구매|거래|결제|판매|영업|매출|sale|sold|paid)[a-z]*(?:date|at|time|on|일|일시|일자|시각)$/;
