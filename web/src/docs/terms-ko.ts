import type { Language } from '../../../src/messages/languages.ts';

/**
 * Korean for the words of the OpenAPI document, which is English. Looked up by the English text; a test holds that
 * none is missing.
 */
export const TERMS_KO: Readonly<Record<string, string>> = {
  // Endpoints
  'Monthly bestsellers': '월간 베스트셀러',
  'Bestselling deals': '특가 베스트셀러',
  'Product details': '상품 상세',
  'Author of a product': '상품의 저자',
  Categories: '카테고리 목록',
  'Product search': '상품 검색',
  'New products, file': '신상품 파일',
  'Featured new products, file': '주목 신상품 파일',
  'Bestsellers, file': '종합 베스트셀러 파일',
  'Bestselling deals, file': '특가 베스트셀러 파일',
  'Monthly bestsellers, file': '월간 베스트셀러 파일',
  'Realtime bestsellers, file': '실시간 베스트셀러 파일',
  'Steady sellers, file': '스테디셀러 파일',
  'Categories, file': '카테고리 파일',
  Bestsellers: '종합 베스트셀러',
  'Daily bestsellers': '일간 베스트셀러',
  'Realtime bestsellers': '실시간 베스트셀러',
  'Steady sellers': '스테디셀러',
  'New products': '신상품',
  'Featured new products': '주목 신상품',
  'Rank history': '순위 이력',
  'Products by number': '번호로 여러 상품',
  'Search suggestions': '검색어 자동 완성',
  Usage: '사용량',
  'The bestsellers of a category in the month of a date, for all buyers or by sex and age.':
    '날짜가 속한 달의 카테고리별 베스트셀러입니다. 전체 구매자 또는 성별·연령별로 볼 수 있습니다.',
  'The products of a category that are on a deal today, by their sales of the last seven days.':
    '오늘 특가로 파는 상품을 최근 7일 판매순으로 보여 줍니다.',
  'A product by ISBN13 or product number.': 'ISBN13이나 상품 번호로 상품 하나를 조회합니다.',
  'The author of a product by ISBN13 or product number.':
    'ISBN13이나 상품 번호로 그 상품의 저자를 조회합니다.',
  'The table of contents of a product by ISBN13 or product number.':
    'ISBN13이나 상품 번호로 그 상품의 목차를 조회합니다.',
  'All categories, parents before their children.': '모든 카테고리입니다. 상위 카테고리가 먼저 나옵니다.',
  'Products whose title, contributors, publisher or series hold all words of the search term. A term without result is corrected where that helps; two headers then tell the term that was used and why.':
    '제목, 저자, 출판사, 시리즈에 검색어의 모든 낱말이 들어 있는 상품을 찾습니다. 결과가 없는 검색어는 고쳐서 찾아 보고, 그때는 실제로 쓴 검색어와 고친 이유를 두 헤더로 알려 줍니다.',
  'The products of a category that were registered lately, as a spreadsheet.':
    '최근 등록된 상품을 스프레드시트로 받습니다.',
  'The new products of a category that editors chose or buyers noticed, as a spreadsheet.':
    '편집자가 골랐거나 독자가 주목한 신상품을 스프레드시트로 받습니다.',
  'The bestsellers of a category over the last four weeks as a spreadsheet.':
    '최근 4주의 베스트셀러를 스프레드시트로 받습니다.',
  'The products of a category that are on a deal today as a spreadsheet.':
    '오늘 특가로 파는 상품을 스프레드시트로 받습니다.',
  'The bestsellers of a category in the month of a date as a spreadsheet.':
    '날짜가 속한 달의 베스트셀러를 스프레드시트로 받습니다.',
  'The bestsellers of a category over the last 24 hours as a spreadsheet.':
    '최근 24시간의 베스트셀러를 스프레드시트로 받습니다.',
  'The products of a category that have sold week by week for a year, as a spreadsheet.':
    '1년 동안 매주 꾸준히 팔린 상품을 스프레드시트로 받습니다.',
  'All categories, parents before their children, as a spreadsheet.':
    '모든 카테고리를 스프레드시트로 받습니다. 상위 카테고리가 먼저 나옵니다.',
  'The bestsellers of a category over the last four weeks, late weeks counting most, for all buyers or by sex and age.':
    '최근 4주의 베스트셀러입니다. 최근 주일수록 크게 반영하며, 전체 구매자 또는 성별·연령별로 볼 수 있습니다.',
  'The bestsellers of a category on a day.': '하루 동안의 카테고리별 베스트셀러입니다.',
  'The 100 bestsellers of a category over the last 24 hours, the last hours counting most, renewed every ten minutes.':
    '최근 24시간의 베스트셀러 100종입니다. 최근 시간일수록 크게 반영하며 10분마다 새로 계산합니다.',
  'The products of a category that sold in most weeks of a year, a year or more after their publication.':
    '출간된 지 1년이 넘었고 1년 내내 꾸준히 팔린 상품입니다.',
  'The products of a category that were registered lately and can be bought or ordered ahead.':
    '최근 등록되어 지금 사거나 예약할 수 있는 상품입니다.',
  'The new products of a category that the editors point out, or that sell well.':
    '편집자가 추천하거나 잘 팔리는 신상품입니다.',
  'The monthly ranks of a product, by ISBN13 or product number, in its category and in the one at the top.':
    'ISBN13이나 상품 번호로 그 상품의 월별 순위를 조회합니다. 상품의 카테고리와 최상위 카테고리에서의 순위입니다.',
  'Up to 100 products by ISBN13 or product number, each with a result of its own, in the order asked. A number given twice is answered twice.':
    'ISBN13이나 상품 번호로 최대 100개의 상품을 한 번에 조회합니다. 보낸 순서대로 번호마다 결과가 따로 나오고, 두 번 보낸 번호는 두 번 답합니다.',
  'Up to ten titles and names that begin as typed, or have the initial consonants that were typed, best selling first.':
    '입력한 글자로 시작하거나 초성이 같은 제목과 이름을 잘 팔리는 순서로 열 개까지 알려 줍니다.',
  'The calls and limits of your own account, up to this moment. These calls count against neither quota nor burst; they are limited by themselves to two a second, ten at once.':
    '내 계정의 지금까지의 호출 수와 한도입니다. 이 호출은 하루 한도에도 초당 한도에도 들어가지 않으며, 따로 초당 2회, 한꺼번에 10회까지 할 수 있습니다.',

  // Parameters
  'Category identifier': '카테고리 식별자',
  'Default: yesterday in Korea. Year and month choose the list':
    '기본값은 한국 시간의 어제입니다. 연도와 월로 목록을 고릅니다',
  'Default: yesterday in Korea': '기본값은 한국 시간의 어제입니다',
  'A all, M male, F female buyers': '구매자 성별. A 전체, M 남성, F 여성',
  'Age band of buyers; 255 all, 60 = 60 and over': '구매자 연령대. 255 전체, 60은 60대 이상',
  'Y adds the detail fields': 'Y이면 상세 필드를 더합니다',
  'What query holds': 'query에 넣은 값의 종류',
  'An ISBN13 or a product number': 'ISBN13 또는 상품 번호',
  'Search term': '검색어',
  Catalogue: '상품 종류',
  'DEFAULT relevance and sales, RELATION relevance, RECENT publication date, REG_DTS registration':
    'DEFAULT 관련도와 판매량, RELATION 관련도, RECENT 출간일순, REG_DTS 등록순',
  'RegDate newest registration, Sales highest sales index, New latest publication, LowPrice and HighPrice selling price, Name title':
    'RegDate 최근 등록순, Sales 판매지수순, New 최근 출간순, LowPrice·HighPrice 판매가순, Name 제목순',
  'Kind of file. CSV has no types: programs may take a text that begins with =, +, - or @ for a formula':
    '파일 종류. CSV에는 자료형이 없어서 =, +, -, @로 시작하는 글자를 수식으로 여기는 프로그램도 있습니다',
  'N leaves out the row of column titles': 'N이면 열 제목 행을 뺍니다',
  'Where the words must stand: title with subtitle and original title, author, publisher, or all':
    '낱말이 있어야 하는 곳. title 제목·부제·원제, author 저자, publisher 출판사, all 전체',
  'Y leaves out what cannot be had now': 'Y이면 지금 구할 수 없는 상품을 뺍니다',
  'First day of publication. Products of unknown date are left out':
    '출간일의 시작. 출간일을 모르는 상품은 빠집니다',
  'Last day of publication, not before publishedFrom': '출간일의 끝. publishedFrom보다 빠를 수 없습니다',
  'Lowest selling price in won': '가장 낮은 판매가(원)',
  'Highest selling price in won, not below priceFrom': '가장 높은 판매가(원). priceFrom보다 낮을 수 없습니다',
  'N switches correction off: a term without result stays without':
    'N이면 검색어를 고치지 않습니다. 결과가 없으면 없는 대로 답합니다',
  'Up to 100 numbers with commas between them': '쉼표로 이은 번호. 100개까지',
  'What has been typed so far: a beginning, or initial consonants': '지금까지 입력한 글자. 앞부분 또는 초성',
  'Days to tell of, today included': '알려 줄 날수. 오늘을 포함합니다',

  // Headers
  'Only when the term was corrected: the term that the answer is of, percent-encoded UTF-8':
    '검색어를 고쳤을 때만. 실제로 찾은 검색어이며 UTF-8 퍼센트 인코딩입니다',
  'A term to offer: it may have been meant and has results, but is too unsure to answer with. Percent-encoded UTF-8; also on SEARCH_001':
    '권할 검색어. 뜻했을 수 있고 결과도 있으나 대신 답하기에는 확실하지 않을 때. 퍼센트 인코딩한 UTF-8. SEARCH_001에도 있습니다',
  'Only when the term was corrected: how': '검색어를 고쳤을 때만. 고친 방법',
  'attachment; the name ends in the day in Korea': 'attachment. 파일 이름은 한국 날짜로 끝납니다',

  // Fields
  'Title of the called endpoint': '호출한 API의 이름',
  'Address of the request': '요청 주소',
  "Address of the operator's logo": '운영자 로고의 주소',
  'Time of the answer, ISO 8601 with +09:00': '응답 시각. ISO 8601, +09:00',
  'Query string with its "?", empty without parameters':
    '"?"를 포함한 쿼리 문자열. 파라미터가 없으면 빈 문자열',
  'Version of the API': 'API 버전',
  'Position in the whole list, from 1': '전체 목록에서의 순서. 1부터',
  'Product number': '상품 번호',
  Title: '제목',
  'Authors or artists': '저자 또는 아티스트',
  'Type of product': '상품 유형',
  'Management classification': '관리 분류',
  'For adults only': '성인용 여부',
  Publisher: '출판사',
  'ISBN10, empty when none': 'ISBN10. 없으면 빈 문자열',
  'ISBN13, empty when none': 'ISBN13. 없으면 빈 문자열',
  'List price': '정가',
  'Selling price; the deal price while a deal lasts': '판매가. 특가 기간에는 특가',
  'Date of publication, yyyy-MM-dd; empty when unknown': '출간일. yyyy-MM-dd, 모르면 빈 문자열',
  'Sales status': '판매 상태',
  'Cover picture; a substitute when none is registered': '표지 그림. 등록된 것이 없으면 대신 그린 그림',
  'Picture of the spine; a substitute when none is registered':
    '책등 그림. 등록된 것이 없으면 대신 그린 그림',
  'Picture of the back; a substitute when none is registered':
    '뒤표지 그림. 등록된 것이 없으면 대신 그린 그림',
  'Original product page': '원래 상품 페이지',
  'Add-on click address; empty without enrolment': '애드온 클릭 주소. 가입하지 않았으면 빈 문자열',
  'Places gained since the preceding edition; null when new or not ranked':
    '직전 목록보다 오른 계단 수. 새로 올랐거나 순위가 없으면 null',
  Introduction: '책 소개',
  'Summary of the plot': '줄거리',
  'Table of contents': '목차',
  'Introduction, summary and contents': '소개, 줄거리, 목차',
  Subtitle: '부제',
  'Original title': '원제',
  'Marks a translated work': '번역서 표시',
  'Loyalty points': '적립 포인트',
  'Sales index; null before the first sale': '판매지수. 첫 판매 전에는 null',
  'Under the fixed book price system': '도서정가제 적용 여부',
  Pages: '쪽수',
  Grams: '무게(그램)',
  Millimetres: '밀리미터',
  'Format of the book': '책의 형태',
  'Rating by reviewers': '독자 평점',
  'Product page for phones': '모바일 상품 페이지',
  'Page of the e-book edition': '전자책 판의 페이지',
  'Product number of the e-book edition': '전자책 판의 상품 번호',
  'Number of the series': '시리즈 번호',
  'Name of the series': '시리즈 이름',
  'Page, from 1': '페이지. 1부터',
  'Entries a page': '한 페이지의 항목 수',
  'Entries in the whole list': '전체 목록의 항목 수',
  'Number of the author': '저자 번호',
  Name: '이름',
  'Role, such as author or translator': '역할. 지은이, 옮긴이 등',
  'Date of birth': '태어난 날',
  'Date of death; empty when none': '세상을 떠난 날. 없으면 빈 문자열',
  'First work': '데뷔작',
  'Introduction of the author': '저자 소개',
  "Author's page": '저자 페이지',
  'Table of contents with line breaks': '줄바꿈이 들어 있는 목차',
  Identifier: '식별자',
  'Names from the root on': '최상위부터 이어 쓴 이름',
  'Page of the category': '카테고리 페이지',
  "The product's first category": '상품의 첫 카테고리',
  'yyyy-MM': 'yyyy-MM',
  "Place in the month's list, from 1": '그달 목록에서의 순위. 1부터',
  'Monthly lists of that category in which it stands, oldest first':
    '그 카테고리의 월간 목록 가운데 순위에 든 달. 오래된 달부터',
  'The category at the top of that one': '그 위 최상위 카테고리',
  'Monthly lists of the top category in which it stands, oldest first':
    '최상위 카테고리의 월간 목록 가운데 순위에 든 달. 오래된 달부터',
  'One entry for each number, in the order sent': '번호마다 하나씩, 보낸 순서대로',
  'The number as sent': '보낸 번호 그대로',
  'withheld: the operator does not show it': 'withheld는 운영자가 보여 주지 않는 상품',
  'Null unless found': 'found가 아니면 null',
  'What was typed': '입력한 글자',
  'Titles and names to search for, best selling first; empty when there are none':
    '검색할 만한 제목과 이름. 잘 팔리는 순서이며 없으면 빈 배열',
  'The day in Korea': '한국 날짜의 오늘',
  'Calls that count against the day': '하루 한도에 들어간 호출 수',
  'Calls that the day allows': '하루에 할 수 있는 호출 수',
  'Calls left': '남은 호출 수',
  'When the count resets, ISO 8601 with +09:00': '다시 세기 시작하는 시각. ISO 8601, +09:00',
  'Calls that go on passing each second': '1초마다 계속 할 수 있는 호출 수',
  'Calls that pass at once after a pause': '쉬었다가 한꺼번에 할 수 있는 호출 수',
  'Answered calls by day, endpoint and outcome, the latest day first':
    '날짜, API, 결과별로 응답한 호출 수. 최근 날짜부터',
  'Day in Korea': '한국 날짜',
  'operationId of the endpoint': 'API의 operationId',
  'Class of the HTTP status': 'HTTP 상태의 백 단위',
  'Answered calls': '응답한 호출 수',
};

/** A text of the OpenAPI document in the reader's language; as it is when nobody has translated it. */
export function translateTerm(text: string, language: Language): string {
  return language === 'ko' ? (TERMS_KO[text] ?? text) : text;
}
